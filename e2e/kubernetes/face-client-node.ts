/** What programs do with @kubernetes/client-node, on the fake cluster behind HTTP: requests, watches, informers. */
import { setTimeout as sleep } from 'node:timers/promises'

import { configMap, pod, replicaSet } from '../../src/testing/index.js'
import type { Tally } from '../suites.js'
import { fakeServer, steps } from './face.js'

/** An object, as far as these steps read it. */
interface Kube {
  readonly kind?: string
  readonly metadata: { readonly name?: string; readonly resourceVersion?: string; readonly labels?: object }
  readonly items?: ReadonlyArray<Kube>
  readonly data?: Readonly<Record<string, string>>
  readonly spec?: { readonly holderIdentity?: string }
}

type Call = (parameters: object, options?: object) => Promise<Kube>

interface Informer {
  readonly on: (event: string, listener: (object: Kube) => void) => void
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly list: () => ReadonlyArray<Kube>
}

interface KubeConfig {
  readonly loadFromString: (text: string) => void
  readonly makeApiClient: (api: unknown) => Readonly<Record<string, Call>>
}

/** The part of the package that is used. It is loaded when the suite runs, for who has not installed it. */
interface ClientNode {
  readonly KubeConfig: new () => KubeConfig
  readonly CoreV1Api: unknown
  readonly CoordinationV1Api: unknown
  readonly KubernetesObjectApi: {
    readonly makeApiClient: (config: KubeConfig) => Readonly<Record<string, (object: object) => Promise<Kube>>>
  }
  readonly Watch: new (config: KubeConfig) => {
    readonly watch: (
      path: string,
      query: object,
      heard: (type: string, object: Kube) => void,
      done: (error: unknown) => void,
    ) => Promise<AbortController>
  }
  readonly makeInformer: (config: KubeConfig, path: string, list: () => Promise<Kube>, labels?: string) => Informer
  readonly setHeaderOptions: (name: string, value: string) => object
}

const within = async (holds: () => boolean): Promise<boolean> => {
  for (let turn = 0; turn < 200 && !holds(); turn++) await sleep(25)
  return holds()
}

/** The package, if it is installed. */
export const loadClientNode = async (): Promise<ClientNode | undefined> => {
  const name = '@kubernetes/client-node'
  try {
    return (await import(name)) as ClientNode
  } catch {
    return undefined
  }
}

/** Runs the package through its paces. */
export const runClientNode = async (k8s: ClientNode): Promise<Tally> => {
  const owner = replicaSet('web-1')
  const { kubeconfig, cluster, close } = await fakeServer([
    owner,
    pod('web-1-a', { ownedBy: owner, labels: { app: 'web' } }),
    configMap('settings'),
  ])
  const { step, tally } = steps()
  const config = new k8s.KubeConfig()
  config.loadFromString(kubeconfig)
  const core = config.makeApiClient(k8s.CoreV1Api)
  const call = (api: Readonly<Record<string, Call>>, name: string, parameters: object, options?: object) =>
    api[name]?.(parameters, options) ?? Promise.reject(new Error(`no ${name}`))
  const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => 200,
      (error: unknown) => (error as { readonly code?: unknown }).code,
    )
  const namespace = 'default'
  try {
    const informer = k8s.makeInformer(config, '/api/v1/namespaces/default/pods', () =>
      call(core, 'listNamespacedPod', { namespace }),
    )
    const heard: string[] = []
    for (const event of ['add', 'update', 'delete'])
      informer.on(event, ({ metadata: { name } }) => heard.push(`${event} ${name}`))
    await informer.start()
    step('an informer lists', heard, ['add web-1-a'])

    const body = {
      metadata: { name: 'web-2-a', labels: { app: 'web' } },
      spec: { containers: [{ name: 'a', image: 'x' }] },
    }
    const made = await call(core, 'createNamespacedPod', { namespace, body })
    step('create', [made.kind, made.metadata.name], ['Pod', 'web-2-a'])
    step('create again', await codeOf(call(core, 'createNamespacedPod', { namespace, body })), 409)
    step('the informer adds it', await within(() => heard.includes('add web-2-a')), true)
    const patch = k8s.setHeaderOptions('Content-Type', 'application/merge-patch+json')
    await call(
      core,
      'patchNamespacedPod',
      { namespace, name: 'web-2-a', body: { metadata: { labels: { app: 'api' } } } },
      patch,
    )
    step('the informer updates it', await within(() => heard.includes('update web-2-a')), true)
    const selected = await call(core, 'listNamespacedPod', { namespace, labelSelector: 'app=web' })
    step(
      'list by labels',
      selected.items?.map(({ metadata }) => metadata.name),
      ['web-1-a'],
    )
    await call(core, 'deleteNamespacedPod', { namespace, name: 'web-2-a', gracePeriodSeconds: 0 })
    step('the informer deletes it', await within(() => heard.includes('delete web-2-a')), true)

    const objects = k8s.KubernetesObjectApi.makeApiClient(config)
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'object', namespace } }
    step('create of any object', (await objects['create']?.({ ...map, data: { a: '1' } }))?.metadata.name, 'object')
    const read = await objects['read']?.(map)
    step('read of any object', read?.data, { a: '1' })
    step('replace of any object', (await objects['replace']?.({ ...read, data: { a: '2' } }))?.data, { a: '2' })
    step(
      'replace of a stale one',
      await codeOf(objects['replace']?.({ ...read, data: { a: '3' } }) ?? Promise.resolve()),
      409,
    )
    step('delete of any object', await codeOf(objects['delete']?.(map) ?? Promise.resolve()), 200)
    step('read of what is gone', await codeOf(objects['read']?.(map) ?? Promise.resolve()), 404)

    const leases = config.makeApiClient(k8s.CoordinationV1Api)
    const lease = await call(leases, 'createNamespacedLease', {
      namespace,
      body: { metadata: { name: 'leader' }, spec: { holderIdentity: 'a' } },
    })
    const holder = (holderIdentity: string) =>
      call(leases, 'replaceNamespacedLease', {
        namespace,
        name: 'leader',
        body: { ...lease, spec: { holderIdentity } },
      })
    step('a lease is taken', (await holder('b')).spec?.holderIdentity, 'b')
    step('and by one alone', await codeOf(holder('c')), 409)

    const told: string[] = []
    let ended = false
    const watch = await new k8s.Watch(config).watch(
      '/apis/apps/v1/replicasets',
      { allowWatchBookmarks: true },
      (type, { metadata: { name } }) => told.push(`${type} ${name}`),
      () => {
        ended = true
      },
    )
    step('a watch begins with what is there', await within(() => told.includes('ADDED web-1')), true)
    cluster.handle({ method: 'DELETE', path: '/apis/apps/v1/namespaces/default/replicasets/web-1' })
    step('a watch tells', await within(() => told.includes('DELETED web-1')), true)
    step('the collectors run', await within(() => heard.includes('delete web-1-a')), true)
    watch.abort()
    step('a watch ends', await within(() => ended), true)
    await informer.stop()
    return tally('client-node')
  } finally {
    await close()
  }
}
