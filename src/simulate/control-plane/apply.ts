/** Predicts the cluster after a plan: applies the calls of each collector in turn, by that collector's own rules. */
import type { Plan as OfFamily } from '../../core/plan.js'
import type { Report } from '../../core/report.js'
import type { WholeObject } from '../../apiserver/index.js'
import { snapshotWithoutGone } from '../../apiserver/gone.js'
import { apply as applyHistory } from '../../controllers/history/apply.js'
import { apply as applyLifecycle } from '../../controllers/lifecycle/apply.js'
import { apply as applyOwner } from '../../controllers/owner/apply.js'
import { apply as applyPod } from '../../controllers/pod/apply.js'
import { apply as applyTtl } from '../../controllers/ttl/apply.js'
import { amendmentsOf } from '../../core/amendment.js'
import type { Action, ClusterFamily } from './reason.js'
import type { Target } from '../../apiserver/object.js'
import type { Snapshot } from './snapshot.js'
import { viewsOf } from './views.js'
import type { Families, CollectorName } from './collector-names.js'
import { collectorNames } from './collector-names.js'

/**
 * The snapshot after a plan whose every call succeeded; the instant stays, and marks what is being deleted.
 *
 * Shape: objects keep their order. A call for an object that is gone by then comes to nothing. Nobody else acts.
 */
export const apply =
  (plan: OfFamily<ClusterFamily>) =>
  (snapshot: Snapshot): Snapshot =>
    after(
      plan.passes.flatMap((pass) => [...amendmentsOf(pass), ...pass.removals]),
      snapshot,
    )

/** The snapshot after what a report says was done; of a removal that failed, what came before the failure. */
export const applyReport =
  <Err>(report: Report<ClusterFamily, Err>) =>
  (snapshot: Snapshot): Snapshot => {
    const left = after(
      report.passes.flatMap(({ amended = [], outcomes }) => [
        ...amended.flatMap((outcome) => (outcome._tag === 'Amended' ? [outcome.amendment] : [])),
        ...outcomes.flatMap((outcome): ReadonlyArray<Done> => {
          if (outcome._tag === 'Skipped' || outcome._tag === 'Refused') return []
          const { target, actions } = outcome.removal
          return [
            {
              target,
              actions: outcome._tag === 'Removed' ? actions : actions.slice(0, actions.indexOf(outcome.action)),
            },
          ]
        }),
      ]),
      snapshot,
    )
    return snapshotWithoutGone(report)('objects', left)
  }

/** Calls that were made for an object. */
interface Done {
  readonly target: Target
  readonly actions: ReadonlyArray<Action>
}

const after = (done: ReadonlyArray<Done>, snapshot: Snapshot): Snapshot => {
  let now = snapshot
  for (const collector of collectorNames) {
    const own = done.flatMap(({ target, actions }) => {
      const mine = actions.flatMap((call) => (call._tag === collector ? [call.action] : []))
      return deletesNothing(collector, mine) ? [] : [{ target, actions: mine }]
    })
    if (own.length > 0) now = afterOwn(collector, own, now)
  }
  return now
}

/** A second look alone deletes no Job. */
const deletesNothing = (collector: CollectorName, actions: ReadonlyArray<{ readonly _tag: string }>): boolean =>
  actions.length === 0 || (collector === 'Ttl' && actions.every(({ _tag }) => _tag !== 'Delete'))

/** What one collector makes of its own calls; it reads of a plan whom they are for, and the calls. */
const afterOwn = (collector: CollectorName, own: ReadonlyArray<unknown>, snapshot: Snapshot): Snapshot => {
  const views = viewsOf(snapshot)
  const plan = <V extends CollectorName>(): OfFamily<Families[V]> =>
    ({ at: snapshot.at, passes: [{ removals: own }] }) as unknown as OfFamily<Families[V]>
  switch (collector) {
    case 'Pod':
      return changed(snapshot, [[views.Pod.pods, applyPod(plan<'Pod'>())(views.Pod).pods]])
    case 'Ttl':
      return changed(snapshot, [[views.Ttl.jobs, applyTtl(plan<'Ttl'>())(views.Ttl).jobs]])
    case 'History': {
      const next = applyHistory(plan<'History'>())(views.History)
      return changed(
        snapshot,
        (['replicaSets', 'controllerRevisions', 'jobs', 'cronJobs', 'pods'] as const).map((list) => [
          views.History[list],
          next[list],
        ]),
      )
    }
    case 'Lifecycle': {
      const next = applyLifecycle(plan<'Lifecycle'>())({ ...views.Lifecycle, owners: [] })
      return { ...snapshot, objects: next.objects, memory: { ...snapshot.memory, lifecycle: next.memory } }
    }
    case 'Owner':
      return { ...snapshot, objects: applyOwner(plan<'Owner'>())(views.Owner).objects }
  }
}

type Lists = ReadonlyArray<readonly [before: ReadonlyArray<WholeObject>, after: ReadonlyArray<WholeObject>]>

/** Takes what became of the objects of some lists over into the list of all; lists keep their order. */
const changed = (snapshot: Snapshot, lists: Lists): Snapshot => {
  const last = new Map<string, WholeObject | undefined>()
  for (const [before, now] of lists) {
    let next = 0
    for (const object of before) {
      const { uid } = object.metadata
      const same = now[next]
      const isThere = same?.metadata.uid === uid
      if (isThere) next++
      if (!isThere || same !== object) last.set(uid, isThere ? same : undefined)
    }
  }
  return last.size === 0
    ? snapshot
    : {
        ...snapshot,
        objects: snapshot.objects.flatMap((object) => {
          const { uid } = object.metadata
          if (!last.has(uid)) return [object]
          const now = last.get(uid)
          return now === undefined ? [] : [now]
        }),
      }
}
