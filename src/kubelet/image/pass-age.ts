/**
 * The age pass: images that were unused for too long.
 *
 * 1. Nothing is removed until the collection loop itself has run longer than the maximum age; 1.29 does not wait.
 * 2. Then every candidate last used longer ago than that is removed; those never used, at once.
 * 3. Minimum age and disk usage make no difference. If a removal fails, the pass finishes and then the run ends.
 */

import * as fp from '../../core/fp.js'
import type { Kept, Pass, Removal } from '../../core/plan.js'
import { after, between } from '../../core/time.js'
import { isNonEmpty } from '../../internal/lists.js'
import { type Candidate, type Partition, lastUse, removalOf, spanSince } from './candidates.js'
import type { Policy } from './policy.js'
import type { Family, KeepReason, Reason } from './reason.js'
import type { Snapshot } from './snapshot.js'

/** The pass, and the candidates that it leaves to the next. */
export interface Aged {
  readonly pass: Pass<Family>
  readonly left: ReadonlyArray<Candidate>
}

/** Decides every image by age. */
export const passAge = (policy: Policy, snapshot: Snapshot, sorted: Partition): Aged => {
  const grace = graceOf(policy, snapshot)
  const removals: Removal<Family>[] = []
  const kept: Kept<Family>[] = []
  const left: Candidate[] = []
  for (const candidate of sorted.candidates) {
    const own = keptBecause(policy, snapshot.at, candidate)
    const reasons = grace.length === 0 ? own : [...grace, ...own]
    if (isNonEmpty(reasons)) {
      kept.push({ target: candidate.target, reasons })
      left.push(candidate)
    } else removals.push(removalOf(candidate, reasonOf(policy, snapshot.at, candidate)))
  }
  const pass: Pass<Family> = {
    name: 'age',
    observesAgain: false,
    goal: { _tag: 'RemoveAll' },
    onFailure: 'finish-pass',
    removals,
    reserve: [],
    kept: [...kept, ...sorted.ineligible],
    events: sorted.events,
    measured: { _tag: 'MaxAge', maxAge: policy.maxAge },
    refusal: fp.none,
  }
  return { pass, left }
}

const graceOf = ({ maxAge, maxAgeGrace }: Policy, { at, beganGC }: Snapshot): ReadonlyArray<KeepReason> => {
  if (maxAgeGrace === 'none') return []
  if (beganGC._tag === 'Unknown') return [{ _tag: 'StartOfLoopUnknown' }]
  const runningFor = between(beganGC.value, at)
  return runningFor > maxAge ? [] : [{ _tag: 'StartUpGrace', runningFor, maxAge }]
}

const keptBecause = ({ maxAge }: Policy, at: Date, { lastUsed, usedAt }: Candidate): ReadonlyArray<KeepReason> => {
  if (lastUsed === null) return [{ _tag: 'LastUsedUnknown' }]
  const unusedFor = spanSince(usedAt, at)
  if (unusedFor > maxAge || fp.isNone(lastUsed)) return []
  return [{ _tag: 'WithinMaxAge', unusedFor, maxAge, until: after(lastUsed.value, maxAge) }]
}

const reasonOf = ({ maxAge }: Policy, at: Date, candidate: Candidate): Reason => {
  const { lastUsed, unusedFor } = lastUse(candidate, at)
  return { _tag: 'UnusedLongerThanMaxAge', lastUsed, unusedFor, maxAge }
}
