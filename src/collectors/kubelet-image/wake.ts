/**
 * Answers when time alone changes a plan. Every comparison with time shows in a reason, so the first one to turn over is
 * the first change.
 */
import { option as O } from 'fp-ts'

import { instant, lastInstant } from '../../core/time.js'
import type { Candidate, Sorted } from './candidates.js'
import { agePassRuns } from './pass-space.js'
import type { Policy } from './policy.js'
import type { Snapshot } from './snapshot.js'

/** The earliest instant after `at` at which the same snapshot gives another plan. */
export const wakeAt = (policy: Policy, { at, beganGC }: Snapshot, { candidates }: Sorted): O.Option<Date> => {
  const now = at.getTime()
  let first = Infinity
  const turns = (moment: number): void => {
    if (moment > now && moment < first) first = moment
  }
  const aging = agePassRuns(policy)
  if (aging && beganGC._tag !== 'Unknown' && candidates.length > 0) turns(beganGC.value.getTime() + policy.maxAge + 1)
  for (const candidate of candidates) turnsOf(policy, candidate, aging, turns)
  return first <= lastInstant.getTime() ? O.some(instant(first)) : O.none
}

const turnsOf = (
  { minAge, maxAge }: Policy,
  { firstDetected, lastUsed }: Candidate,
  aging: boolean,
  turns: (moment: number) => void,
): void => {
  if (lastUsed !== null && O.isSome(lastUsed)) {
    const used = lastUsed.value.getTime()
    turns(used + 1)
    if (aging) turns(used + maxAge + 1)
  }
  if (firstDetected !== null && O.isSome(firstDetected)) turns(firstDetected.value.getTime() + minAge)
}
