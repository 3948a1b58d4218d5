/**
 * Arbitrary clusters for the owner collector: small, with few names, so that references meet; most references are
 * valid.
 */
import * as fc from 'fast-check'

import type { Coverage, Scope } from '../../apiserver/scope.js'
import type { KubeObject, OwnerReference } from '../../apiserver/object.js'
import { type Policy, type Snapshot, presets } from '../../controllers/owner/index.js'
import { noon } from '../when.js'

/** Everything is shown. */
export const everything: Coverage = { _tag: 'Everything' }

const scope = (apiVersion: string, kind: string, resource: string, namespaced: boolean): Scope => ({
  apiVersion,
  kind,
  resource,
  namespaced,
  strategicMergePatch: !apiVersion.startsWith('example.com'),
})

/** The kinds that are served. */
export const scopes: ReadonlyArray<Scope> = [
  scope('v1', 'ConfigMap', 'configmaps', true),
  scope('v1', 'Pod', 'pods', true),
  scope('v1', 'Event', 'events', true),
  scope('v1', 'Node', 'nodes', false),
  scope('autoscaling/v1', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers', true),
  scope('autoscaling/v2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers', true),
  scope('example.com/v1', 'Widget', 'widgets', true),
]

const kinds = fc.constantFrom(
  ['v1', 'ConfigMap', true],
  ['v1', 'ConfigMap', true],
  ['v1', 'Pod', true],
  ['v1', 'Node', false],
  ['example.com/v1', 'Widget', true],
  ['autoscaling/v1', 'HorizontalPodAutoscaler', true],
  ['autoscaling/v2', 'HorizontalPodAutoscaler', true],
  ['gone.example.com/v1', 'Ghost', true],
  ['v1', 'Event', true],
) as fc.Arbitrary<readonly [string, string, boolean]>

const uids = ['a', 'b', 'c', 'd', 'e', '__proto__'] as const

interface Being {
  readonly uid: string
  readonly of: readonly [string, string, boolean]
  readonly namespace: string
  readonly deleted: boolean
  readonly finalizers: ReadonlyArray<string>
  readonly refers: ReadonlyArray<{
    readonly uid: string
    readonly wrong: string
    readonly blocks: boolean | undefined
    readonly of: readonly [string, string, boolean]
  }>
}

const refers = fc.record({
  uid: fc.constantFrom(...uids, 'nobody'),
  wrong: fc.constantFrom('', '', '', '', 'name', 'kind'),
  blocks: fc.constantFrom(undefined, true, false),
  of: kinds,
})

const being = (uid: string): fc.Arbitrary<Being> =>
  fc.record({
    uid: fc.constant(uid),
    of: kinds,
    namespace: fc.constantFrom('ns1', 'ns1', 'ns1', 'ns2'),
    deleted: fc.constantFrom(false, false, true),
    finalizers: fc.constantFrom(
      [],
      [],
      ['foregroundDeletion'],
      ['orphan'],
      ['example.com/x'],
      ['foregroundDeletion', 'example.com/x'],
      ['orphan', 'foregroundDeletion'],
    ),
    refers: fc.array(refers, { maxLength: 3 }),
  })

/** Clusters of objects that none of the collectors has asked to delete yet, or of any. */
const arbitraryObjects = (calm: boolean): fc.Arbitrary<ReadonlyArray<KubeObject>> =>
  fc
    .shuffledSubarray([...uids])
    .chain((present) => fc.tuple(...present.map(being)))
    .map((beings) => {
      const byUid = new Map(beings.map((one) => [one.uid, one]))
      return beings.map((one) => objectOf(one, byUid, calm))
    })

const objectOf = (
  { uid, of: [apiVersion, kind, namespaced], namespace, deleted, finalizers, refers: all }: Being,
  byUid: ReadonlyMap<string, Being>,
  calm: boolean,
): KubeObject => ({
  apiVersion,
  kind,
  metadata: {
    ...(namespaced ? { namespace } : {}),
    name: `o-${uid}`,
    uid,
    resourceVersion: '1',
    ...(deleted && !calm ? { deletionTimestamp: noon, deletionGracePeriodSeconds: 0 } : {}),
    ...(finalizers.length === 0 ? {} : { finalizers }),
    ...(all.length === 0 ? {} : { ownerReferences: all.map((one) => referenceOf(one, byUid)) }),
  },
})

const referenceOf = (
  { uid, wrong, blocks, of }: Being['refers'][number],
  byUid: ReadonlyMap<string, Being>,
): OwnerReference => {
  const [apiVersion, kind] = wrong === 'kind' ? of : (byUid.get(uid)?.of ?? of)
  const name = wrong === 'name' ? 'wrong' : `o-${uid}`
  return { apiVersion, kind, name, uid, ...(blocks === undefined ? {} : { blockOwnerDeletion: blocks }) }
}

const arbitraryCoverage: fc.Arbitrary<Coverage> = fc.oneof(
  fc.constant(everything),
  fc
    .shuffledSubarray([...scopes])
    .chain((covered) =>
      fc.tuple(
        ...covered.map(({ apiVersion, kind }) =>
          fc.record({
            group: fc.constant(apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''),
            kind: fc.constant(kind),
            namespaces: fc.constantFrom('all' as const, ['ns1'], []),
          }),
        ),
      ),
    )
    .map((resources): Coverage => ({ _tag: 'Resources', resources })),
)

/** Coverage with grounds for some of it. */
const arbitraryStatements: fc.Arbitrary<Coverage> = arbitraryCoverage.chain((coverage) =>
  coverage._tag === 'Everything'
    ? fc.constantFrom<Coverage>(coverage, { ...coverage, because: 'one' })
    : fc
        .array(fc.constantFrom('one', 'one', 'two', undefined), {
          minLength: coverage.resources.length,
          maxLength: coverage.resources.length,
        })
        .map((grounds) => ({
          ...coverage,
          resources: coverage.resources.map((resource, index) => ({ ...resource, because: grounds[index] })),
        })),
)

const snapshotOf = (
  objects: fc.Arbitrary<ReadonlyArray<KubeObject>>,
  coverage: fc.Arbitrary<Coverage>,
): fc.Arbitrary<Snapshot> => fc.record({ at: fc.constant(noon), objects, scopes: fc.constant(scopes), coverage })

/** Clusters that may be covered only in part. */
export const arbitrarySnapshot: fc.Arbitrary<Snapshot> = snapshotOf(arbitraryObjects(false), arbitraryCoverage)

/** Snapshots with stated coverage. */
export const statedSnapshot: fc.Arbitrary<Snapshot> = snapshotOf(arbitraryObjects(false), arbitraryStatements)

/** Clusters in which nothing is being deleted. */
export const calmSnapshot: fc.Arbitrary<Snapshot> = snapshotOf(arbitraryObjects(true), arbitraryCoverage)

/** Clusters that are shown whole. */
export const wholeSnapshot: fc.Arbitrary<Snapshot> = snapshotOf(arbitraryObjects(false), fc.constant(everything))

/** Policies of every release, with every `uncovered`. */
export const arbitraryPolicy: fc.Arbitrary<Policy> = fc
  .tuple(fc.constantFrom(...Object.values(presets)), fc.constantFrom('keep' as const, 'absent' as const))
  .map(([preset, uncovered]) => ({ ...preset, uncovered }))
