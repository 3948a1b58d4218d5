/** The matcher for time: when an object is collected. */
import { either as E, option as O } from 'fp-ts'

import { pipe } from '../../core/fp.js'
import * as ControlPlane from '../../simulate/control-plane/index.js'
import type { Plan, Family } from '../../core/plan.js'
import { instant } from '../../core/time.js'
import { badInput, misuse } from '../misuse.js'
import { type When, dateOf } from '../when.js'
import { decisionsOn, linesOf, nearestMiss } from './decision.js'
import { type Which, calledAs, isMeant } from './name.js'
import { lineOf } from './sentence.js'
import { clusterOf, planned, planOf, policiesOf } from './subject.js'
import { type Verdict, expected, verdict } from './verdict.js'

/** What would be decided on the same things at another instant. */
type Planner = (at: Date) => unknown

/**
 * Whether a target is removed at an instant and not before. The subject is a cluster or objects, with nobody else
 * acting; or a function from an instant to a plan.
 *
 * Fails: with and without `not` if the target is unknown.
 */
export const toBeCollectedAt =
  (which: Which, when: When) =>
  (subject: unknown): Verdict => {
    const at = dateOf(when)
    return typeof subject === 'function' ? byPlans(subject as Planner, which, at) : byTimeline(subject, which, at)
  }

const byPlans = (planner: Planner, which: Which, at: Date): Verdict => {
  const planAt = (then: Date): Plan<Family> => planOf(planned(planner(then)))
  const [before, now] = [planAt(instant(at.getTime() - 1)), planAt(at)]
  const found = decisionsOn(now, which)
  if (found.length === 0) return verdict('neither', sentence(which, at, 'neither'), nearestMiss(now, which))
  const removes = (plan: Plan<Family>): boolean => decisionsOn(plan, which).some(({ becomes }) => becomes === 'removed')
  const isEarly = removes(before)
  const holds = !isEarly && removes(now)
  return verdict(holds, sentence(which, at, holds), [
    ...(isEarly ? ['it is removed before:', ...linesOf(decisionsOn(before, which))] : linesOf(found)),
    ...(holds || isEarly ? [] : [wakes(now)]),
  ])
}

const wakes = ({ wakeAt }: Plan<Family>): string =>
  O.isSome(wakeAt)
    ? `the plan next changes by itself at ${wakeAt.value.toISOString()}`
    : 'the plan does not change by itself'

/** So long after the instant it is looked for when the target does go: a hundred days. */
const further = 8_640_000_000

const byTimeline = (subject: unknown, which: Which, at: Date): Verdict => {
  const cluster = clusterOf(subject)
  const policies = policiesOf(cluster)
  const start = cluster.snapshot()
  if (at < start.at) return misuse(`${at.toISOString()} is over: the cluster is at ${start.at.toISOString()} already`)
  const played = pipe(ControlPlane.timeline(policies)(start, instant(at.getTime() + further)), E.getOrElseW(badInput))
  const meant = isMeant(which)
  const { moments } = played
  const moment = moments.find(({ removals }) => removals.some(({ target }) => meant(target)))
  if (moment === undefined) {
    const plan = planOf(cluster)
    const found = decisionsOn(plan, which)
    if (found.length === 0) return verdict('neither', sentence(which, at, 'neither'), nearestMiss(plan, which))
    return verdict(false, sentence(which, at, false), [
      'it is not collected within a hundred days of that:',
      ...linesOf(found),
    ])
  }
  const holds = moment.at.getTime() === at.getTime()
  const reasons = moment.removals.find(({ target }) => meant(target))?.reasons ?? []
  return verdict(holds, sentence(which, at, holds), [
    `it is collected at ${moment.at.toISOString()}`,
    ...reasons.map((reason) => lineOf('cluster', reason)),
  ])
}

const sentence = (which: Which, at: Date, holds: Verdict['holds']): string =>
  expected(calledAs(which), `to be collected at ${at.toISOString()}`, holds)
