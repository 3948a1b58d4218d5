/**
 * The space pass: unused images removed to free disk space, least recently used first.
 *
 * 1. Measure the disk; below the high threshold everything stays.
 * 2. The amount to free is the difference between current usage and the low threshold.
 * 3. Skip an image that was used since the run began or detected too recently.
 * 4. Remove each other one; after a successful removal the pass ends if the amount is reached. The check comes after
 *    a removal, so one image is removed even if the amount is zero or less.
 *
 * A request of the eviction manager skips 1 and 2 and has no amount: every image that is not skipped is removed.
 */
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { type Int64, int64FromBigint, int64ToBigint } from '../../core/int64.js'
import type { Goal, Kept, Pass, Removal } from '../../core/plan.js'
import { isNonEmpty } from '../../internal/lists.js'
import { type Candidate, type Partition, keepReasons, lastUse, removalOf } from './candidates.js'
import { type Int64Overflow, bytesToFree, statsOf, usageOf } from './usage.js'
import type { Policy } from './policy.js'
import type { Family, KeepReason, Measurement, Reason } from './reason.js'
import type { Snapshot } from './snapshot.js'

/** Decides every image by space; `candidates` are those that the age pass leaves. */
export const passSpace = (
  policy: Policy,
  snapshot: Snapshot,
  sorted: Partition,
): E.Either<Int64Overflow, Pass<Family>> => {
  const { candidates } = sorted
  const allKept = (first: KeepReason): ReadonlyArray<Kept<Family>> =>
    candidates.map((candidate) => ({
      target: candidate.target,
      reasons: [first, ...keepReasons(policy, snapshot.at, candidate)],
    }))
  const finish = (goal: Goal, part: Partial<Pass<Family>>): Pass<Family> => ({
    name: 'space',
    observesAgain: policy.entrance === 'GarbageCollect',
    goal,
    onFailure: 'continue',
    removals: [],
    reserve: [],
    refusal: fp.none,
    ...part,
    kept: [...(part.kept ?? []), ...sorted.ineligible],
    events: [...(agePassRuns(policy) ? [] : sorted.events), ...(part.events ?? [])],
  })
  if (policy.entrance === 'DeleteUnusedImages')
    return fp.right(
      finish(
        { _tag: 'RemoveAll' },
        { measured: { _tag: 'Everything' }, ...untilFreed(policy, snapshot.at, candidates, null) },
      ),
    )
  if (snapshot.imageFs._tag === 'Unknown')
    return fp.right(finish({ _tag: 'RemoveAll' }, { kept: allKept({ _tag: 'DiskUnknown' }) }))
  const { capacity, available } = statsOf(snapshot.imageFs.value)
  if (capacity === 0n)
    return fp.right(
      finish(
        { _tag: 'RemoveAll' },
        {
          kept: allKept({ _tag: 'NoDiskCapacity' }),
          events: [{ _tag: 'InvalidDiskCapacity', message: invalidCapacity }],
          refusal: fp.some({ _tag: 'InvalidDiskCapacity', capacityBytes: 0 }),
        },
      ),
    )
  const { highThresholdPercent, shortage } = policy
  const atUsage = (usagePercent: number): E.Either<Int64Overflow, Pass<Family>> => {
    const disk = (amount: O.Option<Int64>): Measurement => ({
      _tag: 'Disk',
      usagePercent,
      capacityBytes: int64FromBigint(capacity),
      availableBytes: int64FromBigint(available),
      bytesToFree: amount,
      shortage,
    })
    if (usagePercent < highThresholdPercent)
      return fp.right(
        finish(
          { _tag: 'RemoveAll' },
          {
            measured: disk(fp.none),
            kept: allKept({ _tag: 'DiskUnderHighThreshold', usagePercent, highThresholdPercent }),
          },
        ),
      )
    const free = (wanted: bigint): Pass<Family> => {
      const amount = int64FromBigint(wanted)
      return finish(
        { _tag: 'FreeBytes', bytes: amount },
        {
          measured: disk(fp.some(amount)),
          ...untilFreed(policy, snapshot.at, candidates, { usagePercent, bytesToFree: amount }),
        },
      )
    }
    return fp.map(free)(bytesToFree(policy)(capacity, available))
  }
  return fp.flatMap(atUsage)(usageOf(policy)(capacity, available))
}

/** Whether the run has an age pass, which then records what the look at the images gave. */
export const agePassRuns = ({ entrance, maxAge, maxAgePass }: Policy): boolean =>
  entrance === 'GarbageCollect' && maxAgePass === 'present' && maxAge > 0

/** Whether the start of the loop decides whether an age pass removes anything. */
export const readsStart = (policy: Policy): boolean => agePassRuns(policy) && policy.maxAgeGrace === 'uptime'

/** What the component says, and records, of a disk without capacity. */
export const invalidCapacity = 'invalid capacity 0 on image filesystem'

interface EvictionSplit {
  readonly removals: ReadonlyArray<Removal<Family>>
  readonly reserve: ReadonlyArray<Removal<Family>>
  readonly kept: ReadonlyArray<Kept<Family>>
}

/** How full the disk is, and what is to be freed. */
interface Shortage {
  readonly usagePercent: number
  readonly bytesToFree: Int64
}

/**
 * Candidates one after the other until enough is freed; without a shortage all of them. Images of unknown history might go
 * before any other, so what they would free counts as freed already: a removal is planned only if it would happen all the same.
 */
const untilFreed = (
  policy: Policy,
  at: Date,
  candidates: ReadonlyArray<Candidate>,
  shortage: Shortage | null,
): EvictionSplit => {
  const amount = shortage === null ? null : shortage.bytesToFree
  const removals: Removal<Family>[] = []
  const reserve: Removal<Family>[] = []
  const kept: Kept<Family>[] = []
  const unknown = candidates.filter(hasUnknown)
  const unknownBytes = unknown.reduce<Int64>((sum, { size }) => sumOf(sum, size), 0)
  let freed = unknownBytes
  let done = amount !== null && unknown.length > 0 && reaches(freed, amount)
  let rank = 0
  for (const candidate of candidates) {
    const reasons = keepReasons(policy, at, candidate)
    if (isNonEmpty(reasons)) {
      kept.push({ target: candidate.target, reasons })
      continue
    }
    rank += 1
    if (!done) {
      removals.push(removalOf(candidate, reasonOf(policy, at, shortage, candidate, rank)))
      freed = sumOf(freed, candidate.size)
      done = amount !== null && reaches(freed, amount)
    } else if (unknown.length > 0 && amount !== null)
      kept.push({
        target: candidate.target,
        reasons: [{ _tag: 'UnknownImagesMayFreeEnough', unknownBytes, bytesToFree: amount }],
      })
    else reserve.push(removalOf(candidate, reasonOf(policy, at, shortage, candidate, rank)))
  }
  return { removals, reserve, kept }
}

const reasonOf = (
  { highThresholdPercent }: Policy,
  at: Date,
  shortage: Shortage | null,
  candidate: Candidate,
  rank: number,
): Reason => {
  const { lastUsed, unusedFor } = lastUse(candidate, at)
  if (shortage === null) return { _tag: 'EvictionManagerAsks', rank, lastUsed, unusedFor }
  const { usagePercent, bytesToFree: bytes } = shortage
  return {
    _tag: 'DiskOverHighThreshold',
    usagePercent,
    highThresholdPercent,
    bytesToFree: bytes,
    rank,
    lastUsed,
    unusedFor,
  }
}

const hasUnknown = ({ firstDetected, lastUsed }: Candidate): boolean => firstDetected === null || lastUsed === null

/** Sizes are numbers, whose sums are exact while they are safe integers; only beyond that bigints are made. */
const sumOf = (a: Int64, b: Int64): Int64 => {
  const sum = typeof a === 'number' && typeof b === 'number' ? a + b : Number.NaN
  return Number.isSafeInteger(sum) ? sum : int64FromBigint(int64ToBigint(a) + int64ToBigint(b))
}

const reaches = (freed: Int64, amount: Int64): boolean =>
  typeof freed === 'number' && typeof amount === 'number'
    ? freed >= amount
    : int64ToBigint(freed) >= int64ToBigint(amount)
