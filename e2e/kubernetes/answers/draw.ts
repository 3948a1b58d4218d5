/** Random sequences of requests, most of which make sense, about a handful of objects in two namespaces. */
import { type Random, randomFrom } from '../../random.js'
import { type Kind, kinds } from './kinds.js'
import type { Step } from './step.js'

/** A sequence, and where it is played. */
export interface Sequence {
  readonly seed: number
  readonly namespaces: readonly [string, string]
  readonly steps: ReadonlyArray<Step>
}

const json = 'application/json'
const merge = 'application/merge-patch+json'
const jsonPatch = 'application/json-patch+json'
const strategic = 'application/strategic-merge-patch+json'

const forms = [
  ...['*/*', '*/*', 'application/json', 'application/json'],
  'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json',
  'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
  'application/json;as=Table;v=v1;g=meta.k8s.io,application/json',
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
  'text/html',
]

const hold = 'example.com/hold'

/** Draws a sequence of so many requests. */
export const drawn = (seed: number, length: number, prefix = 'same'): Sequence => {
  const random = randomFrom(seed)
  const namespaces = [`${prefix}-${seed}-a`, `${prefix}-${seed}-b`] as const
  const maker = makerOf(random, `${prefix}-${seed}`, namespaces)
  const first = namespaces.map((name): Step => ({
    method: 'POST',
    path: '/api/v1/namespaces',
    body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { run: `${prefix}-${seed}` } } },
  }))
  const seeded = Array.from({ length: 6 }, () => maker.create())
  const steps = Array.from({ length }, () => maker.any())
  return { seed, namespaces, steps: [...first, ...seeded, ...steps] }
}

const makerOf = ({ pick, chance, below }: Random, run: string, namespaces: ReadonlyArray<string>) => {
  // A sequence is about few kinds, or requests would hardly ever meet.
  const mine = Array.from({ length: 3 }, () => pick(kinds))
  const names = ['a', 'a', 'b', 'b', 'c']
  const nameOf = (kind: Kind): string => (kind.namespaced ? pick(names) : `${run}-${pick(names)}`)
  const collection = (kind: Kind, namespace = chance(0.92) ? namespaces[0] : namespaces[1]): string => {
    const base = kind.apiVersion === 'v1' ? '/api/v1' : `/apis/${kind.apiVersion}`
    return kind.namespaced ? `${base}/namespaces/${namespace}/${kind.resource}` : `${base}/${kind.resource}`
  }
  const labels = () => ({
    run,
    ...(chance(0.6) ? { x: pick(['1', '2']) } : {}),
    ...(chance(0.2) ? { 'example.com/y': '' } : {}),
  })
  const finalizers = () => (chance(0.25) ? { finalizers: pick([[hold], [hold, 'example.com/other'], []]) } : {})
  const owners = () =>
    chance(0.2)
      ? {
          ownerReferences: [
            {
              ...{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a' },
              uid: `@uid /api/v1/namespaces/${namespaces[0]}/configmaps/a`,
              ...(chance(0.5) ? { controller: true } : {}),
              ...(chance(0.5) ? { blockOwnerDeletion: true } : {}),
            },
          ],
        }
      : {}
  const metadata = (name: string) => ({ name, labels: labels(), ...finalizers(), ...owners() })
  const whole = (kind: Kind, name: string) => ({
    apiVersion: kind.apiVersion,
    kind: kind.kind,
    metadata: metadata(name),
    ...kind.body(kind.fixed ? name.length + name.charCodeAt(name.length - 1) : below(4)),
  })
  /** What is wrong with a body, now and then. */
  const spoiled = (body: ReturnType<typeof whole>, isPost: boolean): object => {
    const of = (change: object): object => ({ ...body, metadata: { ...body.metadata, ...change } })
    const { metadata: rest, ...bare } = body
    const spoils: ReadonlyArray<() => object> = [
      () => of({ name: `Upper_Case-${run}` }),
      () => of({ name: '' }),
      () => ({ ...bare, metadata: { labels: rest.labels } }),
      () => ({ ...bare, metadata: { generateName: 'made-', labels: rest.labels } }),
      () => of({ namespace: 'elsewhere' }),
      () => of({ resourceVersion: isPost ? '5' : 'five' }),
      () => of({ labels: { 'not a label': 'x' } }),
      () => of({ labels: { x: 'not a value' } }),
      () => of({ labels: { x: 5 } }),
      () => of({ labels: ['x'] }),
      () => of({ annotations: { 'not a key': 'x' } }),
      () => of({ annotations: { key: 7 } }),
      () => of({ finalizers: ['notqualified'] }),
      () => of({ finalizers: ['a b/c'] }),
      () => of({ finalizers: 'text' }),
      () => of({ finalizers: ['orphan', 'foregroundDeletion'] }),
      () => of({ finalizers: ['foregroundDeletion'] }),
      () => of({ ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'x' }] }),
      () => of({ ownerReferences: [{ apiVersion: '', kind: '', name: '', uid: '' }] }),
      () =>
        of({
          ownerReferences: ['u', 'v'].map((uid) => ({
            ...{ apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid, controller: true },
          })),
        }),
      () => of({ ownerReferences: {} }),
      () => of({ deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 3 }),
      () => of({ creationTimestamp: '2026-01-01T00:00:00Z' }),
      () => of({ creationTimestamp: 'yesterday' }),
      () => of({ generation: 7 }),
      () => of({ uid: '00000000-0000-4000-8000-00000000beef' }),
      () => of({ unknown: 'field' }),
      () => ({ ...body, apiVersion: 'v9' }),
      () => ({ ...body, apiVersion: 'apps/v9' }),
      () => ({ ...body, kind: 'Other' }),
      () => ({ ...body, kind: 5 }),
      () => ({ ...bare }),
      () => ({ ...bare, metadata: null }),
      () => ({ ...bare, metadata: 'text' }),
      () => ({}),
      () => [],

      () => {
        const { apiVersion: _version, kind: _kind, ...kindless } = body
        return kindless
      },
    ]
    return pick(spoils)()
  }
  const dry = (): Readonly<Record<string, string>> => (chance(0.08) ? { dryRun: chance(0.8) ? 'All' : 'Some' } : {})

  const create = (): Step => {
    const kind = pick(mine)
    const body = whole(kind, nameOf(kind))
    const isSpoiled = chance(0.15)
    return {
      method: 'POST',
      path: collection(kind, chance(0.03) ? `${run}-nowhere` : undefined),
      query: isSpoiled ? {} : dry(),
      body: isSpoiled ? spoiled(body, true) : body,
      ...(chance(0.1) ? { accept: pick(forms) } : {}),
      ...(chance(0.02) ? { contentType: 'text/plain' } : {}),
    }
  }
  const object = (): readonly [Kind, string, string] => {
    const kind = pick(mine)
    const name = nameOf(kind)
    return [kind, name, `${collection(kind)}/${name}`]
  }
  const versionOf = (path: string): object => {
    switch (below(8)) {
      case 0:
        return { resourceVersion: `@first ${path}` }
      case 1:
        return { resourceVersion: '' }
      case 2:
      case 3:
        return {}
      case 4:
        return { resourceVersion: `@version ${path}`, uid: `@uid ${path}` }
      default:
        return { resourceVersion: `@version ${path}` }
    }
  }
  const put = (): Step => {
    const [kind, name, path] = object()
    const body = whole(kind, chance(0.04) ? 'other' : name)
    const versioned = { ...body, metadata: { ...body.metadata, ...versionOf(path) } }
    const isStatus = chance(kind.hasStatus ? 0.3 : 0.05)
    return {
      method: 'PUT',
      path: `${path}${isStatus ? '/status' : ''}`,
      query: dry(),
      body: chance(0.12)
        ? spoiled(versioned, false)
        : { ...versioned, ...(kind.hasStatus && (isStatus || chance(0.1)) ? { status: kind.status(below(4)) } : {}) },
      ...(chance(0.1) ? { accept: pick(forms) } : {}),
    }
  }
  const mergeBodies = (kind: Kind, path: string): ReadonlyArray<() => unknown> => [
    () => ({ metadata: { labels: { x: pick(['1', '2', null]) } } }),
    () => ({ metadata: { annotations: { note: pick(['one', 'two', null]) } } }),
    () => ({ metadata: { finalizers: pick([null, [], [hold], ['example.com/new', hold]]) } }),
    () => ({ metadata: { resourceVersion: pick([`@version ${path}`, `@first ${path}`]), labels: { z: 'v' } } }),
    () => ({ metadata: { uid: pick([`@uid ${path}`, 'another']) } }),
    () => ({ metadata: { name: 'other' } }),
    () => ({ metadata: { labels: { 'not a label': 'x' } } }),
    () => ({ metadata: { labels: { x: 5 } } }),
    () => ({ metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }),
    () => ({ metadata: { ownerReferences: null } }),
    () => ({ metadata: null }),
    () => (kind.fixed ? {} : kind.body(below(4))),
    () => ({}),
    () => (kind.hasStatus ? { status: kind.status(below(4)) } : {}),
    () => [],
    () => 'text',
    () => ({ kind: 'Other' }),
  ]
  const jsonBodies: ReadonlyArray<() => unknown> = [
    () => [{ op: 'add', path: '/metadata/labels/j', value: pick(['1', '2']) }],
    () => [{ op: 'remove', path: '/metadata/labels/x' }],
    () => [{ op: 'replace', path: '/metadata/labels/x', value: '3' }],
    () => [
      { op: 'test', path: '/metadata/labels/x', value: '1' },
      { op: 'add', path: '/metadata/labels/tested', value: 'yes' },
    ],
    () => [{ op: 'remove', path: '/metadata/finalizers' }],
    () => [{ op: 'add', path: '/metadata/finalizers', value: [hold] }],
    () => [{ op: 'add', path: '/metadata/finalizers/-', value: 'example.com/last' }],
    () => [{ op: 'remove', path: '/metadata/finalizers/0' }],
    () => [{ op: 'copy', from: '/metadata/labels/run', path: '/metadata/labels/copy' }],
    () => [{ op: 'move', from: '/metadata/labels/x', path: '/metadata/labels/moved' }],
    () => [{ op: 'add', path: '/no/such/place', value: 1 }],
    () => [{ op: 'jump', path: '/metadata' }],
    () => [{ op: 'add', value: 1 }],
    () => [],
    () => ({}),
    () => 'text',
  ]
  const strategicBodies: ReadonlyArray<() => unknown> = [
    () => ({ metadata: { finalizers: [pick([hold, 'example.com/more'])] } }),
    () => ({ metadata: { '$deleteFromPrimitiveList/finalizers': [hold] } }),
    () => ({
      metadata: {
        ownerReferences: [{ $patch: 'delete', uid: `@uid /api/v1/namespaces/${namespaces[0]}/configmaps/a` }],
      },
    }),
    () => ({
      metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'n', uid: pick(['u', 'v']) }] },
    }),
    () => ({ metadata: { labels: { $patch: 'replace', only: 'this' } } }),
    () => ({ metadata: { labels: { x: pick(['1', '2', null]) } } }),
    () => ({ $patch: 'sideways' }),
  ]
  const patch = (): Step => {
    const [kind, , path] = object()
    const contentType = pick([merge, merge, jsonPatch, strategic, strategic, chance(0.2) ? json : merge])
    const bodies =
      contentType === jsonPatch
        ? jsonBodies
        : [...mergeBodies(kind, path), ...(contentType === strategic ? [...strategicBodies, ...strategicBodies] : [])]
    return {
      method: 'PATCH',
      path: `${path}${chance(kind.hasStatus ? 0.2 : 0.03) ? '/status' : ''}`,
      query: dry(),
      contentType,
      body: pick(bodies)(),
    }
  }
  const get = (): Step => {
    const [, , path] = object()
    return {
      method: 'GET',
      path: `${path}${chance(0.1) ? '/status' : ''}`,
      accept: pick(forms),
      query: pick([{}, {}, {}, { includeObject: 'None' }, { includeObject: 'All' }, { resourceVersion: '0' }]),
    }
  }
  const selectors: ReadonlyArray<string> = [
    ...['x', '!x', 'x=1', 'x==2', 'x!=1', 'x in (1,2)', 'x notin (1)', 'x in (1', 'x>1', 'x<2', 'x > one'],
    ...['x=1,run', 'example.com/y', 'example.com/y=', 'x=', ',', 'x=a b', '=x', 'x in ()', 'not a key', 'x=1,', '!x=1'],
  ]
  const fields: ReadonlyArray<string> = [
    ...['metadata.name=a', 'metadata.name!=a', 'metadata.namespace=x', 'status.phase=Pending', 'spec.nodeName=node-a'],
    ...['spec.nodeName=', 'no.such=field', 'metadata.name', 'metadata.name=a,metadata.name=b', 'type=Opaque'],
    ...['metadata.uid=x', 'metadata.name==b'],
  ]
  const selection = (): Readonly<Record<string, string>> => ({
    ...(chance(0.5) ? { labelSelector: pick(selectors) } : {}),
    ...(chance(0.25) ? { fieldSelector: pick(fields) } : {}),
  })
  const list = (): Step => {
    const kind = pick(mine)
    const path = collection(kind)
    const isEverywhere = kind.namespaced && chance(0.15)
    const everywhere = path.replace(/\/namespaces\/[^/]*/, '')
    const mineOnly = { labelSelector: `run=${run}${chance(0.5) ? ',x' : ''}` }
    return {
      method: 'GET',
      path: isEverywhere ? everywhere : path,
      accept: pick(forms),
      query: {
        ...(isEverywhere || !kind.namespaced ? mineOnly : selection()),
        ...(kind.namespaced && !isEverywhere && chance(0.3) ? { limit: pick(['1', '1', '2', '0', '-1', 'many']) } : {}),
        ...(chance(0.2) ? { continue: '@continue' } : {}),
        ...(chance(0.15) ? { resourceVersion: pick(['0', `@listed ${path}`, 'x', '']) } : {}),
        ...(chance(0.06) ? { resourceVersionMatch: pick(['Exact', 'NotOlderThan', 'Sometimes']) } : {}),
        ...(chance(0.05) ? { continue: pick(['nonsense', btoa('{"v":"meta.k8s.io/v1","rv":1,"start":"a"}')]) } : {}),
        ...(chance(0.05) ? { includeObject: pick(['None', 'Object', 'All']) } : {}),
      },
    }
  }
  const watch = (): Step => {
    const kind = pick(mine)
    const path = collection(kind)
    return {
      method: 'GET',
      path,
      ...(chance(0.3) ? { accept: pick(forms) } : {}),
      query: {
        watch: pick(['true', '1', 'true', 'yes']),
        timeoutSeconds: '1',
        ...(kind.namespaced ? selection() : { labelSelector: `run=${run}` }),
        ...(chance(0.7) ? { resourceVersion: pick([`@listed ${path}`, `@listed ${path}`, '0', 'x']) } : {}),
      },
    }
  }
  const options = (path: string): object => ({
    ...(chance(0.3) ? { apiVersion: 'v1', kind: 'DeleteOptions' } : {}),
    ...(chance(0.5) ? { propagationPolicy: pick(['Background', 'Foreground', 'Orphan', 'Sideways']) } : {}),
    ...(chance(0.08) ? { orphanDependents: pick([true, false]) } : {}),
    ...(chance(0.25) ? { gracePeriodSeconds: pick([0, 0, 1, 60, -1, chance(0.3) ? 'soon' : 5]) } : {}),
    ...(chance(0.2)
      ? {
          preconditions: pick([
            { uid: `@uid ${path}` },
            { uid: 'another' },
            { resourceVersion: `@version ${path}` },
            { resourceVersion: `@first ${path}` },
            { uid: `@uid ${path}`, resourceVersion: `@version ${path}` },
            { uid: 5 },
          ]),
        }
      : {}),
    ...(chance(0.06) ? { dryRun: pick([['All'], ['Some'], ['All', 'All']]) } : {}),
    ...(chance(0.02) ? { kind: 'Other' } : {}),
  })
  const remove = (): Step => {
    const [, , path] = object()
    return chance(0.6)
      ? { method: 'DELETE', path, body: options(path), ...(chance(0.1) ? { accept: pick(forms) } : {}) }
      : {
          method: 'DELETE',
          path,
          query: {
            ...(chance(0.5) ? { propagationPolicy: pick(['Background', 'Foreground', 'Orphan', 'Sideways']) } : {}),
            ...(chance(0.2) ? { gracePeriodSeconds: pick(['0', '1', '-1', 'soon']) } : {}),
            ...(chance(0.1) ? { orphanDependents: pick(['true', 'false', 'maybe']) } : {}),
            ...dry(),
          },
        }
  }
  const removeAll = (): Step => {
    const kind = pick(mine)
    const isEverywhere = kind.namespaced && chance(0.1)
    const path = collection(kind)
    return {
      method: 'DELETE',
      path: isEverywhere ? path.replace(/\/namespaces\/[^/]*/, '') : path,
      query: kind.namespaced && !isEverywhere ? selection() : { labelSelector: `run=${run}` },
      ...(chance(0.4) ? { body: options(path) } : {}),
    }
  }
  /** What happens to a namespace itself. */
  const onNamespace = (): Step => {
    const name = pick([namespaces[1] ?? '', namespaces[1] ?? '', `${run}-nowhere`])
    const path = `/api/v1/namespaces/${name}`
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, ...versionOf(path) } }
    return pick<() => Step>([
      () => ({ method: 'GET', path, accept: pick(forms) }),
      () => ({ method: 'GET', path: `${path}/status` }),
      () => ({ method: 'POST', path: '/api/v1/namespaces', body }),
      () => ({ method: 'PUT', path, body: { ...body, spec: { finalizers: ['kubernetes'] } } }),
      () => ({ method: 'PATCH', path, contentType: merge, body: { metadata: { labels: { n: pick(['1', null]) } } } }),
      () => ({ method: 'PUT', path: `${path}/finalize`, body: { ...body, spec: { finalizers: ['kubernetes'] } } }),
      () => ({ method: 'DELETE', path, body: options(path) }),
      () => ({ method: 'DELETE', path: '/api/v1/namespaces' }),
      () => ({
        method: 'GET',
        path: '/api/v1/namespaces',
        query: { labelSelector: `run=${run}` },
        accept: pick(forms),
      }),
    ])()
  }
  /** Paths and methods that no server takes. */
  const astray = (): Step => {
    const kind = pick(mine)
    const path = collection(kind)
    const name = nameOf(kind)
    const body = whole(kind, name)
    return pick<() => Step>([
      () => ({ method: 'POST', path: `${path}/${name}`, body }),
      () => ({ method: 'PUT', path, body }),
      () => ({ method: 'PATCH', path, contentType: merge, body: {} }),
      () => ({ method: 'GET', path: `${path}/${name}/nothing` }),
      () => ({ method: 'GET', path: '/apis/nowhere.example.com/v1/things' }),
      () => ({ method: 'GET', path: '/apis/example.com/v9/widgets' }),
      () => ({ method: 'GET', path: '/api/v1/things' }),
      () => ({ method: 'POST', path: `/api/v1/namespaces/${run}-nowhere/things`, body }),
      () => ({ method: 'DELETE', path: `${path}/${name}/status` }),
      () => ({ method: 'POST', path: path.replace(/\/namespaces\/[^/]*/, ''), body }),
      () => ({ method: 'GET', path: `${path}/Upper_Case-${run}` }),
    ])()
  }
  const turns: ReadonlyArray<readonly [number, () => Step]> = [
    ...([
      [20, create],
      [14, put],
      [20, patch],
      [8, get],
      [14, list],
      [14, remove],
      [4, removeAll],
    ] as const),
    ...([
      [4, onNamespace],
      [4, astray],
      [1, watch],
    ] as const),
  ]
  const bag = turns.flatMap(([share, make]) => Array.from({ length: share }, () => make))
  return { create, any: () => pick(bag)() }
}
