/** Measures spans by a clock that may be set back meanwhile. */
import type { Clock } from '../../execute/index.js'

/**
 * Milliseconds that never decrease. A clock that is set back counts as standing still since it was last asked; one that is set
 * forward makes spans look longer, so that what is measured counts as older than it is.
 */
export const steadyTime = (clock: Pick<Clock, 'now'>): (() => number) => {
  let last = clock.now().getTime()
  let lost = 0
  return () => {
    const now = clock.now().getTime()
    lost += Math.max(0, last - now)
    last = now
    return now + lost
  }
}
