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
import { type Candidate, isTime, zeroTime } from './candidates.js'
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
  if (agePassRuns(policy)) {
    if (readsStart(policy) && beganGC._tag !== 'Unknown' && candidates.length > 0)
      first = sooner(first, now, beganGC.value.getTime() + policy.maxAge + 1)
    for (const { usedAt } of candidates) if (isTime(usedAt)) first = sooner(first, now, usedAt + policy.maxAge + 1)
  }
  for (const { detectedAt, usedAt, isNew } of left) {
    if (isTime(usedAt)) first = sooner(first, now, usedAt + 1)
    if (isTime(detectedAt) && !isNew) first = sooner(first, now, detectedAt + policy.minAge)
  }
  first = turnOfOrder(candidates, now, first)
  return first <= lastInstant.getTime() ? fp.some(instant(first)) : fp.none
}

/** The moment if it lies ahead, before the first that is known. */
const sooner = (first: number, now: number, moment: number): number => (moment > now && moment < first ? moment : first)

/**
 * The first moment, that included at which the eviction order changes.
 *
 * Images never used line up by first detection, so new ones pass those whose recorded detection lies ahead: at that
 * instant where the key decides for them, else just after it.
 */
const turnOfOrder = (candidates: ReadonlyArray<Candidate>, now: number, first: number): number => {
  const keys: string[] = []
  for (const { isNew, target } of candidates) if (isNew) keys.push(target.id)
  keys.sort(compareText)
  const [lowest, highest] = [keys[0], keys.at(-1)]
  if (lowest === undefined || highest === undefined) return first
  let soonest = first
  for (const { isNew, usedAt, detectedAt: detected, target } of candidates) {
    if (isNew || usedAt !== zeroTime || !isTime(detected)) continue
    if (detected > now) soonest = sooner(soonest, now, compareText(highest, target.id) > 0 ? detected : detected + 1)
    else if (detected === now && compareText(lowest, target.id) < 0) soonest = sooner(soonest, now, now + 1)
  }
  return soonest
}
