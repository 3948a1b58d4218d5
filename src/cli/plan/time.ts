/** The time of a plan: the one given, that of the snapshot, or else the clock, with a note. */
import { type either as E, function as F, option as O } from 'fp-ts'

import type { Flag, Given, Environment } from '../command.js'
import { instantOr, optional } from '../values.js'

/** The flag that says the time. */
export const atFlag: Flag = {
  name: 'at',
  value: 'TIME',
  about: 'when the files were taken, e.g. 2026-01-01T12:00:00Z; now: the clock of this machine',
}

/** A time, and a note for the reader if it was not given. */
export interface Moment {
  readonly at: Date
  readonly notes: ReadonlyArray<string>
}

/** Reads `--at`; none of the outer option: not given. */
export const readAt = (given: Given): E.Either<string, O.Option<O.Option<Date>>> =>
  optional(instantOr('now'))(given, atFlag.name)

/** The time of files that carry none. */
export const momentOfFiles = (at: O.Option<O.Option<Date>>, { clock, live }: Environment): Moment =>
  F.pipe(
    at,
    O.match(
      () => ({
        at: clock,
        // What daemons say is of now.
        notes: live === undefined ? [`no --at given; planning for now, ${clock.toISOString()}`] : [],
      }),
      (asked) => ({ at: O.getOrElse(() => clock)(asked), notes: [] }),
    ),
  )

/** The time of a snapshot, which carries its own. */
export const momentOfSnapshot = (at: O.Option<O.Option<Date>>, { clock }: Environment, own: Date): Date =>
  F.pipe(
    at,
    O.match(
      () => own,
      O.getOrElse(() => clock),
    ),
  )
