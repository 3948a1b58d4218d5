/**
 * Revisions of StatefulSets over the limit. Revisions in use don't count towards it.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go truncateHistory
 */
import { deleteRevision } from './action.js'
import {
  type DecidedPass,
  type Decisions,
  type KeptObject,
  type PassInput,
  claimed,
  compareNames,
  decisions,
  inTurn,
  ownerOf,
} from './keeper.js'
import { sortRevisions } from './order.js'
import type { PodIndex, PodsOfRevision } from './pods.js'
import type { KeepReason, Owner } from './reason.js'
import type { Uses } from './uses.js'
import type { ControllerRevision, StatefulSet } from './snapshot.js'
import type { Policy } from './policy.js'
import { sameTemplate } from '../template.js'
import { templateIn, templateOf, writtenAs } from './template.js'

/** Revisions by the uid of what controls them, with the pods that use them. */
export interface Revisions {
  readonly byController: ReadonlyMap<string, ReadonlyArray<ControllerRevision>>
  readonly pods: PodIndex
  /** True where every pod of a namespace is known, or the policy takes the others for absent. */
  readonly knowsPods: (namespace: string | undefined) => boolean
}

/** The pass over StatefulSets, by namespace and name; `others` are revisions that no listed controller has. */
export const passStatefulSet = (
  { policy, snapshot }: PassInput,
  revisions: Revisions,
  others: ReadonlyArray<KeptObject>,
): DecidedPass => {
  const to = decisions()
  for (const set of snapshot.statefulSets.toSorted(compareNames)) {
    const owner = ownerOf(set)
    const limit = set.spec?.revisionHistoryLimit
    const { selected, released } = claimed(set, revisions.byController.get(set.metadata.uid) ?? [])
    for (const revision of released) to.keep(revision, { _tag: 'NotSelected', owner })
    const unused = unusedOnes(to, policy, set, owner, selected, revisions.pods.usesOf(set))
    if (limit === undefined || limit < 0) {
      const controller = policy.negativeStatefulSetLimit === 'ignored' ? 'ignores' : 'fails'
      const because: KeepReason =
        limit === undefined
          ? { _tag: 'NoHistoryLimit', owner, counted: 'unused-revisions' }
          : { _tag: 'NegativeHistoryLimit', owner, limit, controller }
      for (const revision of unused) to.keep(revision, because)
    } else truncate(to, owner, limit, unused, revisions.knowsPods(set.metadata.namespace))
  }
  others.forEach(to.keepAs)
  return to.pass('statefulset')
}

/** Revisions that nothing uses, oldest first; keeps the others. */
const unusedOnes = (
  to: Decisions,
  policy: Policy,
  set: StatefulSet,
  owner: Owner,
  revisions: ReadonlyArray<ControllerRevision>,
  usesOf: PodsOfRevision,
): ReadonlyArray<ControllerRevision> => {
  const sorted = sortRevisions(revisions)
  const current = set.status?.currentRevision
  const update = updateRevision(policy, set, sorted)
  return sorted.filter((revision) => {
    const { name } = revision.metadata
    const byPods = usesOf(name)
    const uses: ReadonlyArray<Uses> = [
      ...(name === current ? [{ _tag: 'CurrentRevision' } as const] : []),
      ...(name === update ? [{ _tag: 'UpdateRevision' } as const] : []),
      ...(byPods === null ? [] : [byPods]),
    ]
    const [first, ...rest] = uses.map((use): KeepReason => ({ _tag: 'LiveRevision', owner, uses: use }))
    if (first === undefined) return true
    to.keep(revision, first, ...rest)
    return false
  })
}

/**
 * The name of the revision that pods are to get: as the status says where it is up to date, else the newest one that holds
 * the template. Nothing where the one of the status is written as another release does: a new one takes its place.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go getStatefulSetRevisions
 */
const updateRevision = (
  { revisionOfTemplate, templateCreation }: Policy,
  set: StatefulSet,
  sorted: ReadonlyArray<ControllerRevision>,
): string | undefined => {
  const stated = set.status?.updateRevision
  const template = templateOf(set)
  const holds =
    (equal: typeof sameTemplate) =>
    (revision: ControllerRevision | undefined): boolean => {
      const its = revision && templateIn(revision)
      return template !== undefined && its !== undefined && equal(its, template)
    }
  const means = holds(sameTemplate)
  const isAsWritten = holds(writtenAs(templateCreation))
  const isNewest = revisionOfTemplate === 'newest-by-meaning'
  const isUpToDate = stated !== undefined && (set.status?.observedGeneration ?? 0) >= (set.metadata.generation ?? 0)
  const ofStatus = sorted.find(({ metadata }) => metadata.name === stated)
  const isRewritten = !isNewest && means(ofStatus) && !isAsWritten(ofStatus)
  if (isUpToDate && !isRewritten) return stated
  const newest = sorted.at(-1)
  const equal = sorted.findLast(isAsWritten) ?? (isNewest && means(newest) ? newest : undefined)
  return equal?.metadata.name ?? (isRewritten ? undefined : stated)
}

const truncate = (
  to: Decisions,
  owner: Owner,
  limit: number,
  unused: ReadonlyArray<ControllerRevision>,
  knowsPods: boolean,
): void => {
  const of = unused.length
  const place = { owner, counted: 'unused-revisions', of, limit } as const
  const remove = inTurn(to)
  unused.forEach((revision, index) => {
    if (index >= of - limit) to.keep(revision, { _tag: 'WithinHistoryLimit', ...place, rank: of - index })
    else if (knowsPods)
      remove(revision, { _tag: 'OverHistoryLimit', ...place, rank: index + 1 }, [deleteRevision(revision)])
    else to.keep(revision, { _tag: 'PodsNotCovered', owner })
  })
}
