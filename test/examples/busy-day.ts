/** A busy cluster over a day of a virtual clock, with a gate in front of it and programs that follow it. */
import { either as E } from 'fp-ts'

import { configOf as gateConfigOf } from '../../examples/admission-gate/config.js'
import { metricsFrom as gateMetrics } from '../../examples/admission-gate/metrics.js'
import { type Gate, admissionGate } from '../../examples/admission-gate/program.js'
import { metricsFrom } from '../../examples/lifecycle-controller/metrics.js'
import { lifecycleController } from '../../examples/lifecycle-controller/program.js'
import { type Client, type Reconciler, eventRecorder, runControllers } from '../../src/adapters/kubernetes/index.js'
import { millis } from '../../src/core/index.js'
import { type ServedCluster, clientOf, servedCluster } from '../../src/testing/http/index.js'
import { sizeOf } from '../../src/testing/http/tree.js'
import { serving } from '../adapters/kubernetes/faults.js'
import { anHour, policyOf, space } from './lifecycle-controller/running.js'

/** What there is at some time. */
export interface Standing {
  /** Objects that the server stores. */
  readonly stored: number
  /** Changes that it remembers. */
  readonly remembered: number
  /** Objects that the gate knows. */
  readonly known: number
  /** Watches that wait for a change. */
  readonly waiting: number
}

/** A day that goes on hour by hour. */
export interface BusyDay {
  readonly passHour: () => Promise<void>
  readonly standing: () => Standing
  /** How many objects were made so far, and how many deletions of users the gate let through. */
  readonly done: () => { readonly made: number; readonly deleted: number }
  readonly stop: () => void
}

const policies = {
  ...{ apiVersion: 'lifecycle.gcplan.io/v1alpha1', kind: 'LifecyclePolicy', resource: 'lifecyclepolicies' },
  ...{ namespaced: false, strategicMergePatch: false },
}

const resources = [
  ...['namespaces', 'nodes', 'pods', 'configmaps', 'events', 'deployments', 'replicasets', 'jobs'],
  'lifecyclepolicies',
]

/** Deletes ConfigMaps that are called scratch. */
const cleaner: Reconciler = {
  name: 'cleaner',
  watches: ['ConfigMap'],
  keysOf: ({ object }) => (object.metadata.name.startsWith('scratch-') ? [object.metadata.uid] : []),
  reconcile: (view) => (uid) => {
    const object = view.find(uid)
    const address = object === undefined ? undefined : view.addressOf(object)
    return address === undefined
      ? { requests: [], why: 'it is gone' }
      : { requests: [{ _tag: 'Delete', object: address, options: { preconditions: { uid } } }], why: 'it is scratch' }
  },
}

/** Begins a day. */
export const busyDay = async (): Promise<BusyDay> => {
  const held: { gate?: Gate } = {}
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a' } }
  const cluster = servedCluster([policyOf(anHour), space('shop', 'enforce'), space('tools'), node], {
    scopes: [policies],
    validate: (review) => {
      const answer = held.gate?.review(JSON.parse(JSON.stringify(review)))
      return answer !== undefined && E.isRight(answer) ? answer.right.response : undefined
    },
  })
  const { clock } = cluster
  let waiting = 0
  const counted: ServedCluster = {
    ...cluster,
    subscribe: (listener) => {
      waiting++
      const unsubscribe = cluster.subscribe(listener)
      return () => {
        waiting--
        unsubscribe()
      }
    },
  }
  const client: Client = serving(...resources)(clientOf(counted))
  const ending = new AbortController()
  const { signal } = ending
  const log = (): void => undefined

  const config = gateConfigOf('{}', {})
  if (E.isLeft(config)) throw new Error('settings')
  const parts = { client, clock, signal, config: config.right, metrics: gateMetrics(), log }
  const gate = await admissionGate(parts)()
  if (E.isLeft(gate)) throw new Error('no gate')
  held.gate = gate.right
  const running = await runControllers(client, {
    ...{ clock, signal, kinds: ({ kind }) => kind === 'ConfigMap' },
  })([cleaner])()
  if (E.isLeft(running)) throw new Error('no controllers')
  const events = eventRecorder(client.send, {
    ...{ controller: 'gcplan.dev/lifecycle', instance: 'a', clock, signal },
  })
  void lifecycleController({
    ...{ client, clock, events, metrics: metricsFrom(), log },
    config: {
      ...{ policy: { _tag: 'Resource', name: 'default' }, interval: 300_000, identity: 'a', namespace: 'tools' },
      ...{ elects: false, port: 0 },
    },
  })({ signal, leads: () => true })()

  let [made, deleted, round] = [0, 0, 0]
  const create = (path: string, apiVersion: string, kind: string, name: string, rest: object = {}, metadata = {}) => {
    const body = { apiVersion, kind, ...rest, metadata: { name, namespace: 'shop', ...metadata } }
    const response = cluster.handle({ method: 'POST', path: `${path}/namespaces/shop/${kind.toLowerCase()}s`, body })
    if (response._tag !== 'Reply' || response.status !== 201) throw new Error(JSON.stringify(response))
    made++
    const { uid } = (response.body as { readonly metadata: { readonly uid: string } }).metadata
    return { ownerReferences: [{ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }] }
  }
  const remove = (path: string): void => {
    const response = cluster.handle({ method: 'DELETE', path, body: { propagationPolicy: 'Foreground' } })
    if (response._tag === 'Reply' && response.status < 300) deleted++
  }
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web' }] } }
  const spec = { replicas: 2, selector: { matchLabels: { app: 'web' } }, template }
  /** One round of a busy cluster: an app comes and the one before goes, a Job ends, scratch and unused maps are left. */
  const play = (): void => {
    round++
    const app = create('/apis/apps/v1', 'apps/v1', 'Deployment', `web-${round}`, { spec })
    const set = create('/apis/apps/v1', 'apps/v1', 'ReplicaSet', `web-${round}`, { spec }, app)
    for (const pod of ['a', 'b'])
      create('/api/v1', 'v1', 'Pod', `web-${round}-${pod}`, { spec: { ...template.spec, nodeName: 'node-a' } }, set)
    if (round > 3) remove(`/apis/apps/v1/namespaces/shop/deployments/web-${round - 3}`)
    const job = `job-${round}`
    create('/apis/batch/v1', 'batch/v1', 'Job', job, { spec: { ttlSecondsAfterFinished: 600, template } })
    const ended = cluster.now().toISOString().replace(/\.\d+/, '')
    cluster.handle({
      ...{ method: 'PATCH', path: `/apis/batch/v1/namespaces/shop/jobs/${job}/status` },
      contentType: 'application/merge-patch+json',
      body: {
        status: {
          ...{ completionTime: ended, conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: ended }] },
        },
      },
    })
    create('/api/v1', 'v1', 'ConfigMap', `scratch-${round}`)
    create('/api/v1', 'v1', 'ConfigMap', `unused-${round}`)
  }
  return {
    passHour: async () => {
      for (let minute = 0; minute < 60; minute += 5) {
        play()
        await clock.advance(millis(300_000))
      }
    },
    standing: () => {
      const { entries, history } = cluster.state()
      let older = 0
      for (let link = history.older; link !== undefined; link = link.next) older++
      const known = /gcplan_gate_cluster_objects (\d+)/.exec(gate.right.printMetrics())
      return { stored: sizeOf(entries), remembered: history.count + older, known: Number(known?.[1]), waiting }
    },
    done: () => ({ made, deleted }),
    stop: () => ending.abort(),
  }
}
