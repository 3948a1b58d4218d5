/** Asks each collector for its own plan. */
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { type Numbering, elementAt, numberOfKey } from '../../internal/lists.js'
import type { Assumption } from '../../core/plan.js'
import { viewProblems as historyProblems } from '../../controllers/history/check.js'
import { decide as decideHistory } from '../../controllers/history/plan.js'
import * as Lifecycle from '../../controllers/lifecycle/plan.js'
import { decide as decideOwner } from '../../controllers/owner/plan.js'
import { findViewProblems as podProblems } from '../../controllers/pod/check.js'
import { findPolicyProblems as podPolicyProblems } from '../../controllers/pod/policy.js'
import { decide as decidePod } from '../../controllers/pod/plan.js'
import { findViewProblems as ttlProblems } from '../../controllers/ttl/check.js'
import { findPolicyProblems as ttlPolicyProblems } from '../../controllers/ttl/policy.js'
import { decide as decideTtl } from '../../controllers/ttl/plan.js'
import type { AnyKept, AnyPass } from './any-collector.js'
import type { NotDue } from './schedule.js'
import type { Policies } from './policy.js'
import type { Snapshot } from './snapshot.js'
import { ownerStatuses } from './owner-status.js'
import type { DecidedPass } from '../../controllers/history/keeper.js'
import type { Listing, Views } from './views.js'
import type { CollectorName } from './collector-names.js'

/** What one collector says, and when it says something else to somebody who is not told why some objects stay, by their uids. */
interface Said {
  readonly passes: ReadonlyArray<AnyPass>
  readonly wakeAt: (tells: (uid: string) => boolean) => O.Option<Date>
  readonly assumptions: ReadonlyArray<Assumption>
}

/** What one collector says. */
export interface Answer extends Said {
  readonly collector: CollectorName
}

/** The answers of those who take part, in the order in which they are asked. */
export type Answers = ReadonlyArray<Answer>

/**
 * Asks every collector that takes part; the first that refuses its part of the snapshot ends it. All objects have been checked
 * as such: each checks what only it reads.
 */
export const ask = (
  policies: Policies,
  snapshot: Snapshot,
  views: Views,
  uids: Numbering,
  notDue: NotDue,
): E.Either<InvalidInput, Answers> => {
  const { pod, ttl, history, lifecycle, owner } = policies
  const stopped = new Set<string>(policies.stopped)
  const byPlace = reasonsIn(snapshot, uids)
  const collectors: ReadonlyArray<readonly [CollectorName, boolean, () => E.Either<InvalidInput, Said>]> = [
    [
      'Pod',
      !notDue.pod,
      () =>
        asked(podPolicyProblems(pod) ?? podProblems(views.Pod), () => {
          const { passes, wakeAt, assumptions } = decidePod(pod, views.Pod, 'as-listed')
          return { passes: passes.map((pass) => ({ ...pass, list: 'pods' })), wakeAt, assumptions }
        }),
    ],
    [
      'Ttl',
      true,
      () =>
        asked(ttlPolicyProblems(ttl) ?? ttlProblems(views.Ttl), () => {
          const { pass, wakeAt } = decideTtl(ttl, views.Ttl)
          return { passes: [{ ...pass, list: 'jobs' }], wakeAt: () => wakeAt, assumptions: [] }
        }),
    ],
    [
      'History',
      true,
      () =>
        asked(historyProblems(views.History), () => {
          const { passes, assumptions } = decideHistory(history, views.History)
          const run = passes.filter(({ name }) => !stopped.has(name)).map(inListOf(views.listing, uids))
          return {
            passes: notDue.cronJob ? run.map(withoutCronJobs) : run,
            wakeAt: () => fp.none,
            assumptions: restingOn(run, assumptions),
          }
        }),
    ],
    [
      'Lifecycle',
      takesPart(policies, snapshot),
      () => {
        const owners = lifecycle.period._tag === 'Disabled' ? [] : ownerStatuses(owner)(views.Owner)
        return fp.pipe(
          Lifecycle.decide(lifecycle)({ ...views.Lifecycle, owners }),
          fp.map(({ plan: { passes, assumptions }, wakeAt }): Said => ({
            passes: passes.map((pass) => ({ ...pass, list: null, kept: byPlace(pass.kept) })),
            wakeAt,
            assumptions,
          })),
        )
      },
    ],
    [
      'Owner',
      !stopped.has('garbage-collector'),
      () => {
        const { orphan, deletion, assumptions } = decideOwner(owner, views.Owner, uids, (_, reasons) => reasons)
        const passes = [
          { ...orphan, list: null, kept: byPlace(orphan.kept) },
          { ...deletion, list: null },
        ]
        return fp.right({ passes, wakeAt: () => fp.none, assumptions })
      },
    ],
  ]
  return fp.pipe(
    collectors.filter(([, isAsked]) => isAsked),
    fp.traverseArray(([collector, , decide]) =>
      fp.pipe(
        decide(),
        fp.map((said): Answer => ({ collector, ...said })),
      ),
    ),
  )
}

const asked = (problems: InvalidInput | null, decide: () => Said): E.Either<InvalidInput, Said> =>
  problems === null ? fp.right(decide()) : fp.left(problems)

/** What stays, by place; nothing where nothing stays. */
const reasonsIn =
  ({ objects }: Snapshot, uids: Numbering) =>
  (kept: ReadonlyArray<AnyKept>): AnyPass['kept'] => {
    if (kept.length === 0) return []
    const reasons = new Array<AnyKept['reasons'] | null>(objects.length).fill(null)
    for (const one of kept) reasons[numberOfKey(uids, one.target.id)] = one.reasons
    return reasons
  }

const listOfPass = {
  deployment: 'replicaSets',
  statefulset: 'controllerRevisions',
  daemonset: 'controllerRevisions',
  cronjob: 'jobs',
} as const

/** A pass over a list, of which most objects may have come in the order of that. */
const inListOf =
  ({ lists, indexes }: Listing, uids: Numbering) =>
  ({ kept, ...pass }: DecidedPass): AnyPass => {
    const name = listOfPass[pass.name]
    const list = lists[name]
    const reasons = new Array<AnyKept['reasons'] | null>(kept.length === 0 ? 0 : list.length).fill(null)
    let next = 0
    for (const { object, reasons: why } of kept) {
      const index = list[next] === object ? next : elementAt(indexes, numberOfKey(uids, object.metadata.uid))
      reasons[index] = why
      next = index + 1
    }
    return { ...pass, list: name, kept: reasons }
  }

/** Assumptions of what goes in these passes, without what would go if all ran, and without those on which nothing else rests. */
const restingOn = (
  passes: ReadonlyArray<AnyPass>,
  assumptions: ReadonlyArray<Assumption>,
): ReadonlyArray<Assumption> => {
  // Most plans have none, and then no set is made.
  if (assumptions.length === 0) return assumptions
  const going = new Set(passes.flatMap(({ removals }) => removals.map(({ target }) => target.id)))
  return assumptions
    .map((assumption) => ({ ...assumption, targets: assumption.targets.filter((id) => going.has(id)) }))
    .filter(({ targets }) => targets.length > 0)
}

/** What controllers say of their histories while those of CronJobs are not looked at. */
const withoutCronJobs = (pass: AnyPass): AnyPass => (pass.name === 'cronjob' ? { ...pass, removals: [] } : pass)

/** A lifecycle that is disabled says the same of every object, unless marks are to be cleared. */
const takesPart = ({ lifecycle: { period } }: Policies, { memory }: Snapshot): boolean =>
  period._tag === 'Enabled' || (period.marks === 'clear' && memory.lifecycle.marks.length > 0)
