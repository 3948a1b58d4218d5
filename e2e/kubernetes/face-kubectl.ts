/** What users of kubectl do, on the fake cluster behind HTTP. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { configMap, deployment, pod, replicaSet } from '../../src/testing/index.js'
import type { Tally } from '../suites.js'
import { fakeServer, steps } from './face.js'

/** What a kubectl printed. */
export interface Printed {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A kubectl that runs beside this process, in which a server may be: nothing may block that. */
export const kubectlRunner =
  (kubectl: string, kubeconfig: string, cache: string) =>
  (words: string, input?: unknown): Promise<Printed> =>
    new Promise((resolve, reject) => {
      const child = spawn(kubectl, ['--kubeconfig', kubeconfig, '--cache-dir', cache, ...words.split(' ')])
      const [out, err]: [Buffer[], Buffer[]] = [[], []]
      child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
      child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
      child.on('error', reject)
      child.on('close', (code) => {
        resolve({
          code: code ?? 1,
          out: Buffer.concat(out).toString('utf8').trim(),
          err: Buffer.concat(err).toString('utf8').trim(),
        })
      })
      child.stdin.end(input === undefined ? '' : JSON.stringify(input))
    })

/** A Deployment with its pods, once for each way to delete it. */
const tree = (name: string): ReadonlyArray<object> => {
  const web = deployment(name)
  const set = replicaSet(`${name}-1`, { ownedBy: web })
  return [web, set, pod(`${name}-1-a`, { ownedBy: set })]
}

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'caches.shop.example.com' },
  spec: {
    group: 'shop.example.com',
    scope: 'Namespaced',
    names: { plural: 'caches', singular: 'cache', kind: 'Cache', shortNames: ['ca'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
      },
    ],
  },
}

/** Runs kubectl through its paces. */
export const runKubectl = async (kubectl: string, version: string): Promise<Tally> => {
  const folder = mkdtempSync(join(tmpdir(), 'gcplan-face-'))
  const { kubeconfig, close } = await fakeServer([
    ...['background', 'foreground', 'orphan', 'held'].flatMap(tree),
    configMap('settings', { labels: { app: 'web' } }),
  ])
  const file = join(folder, 'kubeconfig')
  writeFileSync(file, kubeconfig)
  const run = kubectlRunner(kubectl, file, join(folder, 'cache'))
  const { step, tally } = steps()
  const named = async (kinds: string): Promise<ReadonlyArray<string>> =>
    (await run(`get ${kinds} -o name`)).out.split('\n').filter((line) => line !== '')
  try {
    const { out: table } = await run('get configmaps')
    step('get prints a table', table.split('\n')[0]?.split(/\s+/), ['NAME', 'DATA', 'AGE'])
    step(
      'get of a kind by its short name',
      (await run('get cm/settings -o jsonpath={.metadata.labels.app}')).out,
      'web',
    )
    step('get -o json', (JSON.parse((await run('get cm settings -o json')).out) as { kind: string }).kind, 'ConfigMap')
    step('get -l', await named('cm -l app=web'), ['configmap/settings'])
    step('get --field-selector', await named('pods --field-selector metadata.name=held-1-a'), ['pod/held-1-a'])
    step('get --chunk-size', (await named('pods --chunk-size 1')).length, 4)
    step('get -A -o wide', (await run('get pods -A -o wide')).code, 0)
    const missing = await run('get cm nothing')
    step(
      'get of what is not there',
      [missing.code, missing.err],
      [1, 'Error from server (NotFound): configmaps "nothing" not found'],
    )
    step('api-resources', (await run('api-resources --api-group apps -o name')).out.split('\n').length, 5)
    step('version', /v1\.36\.0\+gcplan/.test((await run('version')).out), true)

    const made = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'made' }, data: { a: '1' } }
    step('create', (await run('create --validate=false -f -', made)).out, 'configmap/made created')
    step('create again', /AlreadyExists/.test((await run('create --validate=false -f -', made)).err), true)
    // Old releases ask OpenAPI documents whether the server can.
    if (!version.startsWith('1.20'))
      step(
        'create --dry-run=server',
        (await run('create --validate=false --dry-run=server -f -', { ...made, metadata: { name: 'dry' } })).code,
        0,
      )
    step('a dry run made nothing', (await run('get cm dry')).code, 1)
    // Its own words for a namespace send protobuf in recent releases.
    const shop = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }
    step('create of a namespace', (await run('create --validate=false -f -', shop)).out, 'namespace/shop created')
    const typed = { ...made, metadata: { name: 'typed' } }
    step('create -n', (await run('create --validate=false -n shop -f -', typed)).out, 'configmap/typed created')
    step(
      'replace',
      (await run('replace --validate=false -f -', { ...made, data: { a: '2' } })).out,
      'configmap/made replaced',
    )

    for (const [type, patch] of [
      ['merge', '{"data":{"m":"1"}}'],
      ['strategic', '{"data":{"s":"1"}}'],
      ['json', '[{"op":"add","path":"/data/j","value":"1"}]'],
    ] as const)
      step(
        `patch --type ${type}`,
        (await run(`patch cm made --type ${type} -p ${patch}`)).out,
        'configmap/made patched',
      )
    step('all patches are in', (await run('get cm made -o jsonpath={.data}')).out, '{"a":"2","j":"1","m":"1","s":"1"}')
    step('label', (await run('label cm made tier=x')).out, 'configmap/made labeled')
    step('annotate', (await run('annotate cm made note=x')).out, 'configmap/made annotated')
    step('label without --overwrite', (await run('label cm made tier=y')).code, 1)
    step('scale', (await run('scale deployment/held --replicas=3')).code, 0)
    step('scaled', (await run('get deployment held -o jsonpath={.spec.replicas}')).out, '3')

    const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' }, data: { a: '1' } }
    step('apply', (await run('apply --validate=false -f -', applied)).out, 'configmap/applied created')
    step('apply again', (await run('apply --validate=false -f -', applied)).out, 'configmap/applied unchanged')
    step(
      'apply a change',
      (await run('apply --validate=false -f -', { ...applied, data: { a: '2' } })).out,
      'configmap/applied configured',
    )
    step('apply --server-side', (await run('apply --validate=false --server-side -f -', applied)).code, 1)

    step('create of a definition', (await run('create --validate=false -f -', definition)).code, 0)
    step(
      'it is established',
      (await run('wait --for=condition=Established crd/caches.shop.example.com --timeout=10s')).code,
      0,
    )
    const cache = { apiVersion: 'shop.example.com/v1', kind: 'Cache', metadata: { name: 'main' }, spec: { size: 3 } }
    step(
      'create of a custom resource',
      (await run('create --validate=false -f -', cache)).out,
      'cache.shop.example.com/main created',
    )
    step(
      'its columns',
      (await run('get ca')).out.split('\n').map((line) => line.split(/\s+/)),
      [
        ['NAME', 'SIZE'],
        ['main', '3'],
      ],
    )
    step('a strategic patch of it', (await run('patch cache main --type strategic -p {"spec":{}}')).code, 1)
    step('delete of the definition', (await run('delete crd caches.shop.example.com --timeout=20s')).code, 0)
    step('its kind is gone', (await run('get caches')).code, 1)

    step(
      'delete --cascade=background',
      (await run('delete deployment background --cascade=background --timeout=20s')).code,
      0,
    )
    step(
      'delete --cascade=foreground --wait',
      (await run('delete deployment foreground --cascade=foreground --wait --timeout=20s')).code,
      0,
    )
    step(
      'delete --cascade=orphan --wait=false',
      (await run('delete deployment orphan --cascade=orphan --wait=false')).code,
      0,
    )
    step('what the cascades left', await named('deployments,replicasets,pods'), [
      'deployment.apps/held',
      'replicaset.apps/held-1',
      'replicaset.apps/orphan-1',
      'pod/held-1-a',
      'pod/orphan-1-a',
    ])
    step('delete -l', (await run('delete cm -l tier=x')).out, 'configmap "made" deleted')
    step('delete pod --grace-period=0 --force', (await run('delete pod held-1-a --grace-period=0 --force')).code, 0)
    step('delete namespace', (await run('delete namespace shop --timeout=20s')).code, 0)
    step('it is gone', (await run('get namespace shop')).code, 1)
    return tally(version)
  } finally {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
}
