/**
 * Images that may be removed, in order, and what keeps the others in every pass.
 */
import type { option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { Int64 } from '../../core/int64.js'
import type { Knowledge } from '../../core/knowledge.js'
import type { Kept, Removal } from '../../core/plan.js'
import { type Millis, after, millis } from '../../core/time.js'
import { byNumber, compareText, elementAt, isNonEmpty, rankTexts } from '../../internal/lists.js'
import type { Detected } from './detect.js'
import { handlerOf } from './key.js'
import type { Policy } from './policy.js'
import type { Event, Family, KeepReason, Reason, Target } from './reason.js'

/** An unused image, with what is known of its history. */
export interface Candidate {
  readonly target: Target
  readonly size: Int64
  /** Nothing was remembered of it, so its first detection moves with the look. */
  readonly isNew: boolean
  /** None: the zero time. Null: unknown. */
  readonly firstDetected: O.Option<Date> | null
  readonly lastUsed: O.Option<Date> | null
  /**
   * Both as numbers, {@link zeroTime} before any other, {@link unknownTime} after. They lie beside the candidate, while a Date is
   * somewhere in memory: whoever only compares reads these (`npm run bench -- kubelet-image`).
   */
  readonly detectedAt: number
  readonly usedAt: number
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
        detectedAt: numberOf(firstDetected),
        usedAt: numberOf(lastUsed),
      })
    }
  }
  const kept = inKeyOrder(ineligible)
  return { candidates: inEvictionOrder(candidates), ineligible: kept, events: eventsOf(kept) }
}

/** No two have one key, so the rank of the key is the place. */
const inKeyOrder = (ineligible: ReadonlyArray<Kept<Family>>): ReadonlyArray<Kept<Family>> => {
  const { ranks } = rankTexts(ineligible.map(keyOfKept))
  const sorted = ineligible.slice()
  for (let index = 0; index < ranks.length; index++) sorted[elementAt(ranks, index)] = elementAt(ineligible, index)
  return sorted
}

const keyOfKept = ({ target }: Kept<Family>): string => target.id

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
  const pinned = policy.pinned === 'honoured' && image.pinned
  if (use === null && !sandboxImage && !pinned)
    return policy.runtimeClassInImageCriApi && image.id === '' ? [{ _tag: 'InvalidImageID', key }] : nothing
  const inUse: ReadonlyArray<KeepReason> =
    use === null ? nothing : [{ _tag: 'InUse', containers: use.containers, first: use.first }]
  if (!sandboxImage && !pinned) return inUse
  return [
    ...inUse,
    ...(sandboxImage ? [{ _tag: 'SandboxImage', sandboxImage: policy.sandboxImage } as const] : nothing),
    ...(pinned ? [{ _tag: 'Pinned' } as const] : nothing),
  ]
}

const valueOf = (fact: Knowledge<O.Option<Date>>): O.Option<Date> | null =>
  fact._tag === 'Unknown' ? null : fact.value

/** Numbers sort in a third of the time that comparisons take (`npm run bench -- kubelet-image`): those never used by detection alone. */
const inEvictionOrder = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const never: Candidate[] = []
  const used: Candidate[] = []
  for (const candidate of candidates) (candidate.usedAt === zeroTime ? never : used).push(candidate)
  const detected = new Float64Array(never.length)
  for (let index = 0; index < never.length; index++) detected[index] = elementAt(never, index).detectedAt
  const uses = new Float64Array(used.length)
  for (let index = 0; index < used.length; index++) uses[index] = elementAt(used, index).usedAt
  return [...byNumber(never, detected, compareKeys), ...byNumber(used, uses, compareTied)]
}

const compareTied = (a: Candidate, b: Candidate): number => a.detectedAt - b.detectedAt || compareKeys(a, b)

const compareKeys = (a: Candidate, b: Candidate): number => compareText(a.target.id, b.target.id)

const numberOf = (moment: O.Option<Date> | null): number =>
  moment === null ? unknownTime : fp.isNone(moment) ? zeroTime : moment.value.getTime()

/** Before any other. */
export const zeroTime: number = Number.MIN_SAFE_INTEGER

/** After any other. */
const unknownTime: number = Number.MAX_SAFE_INTEGER

/** Neither the zero time nor unknown. */
export const isTime = (moment: number): boolean => moment !== zeroTime && moment !== unknownTime

const nothing: ReadonlyArray<KeepReason> = []

/** What keeps a candidate in the space pass by itself: too young, just used, or unknown. */
export const keepReasons = (policy: Policy, at: Date, candidate: Candidate): ReadonlyArray<KeepReason> => {
  const { firstDetected, lastUsed, detectedAt, usedAt } = candidate
  const now = at.getTime()
  const age = spanSince(detectedAt, at)
  // Of most candidates two numbers say that nothing keeps them.
  if (usedAt < now && age >= policy.minAge) return nothing
  const reasons: KeepReason[] = []
  if (lastUsed === null) reasons.push({ _tag: 'LastUsedUnknown' })
  else if (fp.isSome(lastUsed) && usedAt >= now) reasons.push({ _tag: 'UsedSinceRunBegan', lastUsed: lastUsed.value })
  if (firstDetected === null) reasons.push({ _tag: 'FirstDetectedUnknown' })
  else if (fp.isSome(firstDetected) && age < policy.minAge)
    reasons.push({
      _tag: 'YoungerThanMinAge',
      age,
      minAge: policy.minAge,
      eligibleAt: after(firstDetected.value, policy.minAge),
    })
  return reasons
}

/** Ages end here: Go measures a span in 64 bits of nanoseconds, so the zero time is 292 years ago; rounded up. */
const longest: Millis = millis(9_223_372_036_855)

/** The span from a moment to now; from the zero time the longest there is. */
export const spanSince = (moment: number, at: Date): Millis => millis(Math.min(at.getTime() - moment, longest))

/** When an image was last used, for a reason; none: never seen in use. Spread into a reason it takes a multiple of the time. */
export const lastUse = (
  { lastUsed, usedAt }: Pick<Candidate, 'lastUsed' | 'usedAt'>,
  at: Date,
): { readonly lastUsed: O.Option<Date>; readonly unusedFor: O.Option<Millis> } =>
  lastUsed === null || fp.isNone(lastUsed)
    ? { lastUsed: fp.none, unusedFor: fp.none }
    : { lastUsed, unusedFor: fp.some(spanSince(usedAt, at)) }

/** What it is to remove a candidate. */
export const removalOf = ({ target, size }: Candidate, reason: Reason): Removal<Family> => ({
  target,
  actions: [{ _tag: 'RemoveImage', id: target.imageId }],
  reasons: [reason],
  requires: noneRequired,
  frees: size,
})

const noneRequired: Removal<Family>['requires'] = []
