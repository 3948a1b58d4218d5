/**
 * Revisions of DaemonSets: duplicates of the current template, and old ones over the limit. Revisions in use count
 * towards the limit, but newer unused ones are deleted in their place.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/daemon/update.go cleanupHistory
 */
import { deleteRevision, relabelPod, revisionLabel } from './action.js'
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
import type { Revisions } from './pass-statefulset.js'
import { type PodsOfRevision, hasNode } from './pods.js'
import type { KeepReason, Owner } from './reason.js'
import { labelOf, selectsEverything } from '../selector.js'
import type { ControllerRevision, DaemonSet, Pod } from './snapshot.js'
import { templateIn, templateOf, writtenAs } from './template.js'

type Remove = ReturnType<typeof inTurn>

/** The pass over DaemonSets, by namespace and name; `others` are revisions of DaemonSets that are not listed. */
export const passDaemonSet = (
  { policy, snapshot }: PassInput,
  revisions: Revisions,
  others: ReadonlyArray<KeptObject>,
): DecidedPass => {
  const to = decisions()
  const isWritten = writtenAs(policy.templateCreation)
  for (const set of snapshot.daemonSets.toSorted(compareNames)) {
    const owner = ownerOf(set)
    const { selected, released } = claimed(set, revisions.byController.get(set.metadata.uid) ?? [])
    for (const revision of released) to.keep(revision, { _tag: 'NotSelected', owner })
    const because = whyNothing(set, owner)
    if (because === null) cleanUp(to, isWritten, set, owner, selected, revisions)
    else for (const revision of selected) to.keep(revision, because)
  }
  others.forEach(to.keepAs)
  return to.pass('daemonset')
}

const whyNothing = ({ metadata, spec }: DaemonSet, owner: Owner): KeepReason | null => {
  if (metadata.deletionTimestamp !== undefined)
    return { _tag: 'OwnerBeingDeleted', owner, since: metadata.deletionTimestamp }
  if (spec?.selector !== undefined && selectsEverything(spec.selector)) return { _tag: 'OwnerSelectsEverything', owner }
  return spec?.template === undefined ? { _tag: 'TemplateNotShown', owner, of: 'controller' } : null
}

const cleanUp = (
  to: Decisions,
  isWritten: ReturnType<typeof writtenAs>,
  set: DaemonSet,
  owner: Owner,
  revisions: ReadonlyArray<ControllerRevision>,
  { pods, knowsPods }: Revisions,
): void => {
  const template = templateOf(set)
  const remove = inTurn(to)
  const [current, old]: [ControllerRevision[], ControllerRevision[]] = [[], []]
  for (const revision of sortRevisions(revisions)) {
    const its = templateIn(revision)
    if (its === undefined || template === undefined)
      to.keep(revision, { _tag: 'TemplateNotShown', owner, of: 'object' })
    else (isWritten(its, template) ? current : old).push(revision)
  }
  const knows = knowsPods(set.metadata.namespace)
  dropDuplicates(to, remove, owner, current, knows ? pods.podsOf(set) : null)
  truncate(to, remove, { owner, limit: set.spec?.revisionHistoryLimit, usesOf: pods.usesOf(set, hasNode), knows }, old)
}

/**
 * Keeps the highest of the current revisions. Before the first of the others goes, all pods get the label of the one that
 * stays. `pods` is null where not all of them are known.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/daemon/update.go dedupCurHistories
 */
const dropDuplicates = (
  to: Decisions,
  remove: Remove,
  owner: Owner,
  current: ReadonlyArray<ControllerRevision>,
  pods: ReadonlyArray<Pod> | null,
): void => {
  const stays = current.at(-1)
  if (stays === undefined) return
  to.keep(stays, { _tag: 'CurrentTemplate', owner })
  const hash = labelOf(revisionLabel)
  const label = hash(stays) ?? ''
  current.slice(0, -1).forEach((revision, index) => {
    if (pods === null) {
      to.keep(revision, { _tag: 'PodsNotCovered', owner })
      return
    }
    const others = index > 0 ? [] : pods.filter((pod) => (hash(pod) ?? '') !== label).toSorted(compareNames)
    const reason = {
      _tag: 'DuplicateOfCurrent',
      owner,
      current: stays.metadata.name,
      revision: stays.revision,
    } as const
    const [first, ...rest] = others.map(relabelPod(label))
    const last = deleteRevision(revision)
    remove(revision, reason, first === undefined ? [last] : [first, ...rest, last])
  })
}

interface Terms {
  readonly owner: Owner
  readonly limit: number | undefined
  readonly usesOf: PodsOfRevision
  /** Whether all pods are known. */
  readonly knows: boolean
}

const truncate = (
  to: Decisions,
  remove: Remove,
  { owner, limit, usesOf, knows }: Terms,
  old: ReadonlyArray<ControllerRevision>,
): void => {
  const of = old.length
  let over = limit === undefined ? 0 : of - limit
  old.forEach((revision, index) => {
    const uses = usesOf(labelOf(revisionLabel)(revision) ?? '')
    const live: ReadonlyArray<KeepReason> = uses === null ? [] : [{ _tag: 'LiveRevision', owner, uses }]
    if (limit === undefined) {
      to.keep(revision, { _tag: 'NoHistoryLimit', owner, counted: 'old-revisions' }, ...live)
      return
    }
    const place = { owner, counted: 'old-revisions', of, limit } as const
    const [inUse] = live
    if (over <= 0) to.keep(revision, { _tag: 'WithinHistoryLimit', ...place, rank: of - index }, ...live)
    else if (inUse !== undefined) to.keep(revision, inUse)
    else {
      over--
      if (knows) remove(revision, { _tag: 'OverHistoryLimit', ...place, rank: index + 1 }, [deleteRevision(revision)])
      else to.keep(revision, { _tag: 'PodsNotCovered', owner })
    }
  })
}
