/** Asks each collector for its own plan. */
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import type { Numbering } from '../../internal/lists.js'
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
import type { AnyPlan } from './any-collector.js'
import type { NotDue } from './schedule.js'
import type { Policies } from './policy.js'
import type { Snapshot } from './snapshot.js'
import { ownerStatuses } from './owner-status.js'
import { viewsOf } from './views.js'
import type { CollectorName } from './collector-names.js'

/** A plan of one collector, and when it changes for somebody who is not told why some objects stay, by their uids. */
interface Decided {
  readonly plan: unknown
  readonly wakeAt: (tells: (uid: string) => boolean) => O.Option<Date>
}

/** The plans of those who take part, in the order in which they are asked, and when they change. */
export type Answers = ReadonlyArray<readonly [collector: CollectorName, plan: AnyPlan, wakeAt: Decided['wakeAt']]>

/**
 * Asks every collector that takes part; the first that refuses its part of the snapshot ends it. All objects have been checked
 * as such: each checks what only it reads.
 */
export const ask = (
  policies: Policies,
  snapshot: Snapshot,
  uids: Numbering,
  notDue: NotDue,
): E.Either<InvalidInput, Answers> => {
  const { pod, ttl, history, lifecycle, owner } = policies
  const stopped = new Set<string>(policies.stopped)
  const views = viewsOf(snapshot)
  const collectors: ReadonlyArray<readonly [CollectorName, boolean, () => E.Either<InvalidInput, Decided>]> = [
    [
      'Pod',
      !notDue.pod,
      () => asked(podPolicyProblems(pod) ?? podProblems(views.Pod), () => decidePod(pod, views.Pod, 'as-listed')),
    ],
    [
      'Ttl',
      true,
      () =>
        asked(ttlPolicyProblems(ttl) ?? ttlProblems(views.Ttl), () => alone(decideTtl(ttl, views.Ttl, 'as-listed'))),
    ],
    [
      'History',
      true,
      () => asked(historyProblems(views.History), () => alone(decideHistory(history, views.History, 'any'))),
    ],
    [
      'Lifecycle',
      takesPart(policies, snapshot),
      () => {
        const owners = lifecycle.period._tag === 'Disabled' ? [] : ownerStatuses(owner)(views.Owner)
        return Lifecycle.decide(lifecycle)({ ...views.Lifecycle, owners })
      },
    ],
    ['Owner', !stopped.has('garbage-collector'), () => fp.right(alone(decideOwner(owner, views.Owner, uids)))],
  ]
  return fp.pipe(
    collectors.filter(([, isAsked]) => isAsked),
    fp.traverseArray(([collector, , decide]) =>
      fp.pipe(
        decide(),
        fp.map(({ plan, wakeAt }): Answers[number] => {
          const all = plan as AnyPlan
          const said = collector === 'History' ? withoutPasses(stopped, all) : all
          return [collector, collector === 'History' && notDue.cronJob ? withoutCronJobs(said) : said, wakeAt]
        }),
      ),
    ),
  )
}

const asked = (problems: InvalidInput | null, decide: () => Decided): E.Either<InvalidInput, Decided> =>
  problems === null ? fp.right(decide()) : fp.left(problems)

/** Of a collector whose every instant takes something away. */
const alone = (plan: { readonly wakeAt: O.Option<Date> }): Decided => ({ plan, wakeAt: () => plan.wakeAt })

/** What those controllers say that run. */
const withoutPasses = (stopped: ReadonlySet<string>, plan: AnyPlan): AnyPlan => ({
  ...plan,
  passes: plan.passes.filter(({ name }) => !stopped.has(name)),
})

/** What controllers say of their histories while those of CronJobs are not looked at. */
const withoutCronJobs = (plan: AnyPlan): AnyPlan => ({
  ...plan,
  passes: plan.passes.map((pass) => (pass.name === 'cronjob' ? { ...pass, removals: [] } : pass)),
})

/** A lifecycle that is disabled says the same of every object, unless marks are to be cleared. */
const takesPart = ({ lifecycle: { period } }: Policies, { memory }: Snapshot): boolean =>
  period._tag === 'Enabled' || (period.marks === 'clear' && memory.lifecycle.marks.length > 0)
