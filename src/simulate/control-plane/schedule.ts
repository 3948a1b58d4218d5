/**
 * Periods of the collectors that run on a timer instead of on changes.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go Run
 */
import type { InvalidInput } from '../../core/problem.js'
import type { Millis } from '../../core/time.js'
import { isSpanMillis, millis } from '../../core/time.js'
import { object, tagged } from '../../internal/schema/object.js'
import { leaf, optional, problemsOf } from '../../internal/schema/schema.js'
import { dateOrAbsent } from '../../apiserver/check.js'
import type { Policies } from './policy.js'

/** When something runs. */
export type Timing =
  /** As soon as there is something to do. */
  | { readonly _tag: 'AtOnce' }
  /** At one instant and every so often before and after it; the instant of the snapshot where none is given. */
  | { readonly _tag: 'Every'; readonly period: Millis; readonly from?: Date | undefined }

/** The run of those who may have one; all others are told of changes, and wait until the very time that they wait for. */
export interface Schedule {
  readonly pod: Timing
  /** The clean-up of the Jobs of CronJobs. */
  readonly cronJob: Timing
}

/**
 * The schedule in which the real controllers of the policies run: pod garbage collection every 20 seconds, the CronJob
 * controller every 10 seconds where it polls (`jobsOfCronJob: 'controller-uid'`).
 *
 * Units: the time that a run takes is left out.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcCheckPeriod
 *
 * @example
 * ```ts
 * import * as ControlPlane from 'gcplan/simulate/control-plane'
 *
 * console.log(ControlPlane.scheduleOf(ControlPlane.defaultPolicies).pod) // { _tag: 'Every', period: 20000 }
 * ```
 */
export const scheduleOf = ({ history }: Policies): Schedule => ({
  pod: { _tag: 'Every', period: millis(20_000) },
  cronJob: history.jobsOfCronJob === 'controller-uid' ? { _tag: 'Every', period: millis(10_000) } : { _tag: 'AtOnce' },
})

const period = leaf(
  'a whole number of milliseconds, one or more',
  (value): value is Millis => isSpanMillis(value) && value > 0,
)

const timing = tagged<Timing>({ AtOnce: {}, Every: { period, from: dateOrAbsent } })

/** The problems of a value that is to be a schedule, if one is given; null when there is none. */
export const scheduleProblems: (schedule: unknown) => InvalidInput | null = problemsOf(
  'schedule of collectors',
  optional(object<Schedule>({ pod: timing, cronJob: timing })),
)
