/** Limits how many requests are sent in a span of time. */
import { taskEither as TE } from 'fp-ts'

import type { Span } from '../../../core/index.js'
import { millisOf } from '../../../core/time.js'
import type { Clock } from '../../../execute/index.js'
import { systemClock } from '../../clock.js'
import { steadyTime } from '../steady.js'

/** So many requests in any span of this length. */
export interface RequestRate {
  readonly count: number
  readonly per: Span
  /** Default: that of the machine. */
  readonly clock?: Pick<Clock, 'now'> | undefined
}

/**
 * An `admits` for `runControllers` and `runProgram` that admits so many requests in any span of a length, so that no mistake removes more.
 *
 * Shape: what is admitted counts whatever comes of it, one count for all controllers of a process; the rest waits and comes again, so that work goes
 * on by itself once the span is over. A process that starts begins anew. A clock that is set back makes the span longer.
 *
 * @example
 * ```ts
 * import { atMost } from 'gcplan/adapters/kubernetes'
 *
 * let at = new Date('2026-01-01T12:00:00Z')
 * const admits = atMost({ count: 1, per: { hours: 1 }, clock: { now: () => at } })
 * const answers = async () => {
 *   const [first, second] = [await admits()(), await admits()()]
 *   at = new Date('2026-01-01T13:00:00Z')
 *   return [first, second, await admits()()].map((answer) => answer._tag === 'Right' && answer.right)
 * }
 * void answers().then((all) => {
 *   console.log(all) // [ true, false, true ]
 * })
 * ```
 */
export const atMost = ({ count, per, clock = systemClock }: RequestRate): (() => TE.TaskEither<never, boolean>) => {
  const elapsed = steadyTime(clock)
  const span = millisOf(per)
  let admitted: ReadonlyArray<number> = []
  return () =>
    TE.fromIO(() => {
      const now = elapsed()
      admitted = admitted.filter((at) => !(at + span <= now))
      if (!(admitted.length < count)) return false
      admitted = [...admitted, now]
      return true
    })
}
