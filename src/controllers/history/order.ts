/**
 * Sort order of ReplicaSets and ControllerRevisions, oldest first.
 */
import { elementAt } from '../../internal/lists.js'
import { int64ToBigint, maxInt64, minInt64 } from '../../core/int64.js'
import type { KubeObject } from '../../apiserver/object.js'
import { compareNames } from './keeper.js'
import type { Policy } from './policy.js'
import type { ControllerRevision, ReplicaSet } from './snapshot.js'

/** By creation time, then name; objects without a creation time come first. */
export const compareCreation = (a: KubeObject, b: KubeObject): number =>
  createdAt(a) - createdAt(b) || compareNames(a, b)

const createdAt = ({ metadata }: KubeObject): number => metadata.creationTimestamp?.getTime() ?? Number.MIN_SAFE_INTEGER

/**
 * By revision, then creation and name. Where the real order leaves ties open (DaemonSet), these are its tie-breaks.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/history/controller_history.go SortControllerRevisions
 */
export const sortRevisions = (revisions: ReadonlyArray<ControllerRevision>): ReadonlyArray<ControllerRevision> =>
  sortBy(({ revision }) => int64ToBigint(revision), revisions)

/**
 * ReplicaSets in order of removal. By revision as annotated, then creation and name. A revision that cannot be read is
 * compared by creation and name with every other one, which is no order: up to twelve sets are inserted one after the
 * other, as the real sort does, so that the order of the list decides; of more, those whose revision cannot be read come
 * last, where the real sort leaves it open.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/controller_utils.go ReplicaSetsByRevision
 */
export const sortReplicaSets =
  (replicaSetOrder: Policy['replicaSetOrder']) =>
  (sets: ReadonlyArray<ReplicaSet>): ReadonlyArray<ReplicaSet> => {
    if (replicaSetOrder === 'creation') return sets.toSorted(compareCreation)
    const revisions = new Map(sets.map((set) => [set, revisionOf(set)] as const))
    const revision = (set: ReplicaSet): bigint | null => revisions.get(set) ?? null
    const isReadable = (set: ReplicaSet): boolean => revision(set) !== null
    if (sets.length <= insertionLimit && !sets.every(isReadable)) return inserted(sets, revision)
    return [
      ...sortBy((set) => revision(set) ?? 0n, sets.filter(isReadable)),
      ...sets.filter((set) => !isReadable(set)).sort(compareCreation),
    ]
  }

/** Go sorts up to so many items by insertion. */
const insertionLimit = 12

const inserted = (
  sets: ReadonlyArray<ReplicaSet>,
  revision: (set: ReplicaSet) => bigint | null,
): ReadonlyArray<ReplicaSet> => {
  const isBefore = (a: ReplicaSet, b: ReplicaSet): boolean => {
    const [left, right] = [revision(a), revision(b)]
    return left === null || right === null || left === right ? compareCreation(a, b) < 0 : left < right
  }
  const sorted: ReplicaSet[] = []
  for (const set of sets) {
    let place = sorted.length
    while (place > 0 && isBefore(set, elementAt(sorted, place - 1))) place--
    sorted.splice(place, 0, set)
  }
  return sorted
}

const sortBy = <O extends KubeObject>(revision: (object: O) => bigint, objects: ReadonlyArray<O>): ReadonlyArray<O> =>
  objects
    .map((object) => ({ object, revision: revision(object) }))
    .sort((a, b) => (a.revision < b.revision ? -1 : a.revision > b.revision ? 1 : compareCreation(a.object, b.object)))
    .map(({ object }) => object)

/**
 * The revision of a ReplicaSet as annotated, 0 where it is not; null for text that is no 64-bit integer.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/deployment/util/deployment_util.go Revision
 */
const revisionOf = ({ metadata: { annotations } }: ReplicaSet): bigint | null => {
  const text = annotations !== undefined && Object.hasOwn(annotations, key) ? annotations[key] : '0'
  if (text === undefined || !integer.test(text)) return null
  const value = BigInt(text.replace('+', ''))
  return value >= minInt64 && value <= maxInt64 ? value : null
}

const key = 'deployment.kubernetes.io/revision'
const integer = /^[+-]?0{0,99}\d{1,19}$/
