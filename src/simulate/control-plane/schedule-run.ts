/**
 * Decides which periodic collectors take part in a look: those whose period is over and that have a change to handle,
 * or whose waiting time has ended.
 */
import { instant, isInstant } from '../../core/time.js'
import type { Timing, Schedule } from './schedule.js'
import type { CollectorName } from './collector-names.js'

type Every = Extract<Timing, { readonly _tag: 'Every' }>

/** Something of each who may have a beat. */
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

/** The earliest of some instants; nothing where there is none. */
export const earliest = (instants: ReadonlyArray<Date | undefined>): Date | undefined => {
  let first: Date | undefined
  for (const one of instants) if (one !== undefined && (first === undefined || one < first)) first = one
  return first
}
