/**
 * Since when a candidate has been unneeded, and until when it is kept. Arithmetic is on instants: milliseconds, and
 * spans in whole seconds. Calendars and time zones don't matter.
 */
import { instant } from '../../core/time.js'
import type { WholeObject } from '../../apiserver/index.js'
import type { Mark } from './record.js'
import type { Resolution } from './rules.js'

/** How a candidate stands in time. */
export interface Timing {
  readonly since: Date
  /** True when the mark is set by this plan. */
  readonly isNew: boolean
  /** True when the instant is that of the snapshot: with a later snapshot it would be later. */
  readonly moves: boolean
  /** The instant that lies ahead of the look, if there is one. */
  readonly ahead: Date | null
}

/** A candidate whose TTL has not expired. */
export interface Candidate {
  /** Its place among the objects. */
  readonly place: number
  readonly object: WholeObject
  readonly timing: Timing
  readonly rules: Resolution
}

/** A mark counts as it stands, also one that lies ahead; without one, the known instant of the votes, or the look. */
export const timingOf = (at: Date, known: Date | null, mark: Mark | undefined): Timing => {
  if (mark !== undefined)
    return { since: mark.since, isNew: false, moves: false, ahead: isAfter(mark.since, at) ? mark.since : null }
  if (known !== null && !isAfter(known, at)) return { since: known, isNew: true, moves: false, ahead: null }
  return { since: at, isNew: true, moves: true, ahead: known }
}

/** Compared as dates, each would be turned into a number by a call. */
const isAfter = (one: Date, other: Date): boolean => one.getTime() > other.getTime()

/** The instant after a number of seconds, in milliseconds; the last possible instant if they never end. */
export const endOf = (since: Date, seconds: number): number => Math.min(since.getTime() + seconds * 1000, 8.64e15)

/** True when a number of seconds has passed. */
export const hasPassed = (at: Date, since: Date, seconds: number): boolean =>
  at.getTime() - since.getTime() >= seconds * 1000

/** The instant after a number of seconds; null when they never end. */
export const passesAt = (since: Date, seconds: number): Date | null => {
  const end = since.getTime() + seconds * 1000
  return end <= 8.64e15 ? instant(end) : null
}
