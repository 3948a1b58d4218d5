/**
 * Periods of the collectors that run on a timer instead of on changes.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go Run
 */
import { earliest } from '../../internal/lists.js'
import type { InvalidInput } from '../../core/problem.js'
import { type Millis, instant, isInstant, isSpanMillis, millis } from '../../core/time.js'
import { object, tagged } from '../../internal/schema/object.js'
import { leaf, optional, problemsOf } from '../../internal/schema/schema.js'
import { dateOrAbsent } from '../../apiserver/check.js'
import type { Policies } from './policy.js'
import type { CollectorName } from './collector-names.js'

/** When something runs. */
export type Timing =
  /** As soon as it has work. */
  | { readonly _tag: 'AtOnce' }
  /** At one instant and periodically before and after it; by default the snapshot's instant. */
  | { readonly _tag: 'Every'; readonly period: Millis; readonly from?: Date | undefined }

/** When controllers with a schedule run; all others react to changes, and at the times they wait for. */
export interface Schedule {
  readonly pod: Timing
  /** The clean-up of the Jobs of CronJobs. */
  readonly cronJob: Timing
}

/**
 * The real controllers' schedule: pod GC every 20 seconds, a polling CronJob controller
 * (`jobsOfCronJob: 'controller-uid'`) every 10 seconds.
 *
 * Units: runs take no time.
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

type Every = Extract<Timing, { readonly _tag: 'Every' }>

type OfEach<A> = { readonly [Who in keyof Schedule]: A }

/** Whose beat it is not. */
export type NotDue = OfEach<boolean>

/** Everybody takes part. */
export const allRun: NotDue = { pod: false, cronJob: false }

/** At which beat each has something to do next; nothing where nothing is to be done, or no beat is kept. */
export type Due = OfEach<Date | undefined>

/** When each collector that took part says something else although nothing happens. */
export type Wakes = Partial<Readonly<Record<CollectorName, Date>>>

/** What a look showed. */
export interface Looked {
  readonly notDue: NotDue
  readonly wakes: Wakes
  readonly changed: boolean
}

/** A schedule from one instant on. */
export interface ScheduleRun {
  readonly first: Due
  readonly notDue: (due: Due, at: Date) => NotDue
  readonly next: (due: Due, at: Date, looked: Looked) => Due
  /** When anybody may have something to do next; sure where it is time itself that gives it to them. */
  readonly nextLook: (due: Due, wakes: Wakes) => { readonly at: Date | undefined; readonly isSure: boolean }
}

/** Keeps a schedule from an instant on. */
export const runSchedule = (schedule: Schedule, start: Date): ScheduleRun => {
  const ofEach = <A>(of: (who: keyof Schedule, beat: Timing) => A): OfEach<A> => ({
    pod: of('pod', schedule.pod),
    cronJob: of('cronJob', schedule.cronJob),
  })
  return {
    first: ofEach((_, beat) => (beat._tag === 'Every' ? dueFrom(start, beat, start, 'not-before') : undefined)),
    notDue: (due, at) =>
      ofEach((who, beat) => {
        const when = due[who]
        return beat._tag === 'Every' && (when === undefined || when > at)
      }),
    next: (due, at, { notDue, wakes, changed }) =>
      ofEach((who, beat) => {
        if (beat._tag === 'AtOnce') return undefined
        if (changed) return dueFrom(start, beat, at, 'later')
        if (notDue[who]) return due[who]
        const wake = who === 'pod' ? wakes.Pod : undefined
        return wake === undefined ? undefined : dueFrom(start, beat, wake, 'not-before')
      }),
    nextLook: (due, { Pod, ...others }) => {
      const sure = earliest([schedule.pod._tag === 'AtOnce' ? Pod : undefined, ...Object.values(others)])
      const at = earliest([sure, due.pod, due.cronJob])
      return { at, isSure: at === sure }
    },
  }
}

/** The first beat that is not before an instant, or that comes after it; nothing where no Date can name it. */
const dueFrom = (
  start: Date,
  { period, from = start }: Every,
  at: Date,
  which: 'not-before' | 'later',
): Date | undefined => {
  const since = at.getTime() - from.getTime()
  const steps = which === 'later' ? Math.floor(since / period) + 1 : Math.ceil(since / period)
  const beat = instant(from.getTime() + steps * period)
  return isInstant(beat) ? beat : undefined
}
