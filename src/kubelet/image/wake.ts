/**
 * When time alone changes a plan. Every comparison with time shows in a reason, so the earliest one to change its
 * result is the first change. An image without a record never wakes a plan: its first detection moves with the
 * observation, and only its place in the order can change.
 */
import type { option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { instant, lastInstant } from '../../core/time.js'
import { compareText } from '../../internal/lists.js'
import type { Decided } from './assumptions.js'
import type { Candidate } from './candidates.js'
import { agePassRuns, readsStart } from './pass-space.js'
import type { Policy } from './policy.js'
import type { Snapshot } from './snapshot.js'

/** The earliest instant after `at` at which the same snapshot gives another plan. */
export const wakeAt = (
  policy: Policy,
  { at, beganGC }: Snapshot,
  { candidates, left }: Pick<Decided, 'candidates' | 'left'>,
): O.Option<Date> => {
  const now = at.getTime()
  let first = Infinity
  const consider = (moment: number): void => {
    if (moment > now && moment < first) first = moment
  }
  if (agePassRuns(policy)) {
    if (readsStart(policy) && beganGC._tag !== 'Unknown' && candidates.length > 0)
      consider(beganGC.value.getTime() + policy.maxAge + 1)
    for (const { lastUsed } of candidates) if (isTime(lastUsed)) consider(lastUsed.value.getTime() + policy.maxAge + 1)
  }
  for (const { firstDetected, lastUsed, isNew } of left) {
    if (isTime(lastUsed)) consider(lastUsed.value.getTime() + 1)
    if (isTime(firstDetected) && !isNew) consider(firstDetected.value.getTime() + policy.minAge)
  }
  considerEvictionOrder(candidates, now, consider)
  return first <= lastInstant.getTime() ? fp.some(instant(first)) : fp.none
}

const isTime = (moment: O.Option<Date> | null): moment is O.Some<Date> => moment !== null && fp.isSome(moment)

/**
 * Images never used line up by first detection, so new ones pass those whose recorded detection lies ahead: at that
 * instant where the key decides for them, else just after it.
 */
const considerEvictionOrder = (
  candidates: ReadonlyArray<Candidate>,
  now: number,
  turns: (moment: number) => void,
): void => {
  const keys: string[] = []
  for (const { isNew, target } of candidates) if (isNew) keys.push(target.id)
  keys.sort(compareText)
  const [lowest, highest] = [keys[0], keys.at(-1)]
  if (lowest === undefined || highest === undefined) return
  for (const { isNew, lastUsed, firstDetected, target } of candidates) {
    if (isNew || lastUsed === null || fp.isSome(lastUsed) || !isTime(firstDetected)) continue
    const detected = firstDetected.value.getTime()
    if (detected > now) turns(compareText(highest, target.id) > 0 ? detected : detected + 1)
    else if (detected === now && compareText(lowest, target.id) < 0) turns(now + 1)
  }
}
