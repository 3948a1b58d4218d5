/**
 * Images that may be removed, in order, and what keeps the others in every pass.
 */
import type { option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { Int64 } from '../../core/int64.js'
import type { Knowledge } from '../../core/knowledge.js'
import type { Kept } from '../../core/plan.js'
import { type Millis, after, millis } from '../../core/time.js'
import { compareText, elementAt, isNonEmpty, placesByRank, rankTexts } from '../../internal/lists.js'
import type { Detected } from './detect.js'
import { handlerOf } from './key.js'
import type { Policy } from './policy.js'
import type { Event, Family, KeepReason, Target } from './reason.js'

/** An unused image, with what is known of its history. */
export interface Candidate {
  readonly target: Target
  readonly size: Int64
  /** Nothing was remembered of it, so its first detection moves with the look. */
  readonly isNew: boolean
  /** None: the zero time. Null: unknown. */
  readonly firstDetected: O.Option<Date> | null
  readonly lastUsed: O.Option<Date> | null
  /** Both as numbers to sort by: the zero time before any other, unknown after. */
  readonly detectedRank: number
  readonly usedRank: number
}

/** All images, sorted into those that may go and those that never do. */
export interface Partition {
  /** In eviction order: last used, then first detected, none before any; then by key. Unknown last use comes last. */
  readonly candidates: ReadonlyArray<Candidate>
  /** In use, pinned, or without a valid id; by key. */
  readonly ineligible: ReadonlyArray<Kept<Family>>
  readonly events: ReadonlyArray<Event>
}

/**
 * Sorts what one look detected. Of equal last use and first detection upstream's order is random; here the key decides.
 */
export const partition = (policy: Policy, detected: ReadonlyArray<Detected>): Partition => {
  const candidates: Candidate[] = []
  const ineligible: Kept<Family>[] = []
  for (const each of detected) {
    const target = targetOf(policy, each)
    const reasons = reasonsIneligible(policy, each)
    if (isNonEmpty(reasons)) ineligible.push({ target, reasons })
    else {
      const firstDetected = valueOf(each.firstDetected)
      const lastUsed = valueOf(each.lastUsed)
      candidates.push({
        target,
        size: each.image.size,
        isNew: each.isNew,
        firstDetected,
        lastUsed,
        detectedRank: rankOf(firstDetected),
        usedRank: rankOf(lastUsed),
      })
    }
  }
  const kept = inKeyOrder(ineligible)
  return { candidates: inEvictionOrder(candidates), ineligible: kept, events: eventsOf(kept) }
}

/** No two have one key, so the rank of the key is the place. */
const inKeyOrder = (ineligible: ReadonlyArray<Kept<Family>>): ReadonlyArray<Kept<Family>> => {
  const { ranks } = rankTexts(ineligible.map(({ target }) => target.id))
  const sorted = ineligible.slice()
  ranks.forEach((rank, index) => (sorted[rank] = elementAt(ineligible, index)))
  return sorted
}

const eventsOf = (ineligible: ReadonlyArray<Kept<Family>>): ReadonlyArray<Event> => {
  const events: Event[] = []
  for (const { reasons } of ineligible)
    if (reasons[0]._tag === 'InvalidImageID')
      events.push({ _tag: 'InvalidImageID', message: `ImageID is not valid, skipping, image: ${reasons[0].key}` })
  return events
}

const targetOf = (policy: Policy, { key, image }: Detected): Target => ({
  _tag: 'Image',
  id: key,
  imageId: image.id,
  runtimeHandler: handlerOf(policy, image),
  tags: image.tags,
  size: image.size,
})

const reasonsIneligible = (policy: Policy, { key, image, use, sandboxImage }: Detected): ReadonlyArray<KeepReason> => {
  const reasons: KeepReason[] = []
  if (use !== null) reasons.push({ _tag: 'InUse', containers: use.containers, first: use.first })
  if (sandboxImage) reasons.push({ _tag: 'SandboxImage', sandboxImage: policy.sandboxImage })
  if (policy.pinned === 'honoured' && image.pinned) reasons.push({ _tag: 'Pinned' })
  if (reasons.length === 0 && policy.runtimeClassInImageCriApi && image.id === '')
    reasons.push({ _tag: 'InvalidImageID', key })
  return reasons
}

const valueOf = (fact: Knowledge<O.Option<Date>>): O.Option<Date> | null =>
  fact._tag === 'Unknown' ? null : fact.value

/** Texts are compared only where both times are the same: numbers sort in a third of the time (`npm run bench -- image`). */
const inEvictionOrder = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const sorted = sortedBy(
    sortedBy(candidates, ({ detectedRank }) => detectedRank),
    ({ usedRank }) => usedRank,
  )
  for (let from = 0, to = 1; from < sorted.length; from = to++) {
    while (to < sorted.length && isTie(elementAt(sorted, from), elementAt(sorted, to))) to++
    if (to - from === 1) continue
    const tied = sorted.slice(from, to).sort((a, b) => compareText(a.target.id, b.target.id))
    tied.forEach((candidate, index) => (sorted[from + index] = candidate))
  }
  return sorted
}

const sortedBy = (candidates: ReadonlyArray<Candidate>, rank: (candidate: Candidate) => number): Candidate[] => {
  const ranks = new Float64Array(candidates.length)
  candidates.forEach((candidate, place) => (ranks[place] = rank(candidate)))
  const sorted: Candidate[] = []
  for (const place of placesByRank(ranks)) sorted.push(elementAt(candidates, place))
  return sorted
}

const isTie = (a: Candidate, b: Candidate): boolean => a.usedRank === b.usedRank && a.detectedRank === b.detectedRank

const rankOf = (moment: O.Option<Date> | null): number =>
  moment === null ? Number.MAX_SAFE_INTEGER : fp.isNone(moment) ? Number.MIN_SAFE_INTEGER : moment.value.getTime()

const nothing: ReadonlyArray<KeepReason> = []

/** What keeps a candidate in the space pass by itself: too young, just used, or unknown. */
export const keepReasons = (policy: Policy, at: Date, candidate: Candidate): ReadonlyArray<KeepReason> => {
  const { firstDetected, lastUsed, usedRank, detectedRank } = candidate
  const now = at.getTime()
  // Of most candidates two numbers say that nothing keeps them.
  if (usedRank < now && Math.min(now - detectedRank, longest) >= policy.minAge) return nothing
  const reasons: KeepReason[] = []
  if (lastUsed === null) reasons.push({ _tag: 'LastUsedUnknown' })
  else if (fp.isSome(lastUsed) && lastUsed.value.getTime() >= at.getTime())
    reasons.push({ _tag: 'UsedSinceRunBegan', lastUsed: lastUsed.value })
  if (firstDetected === null) reasons.push({ _tag: 'FirstDetectedUnknown' })
  else if (fp.isSome(firstDetected) && spanSince(firstDetected, at) < policy.minAge)
    reasons.push({
      _tag: 'YoungerThanMinAge',
      age: spanSince(firstDetected, at),
      minAge: policy.minAge,
      eligibleAt: after(firstDetected.value, policy.minAge),
    })
  return reasons
}

/** Ages end here: Go measures a span in 64 bits of nanoseconds, so the zero time is 292 years ago; rounded up. */
const longest: Millis = millis(9_223_372_036_855)

/** The span from a moment to now; from the zero time the longest there is. */
export const spanSince = (moment: O.Option<Date>, at: Date): Millis =>
  fp.isNone(moment) ? longest : millis(Math.min(at.getTime() - moment.value.getTime(), longest))

/** When an image was last used, for a reason; none: never seen in use. Spread into a reason it takes a multiple of the time. */
export const lastUse = (
  { lastUsed }: { readonly lastUsed: O.Option<Date> | null },
  at: Date,
): { readonly lastUsed: O.Option<Date>; readonly unusedFor: O.Option<Millis> } =>
  lastUsed === null || fp.isNone(lastUsed)
    ? { lastUsed: fp.none, unusedFor: fp.none }
    : { lastUsed, unusedFor: fp.some(spanSince(lastUsed, at)) }
