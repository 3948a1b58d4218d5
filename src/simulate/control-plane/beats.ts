/**
 * Answers at which looks those take part who come every so often: at the first beat after something has changed, and at the
 * first beat at which the time is over that they wait for.
 */
import { instant, isInstant } from '../../core/time.js'
import type { Beat, Rhythm } from './rhythm.js'
import type { Voter } from './voter.js'

type Every = Extract<Beat, { readonly _tag: 'Every' }>

/** Something of each who may have a beat. */
type OfEach<A> = { readonly [Who in keyof Rhythm]: A }

/** Whose beat it is not. */
export type Resting = OfEach<boolean>

/** Everybody takes part. */
export const nobodyRests: Resting = { pod: false, cronJob: false }

/** At which beat each has something to do next; nothing where nothing is to be done, or no beat is kept. */
export type Due = OfEach<Date | undefined>

/** When each collector that took part says something else although nothing happens. */
export type Wakes = Partial<Readonly<Record<Voter, Date>>>

/** What a look showed. */
export interface Looked {
  readonly resting: Resting
  readonly wakes: Wakes
  readonly changed: boolean
}

/** A rhythm from one instant on. */
export interface Beats {
  readonly first: Due
  readonly resting: (due: Due, at: Date) => Resting
  readonly next: (due: Due, at: Date, looked: Looked) => Due
  /** When anybody may have something to do next; sure where it is time itself that gives it to them. */
  readonly nextLook: (due: Due, wakes: Wakes) => { readonly at: Date | undefined; readonly isSure: boolean }
}

/** Keeps a rhythm from an instant on. */
export const beatsOf = (rhythm: Rhythm, start: Date): Beats => {
  const ofEach = <A>(of: (who: keyof Rhythm, beat: Beat) => A): OfEach<A> => ({
    pod: of('pod', rhythm.pod),
    cronJob: of('cronJob', rhythm.cronJob),
  })
  return {
    first: ofEach((_, beat) => (beat._tag === 'Every' ? beatFrom(start, beat, start, 'not-before') : undefined)),
    resting: (due, at) =>
      ofEach((who, beat) => {
        const when = due[who]
        return beat._tag === 'Every' && (when === undefined || when > at)
      }),
    next: (due, at, { resting, wakes, changed }) =>
      ofEach((who, beat) => {
        if (beat._tag === 'AtOnce') return undefined
        if (changed) return beatFrom(start, beat, at, 'later')
        if (resting[who]) return due[who]
        const wake = who === 'pod' ? wakes.Pod : undefined
        return wake === undefined ? undefined : beatFrom(start, beat, wake, 'not-before')
      }),
    nextLook: (due, { Pod, ...others }) => {
      const sure = earliest([rhythm.pod._tag === 'AtOnce' ? Pod : undefined, ...Object.values(others)])
      const at = earliest([sure, due.pod, due.cronJob])
      return { at, isSure: at === sure }
    },
  }
}

/** The first beat that is not before an instant, or that comes after it; nothing where no Date can name it. */
const beatFrom = (
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
