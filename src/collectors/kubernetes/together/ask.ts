/**
 * Answers what every collector would do by itself.
 */
import type { either as E } from 'fp-ts'

import * as either from '../../../core/either.js'
import type { InvalidInput } from '../../../core/problem.js'
import * as History from '../history/plan.js'
import * as Lifecycle from '../lifecycle/plan.js'
import * as Owner from '../owner/plan.js'
import * as PodGc from '../pod/plan.js'
import * as Ttl from '../ttl/plan.js'
import type { AnyPlan } from './any.js'
import type { Resting } from './beats.js'
import type { Policies } from './policy.js'
import type { Snapshot } from './snapshot.js'
import { ownerStandings } from './standing.js'
import { viewsOf } from './views.js'
import type { Voter } from './voter.js'

/** The plans of those who take part, in the order in which they are asked. */
export type Answers = ReadonlyArray<readonly [Voter, AnyPlan]>

/** Asks every collector that does not rest; the first that refuses its part of the snapshot ends it. */
export const ask = (policies: Policies, snapshot: Snapshot, resting: Resting): E.Either<InvalidInput, Answers> => {
  const views = viewsOf(snapshot)
  const answers: [Voter, AnyPlan][] = []
  const asked: ReadonlyArray<readonly [Voter, () => E.Either<InvalidInput, unknown>]> = [
    ['Pod', () => PodGc.plan(policies.pod)(views.Pod)],
    ['Ttl', () => Ttl.plan(policies.ttl)(views.Ttl)],
    ['History', () => History.plan(policies.history)(views.History)],
    [
      'Lifecycle',
      () => {
        const owners = policies.lifecycle.period._tag === 'Disabled' ? [] : ownerStandings(policies.owner)(views.Owner)
        return Lifecycle.plan(policies.lifecycle)({ ...views.Lifecycle, owners })
      },
    ],
    ['Owner', () => Owner.plan(policies.owner)(views.Owner)],
  ]
  for (const [voter, plan] of asked) {
    if (voter === 'Lifecycle' ? !takesPart(policies, snapshot) : voter === 'Pod' && resting.pod) continue
    const answer = plan()
    if (either.isLeft(answer)) return answer
    const said = answer.right as AnyPlan
    answers.push([voter, voter === 'History' && resting.cronJob ? withoutCronJobs(said) : said])
  }
  return either.right(answers)
}

/** What controllers say of their histories while those of CronJobs are not looked at. */
const withoutCronJobs = (plan: AnyPlan): AnyPlan => ({
  ...plan,
  passes: plan.passes.map((pass) => (pass.name === 'cronjob' ? { ...pass, removals: [] } : pass)),
})

/** A lifecycle that is disabled says the same of every object, unless marks are to be cleared. */
const takesPart = ({ lifecycle: { period } }: Policies, { memory }: Snapshot): boolean =>
  period._tag === 'Enabled' || (period.marks === 'clear' && memory.lifecycle.marks.length > 0)
