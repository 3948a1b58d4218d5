/**
 * Answers which clusters all collectors together are tried on: small ones of every kind that one of them reads, with few
 * names, so that owners, nodes and limits meet.
 */
import fc from 'fast-check'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { Coverage } from '../../../src/apiserver/scope.js'
import { annotationNames } from '../../../src/controllers/lifecycle/index.js'
import type { ObjectMeta, OwnerReference } from '../../../src/apiserver/object.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import type { Policies, Snapshot } from '../../../src/simulate/control-plane/index.js'
import { presets } from '../../../src/simulate/control-plane/index.js'
import { assumed, known, unknown } from '../../../src/core/index.js'
import { after } from './building.js'

const kinds = {
  Deployment: 'apps/v1',
  ReplicaSet: 'apps/v1',
  CronJob: 'batch/v1',
  Job: 'batch/v1',
  Pod: 'v1',
  ConfigMap: 'v1',
  Node: 'v1',
} as const

type Kind = keyof typeof kinds

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const

/** Each name is of one kind wherever it is referred to, and of one uid. */
const arbitraryKinds: fc.Arbitrary<ReadonlyMap<string, Kind>> = fc
  .tuple(
    ...names.map(() => fc.constantFrom<Kind>('Job', 'Pod', 'Pod', 'ReplicaSet', 'CronJob', 'Deployment', 'ConfigMap')),
  )
  .map((chosen) => new Map(names.map((name, index) => [name, chosen[index] ?? 'Pod'])))

const instants = fc.integer({ min: -60, max: 60 }).map(after)

const arbitraryMetadata = (name: string, kindOf: ReadonlyMap<string, Kind>): fc.Arbitrary<ObjectMeta> =>
  fc
    .record({
      created: fc.option(instants),
      deleted: fc.constantFrom(false, false, false, false, true),
      finalizer: fc.constantFrom(null, null, null, 'example.com/x', 'foregroundDeletion', 'orphan'),
      owner: fc.constantFrom(null, null, null, ...names, 'nobody'),
      misnamed: fc.constantFrom(false, false, false, false, false, false, true),
      blocks: fc.constantFrom(undefined, true),
      enabled: fc.constantFrom(undefined, undefined, 'true', 'false'),
    })
    .map(({ created, deleted, finalizer, owner, misnamed, blocks, enabled }) => ({
      namespace: 'shop',
      name,
      uid: `u-${name}`,
      resourceVersion: '7',
      ...(created === null ? {} : { creationTimestamp: created }),
      ...(deleted ? { deletionTimestamp: after(-5), deletionGracePeriodSeconds: 0 } : {}),
      ...(finalizer === null ? {} : { finalizers: [finalizer] }),
      ...(enabled === undefined
        ? {}
        : {
            annotations: {
              [annotationNames.enabled]: enabled,
              [annotationNames.afterFinished]: 'true',
              [annotationNames.ttlSeconds]: '30',
            },
          }),
      ...(owner === null || owner === name ? {} : { ownerReferences: [referenceTo(owner, misnamed, blocks, kindOf)] }),
    }))

const referenceTo = (
  owner: string,
  misnamed: boolean,
  blocks: true | undefined,
  kindOf: ReadonlyMap<string, Kind>,
): OwnerReference => {
  const kind = kindOf.get(owner) ?? 'ReplicaSet'
  return {
    apiVersion: kinds[kind],
    kind,
    name: misnamed ? 'wrong' : owner,
    uid: `u-${owner}`,
    controller: true,
    ...(blocks === undefined ? {} : { blockOwnerDeletion: blocks }),
  }
}

const limits = fc.constantFrom(undefined, 0, 1, 2)

const condition = fc.record({
  type: fc.constantFrom('Complete', 'Failed'),
  status: fc.constantFrom('True', 'True', 'False'),
  lastTransitionTime: fc.integer({ min: -60, max: 10 }).map(after),
})

/** What an object holds outside its metadata; templates differ by their name. */
const arbitraryContent: { readonly [K in Kind]: fc.Arbitrary<object> } = {
  Deployment: fc.record({
    spec: fc.record({
      revisionHistoryLimit: limits,
      paused: fc.constant(true),
      template: fc.constant({ metadata: { labels: { app: 'x' } } }),
    }),
  }),
  ReplicaSet: fc.record({
    spec: fc.record({
      replicas: fc.constantFrom(0, 0, 1),
      template: fc.constantFrom('x', 'y', 'z').map((app) => ({ metadata: { labels: { app } } })),
    }),
    status: fc.record({ replicas: fc.constant(0) }),
  }),
  CronJob: fc.record({ spec: fc.record({ successfulJobsHistoryLimit: limits, failedJobsHistoryLimit: limits }) }),
  Job: fc.record({
    spec: fc.record({ ttlSecondsAfterFinished: fc.constantFrom(undefined, undefined, 0, 30) }),
    status: fc.record({ startTime: instants, conditions: fc.array(condition, { maxLength: 1 }) }),
  }),
  Pod: fc.record({
    spec: fc.record({ nodeName: fc.constantFrom(undefined, 'n0', 'n0', 'gone') }),
    status: fc.record({ phase: fc.constantFrom('Running', 'Succeeded', 'Failed') }),
  }),
  ConfigMap: fc.constant({}),
  Node: fc.constant({}),
}

const nodes: ReadonlyArray<WholeObject> = [
  { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n0', uid: 'u-n0', resourceVersion: '7' } },
]

const arbitraryObjects: fc.Arbitrary<ReadonlyArray<WholeObject>> = fc
  .tuple(arbitraryKinds, fc.shuffledSubarray([...names]))
  .chain(([kindOf, present]) =>
    fc.tuple(
      ...present.map((name) => {
        const kind = kindOf.get(name) ?? 'Pod'
        return fc
          .tuple(arbitraryMetadata(name, kindOf), arbitraryContent[kind])
          .map(([metadata, content]): WholeObject => ({ apiVersion: kinds[kind], kind, metadata, ...content }))
      }),
    ),
  )
  .map((objects) => [...nodes, ...objects])

const arbitraryCoverage: fc.Arbitrary<Coverage> = fc.constantFrom<Coverage>(
  { _tag: 'Everything' },
  { _tag: 'Everything' },
  { _tag: 'Everything', because: 'somebody says so' },
  {
    _tag: 'Resources',
    resources: [
      { group: '', kind: 'Node', namespaces: 'all' },
      { group: 'batch', kind: 'Job', namespaces: ['shop'] },
    ],
  },
)

const scopes = scopes_1_36.scopes.filter(({ kind }) => Object.hasOwn(kinds, kind))

export const arbitrarySnapshot: fc.Arbitrary<Snapshot> = fc.record({
  at: fc.constant(after(0)),
  objects: arbitraryObjects,
  scopes: fc.constant(scopes),
  coverage: arbitraryCoverage,
  apiNodes: fc.constantFrom(known([]), known(['gone']), assumed([], 'nobody looked'), unknown),
  failedLookups: fc.constantFrom(undefined, undefined, undefined, ['gone']),
  memory: fc.record({
    pod: fc.record({
      waiting: fc.constantFrom([], [{ node: 'gone', until: after(25) }]),
      ripe: fc.constantFrom([], ['gone']),
    }),
    lifecycle: fc.record({
      marks: fc
        .shuffledSubarray([...names])
        .map((some) => some.map((name) => ({ uid: `u-${name}`, since: after(-40), epoch: 'first' }))),
    }),
  }),
})

export const arbitraryPolicies: fc.Arbitrary<Policies> = fc
  .record({
    preset: fc.constantFrom(...Object.values(presets)),
    agreement: fc.constantFrom<Policies['agreement']>('each-on-its-own', 'all-agree'),
    threshold: fc.integer({ min: 0, max: 2 }),
    period: fc.constantFrom<Policies['lifecycle']['period']>(
      { _tag: 'Enabled', epoch: 'first' },
      { _tag: 'Disabled', marks: 'leave' },
      { _tag: 'Disabled', marks: 'clear' },
    ),
    uncovered: fc.constantFrom<Policies['owner']['uncovered']>('keep', 'keep', 'absent'),
  })
  .map(({ preset, agreement, threshold, period, uncovered }) => ({
    ...preset,
    agreement,
    pod: { ...preset.pod, terminatedPodGcThreshold: threshold },
    history: { ...preset.history, uncovered },
    lifecycle: { ...preset.lifecycle, period },
    owner: { ...preset.owner, uncovered },
  }))

export const shuffled = <A>(items: ReadonlyArray<A>): fc.Arbitrary<A[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length })
