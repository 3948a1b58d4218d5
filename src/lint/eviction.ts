/**
 * Compares image collection with eviction on the same disk: which acts first as it fills up.
 */
import { either as E, function as F } from 'fp-ts'

import { int64ToBigint, isInt64 } from '../core/int64.js'
import { millis } from '../core/time.js'
import { parseQuantity, quantityFits, quantityValue } from '../core/quantity.js'
import type { EvictionFinding, EvictionPoint, Finding, FindingLevel } from './finding.js'
import type { EvictionKnobs, Growth } from './input.js'

/** Below this margin, in percent of capacity, a disk may fill up between two runs of image collection. */
const smallMargin = 5

/** How the high threshold relates to the threshold that is met first, and the thresholds that cannot be compared. */
export const findingsOnEviction = (
  highThresholdPercent: number,
  eviction: EvictionKnobs,
  growth?: Growth,
): ReadonlyArray<Finding> => {
  const signals = ['imagefs.available', ...(eviction.oneFilesystem === true ? ['nodefs.available'] : [])]
  const read = (['hard', 'soft'] as const).flatMap((kind) =>
    signals.flatMap((signal) => {
      const threshold = eviction[kind]?.get(signal)
      return threshold === undefined ? [] : [pointOf(kind, signal, threshold, eviction)]
    }),
  )
  if (read.length === 0) return [{ level: 'note', _tag: 'NoEvictionForImages', signals }]
  const incomparable = read.flatMap(
    E.match(
      (finding) => [finding],
      () => [],
    ),
  )
  const points = read.flatMap(
    E.match(
      () => [],
      (point) => [point],
    ),
  )
  const [first] = points.sort((a, b) => a.usagePercent - b.usagePercent)
  return [
    ...(first === undefined ? [] : [compare(highThresholdPercent, first)]),
    ...(first === undefined || growth === undefined ? [] : inTime(highThresholdPercent, first, growth)),
    ...incomparable,
  ]
}

const compare = (highThresholdPercent: number, eviction: EvictionPoint): Finding => {
  const marginPercent = eviction.usagePercent - highThresholdPercent
  if (marginPercent < 0)
    return { level: 'problem', _tag: 'HighThresholdBehindEviction', highThresholdPercent, eviction }
  if (marginPercent === 0) return { level: 'problem', _tag: 'HighThresholdAtEviction', highThresholdPercent, eviction }
  return marginPercent < smallMargin
    ? { level: 'advice', _tag: 'HighThresholdCloseToEviction', highThresholdPercent, eviction, marginPercent }
    : { level: 'note', _tag: 'HighThresholdBeforeEviction', highThresholdPercent, eviction, marginPercent }
}

/** From one run of image collection to the next. */
const imagePeriod = 300_000

/**
 * A run that finds the disk just below the high threshold does nothing, and usage is rounded up: what lies between there and
 * eviction is left for the time until the next run.
 */
const inTime = (
  highThresholdPercent: number,
  eviction: EvictionPoint,
  { bytesPerSecond, imageFsCapacityBytes }: Growth,
): ReadonlyArray<Finding> => {
  if (!(bytesPerSecond > 0) || !Number.isFinite(bytesPerSecond) || !isInt64(imageFsCapacityBytes)) return []
  const capacity = Number(int64ToBigint(imageFsCapacityBytes))
  const marginBytes = Math.max(0, Math.floor((capacity * (eviction.usagePercent - (highThresholdPercent - 1))) / 100))
  const millisToEviction = millis(Math.min(Number.MAX_SAFE_INTEGER, Math.floor((marginBytes / bytesPerSecond) * 1000)))
  const facts = { bytesPerSecond, marginBytes, millisToEviction, eviction }
  return [
    millisToEviction < imagePeriod
      ? { level: 'problem', _tag: 'EvictionBeforeNextRun', ...facts }
      : { level: 'note', _tag: 'RunBeforeEviction', ...facts },
  ]
}

const pointOf = (
  kind: 'hard' | 'soft',
  signal: string,
  threshold: string,
  eviction: EvictionKnobs,
): E.Either<Finding, EvictionPoint> => {
  const incomparable = (because: Incomparable['because'], level: FindingLevel): E.Either<Finding, never> =>
    E.left({ level, _tag: 'EvictionNotComparable', kind, signal, threshold, because })
  if (threshold === '0%' || threshold === '100%') return incomparable('statement-ignored', 'advice')
  const free = threshold.endsWith('%')
    ? percentOf(threshold.replace(/%+$/, ''))
    : amountInPercent(threshold, eviction.imageFsCapacityBytes)
  if (typeof free === 'string') return incomparable(free, free === 'malformed' ? 'problem' : 'advice')
  return E.right({ kind, signal, threshold, usagePercent: 100 - free })
}

type Incomparable = Extract<EvictionFinding, { readonly _tag: 'EvictionNotComparable' }>

const percentOf = (text: string): number | 'malformed' => {
  const percent = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  return percent >= 0 && percent <= 100 ? percent : 'malformed'
}

const amountInPercent = (
  text: string,
  capacity: EvictionKnobs['imageFsCapacityBytes'],
): number | 'malformed' | 'amount-without-capacity' => {
  const size = isInt64(capacity) ? int64ToBigint(capacity) : 0n
  return F.pipe(
    parseQuantity(text),
    E.filterOrElseW(
      (amount) => quantityFits(amount) && amount.mantissa > 0n,
      () => 'malformed',
    ),
    E.matchW(
      () => 'malformed',
      (amount) => (size > 0n ? (Number(quantityValue(amount)) * 100) / Number(size) : 'amount-without-capacity'),
    ),
  )
}
