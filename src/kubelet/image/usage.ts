/**
 * Usage of the image filesystem in the kubelet's integer arithmetic: free space is rounded down, so usage is rounded
 * up.
 */
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { type Int64, int64ToBigint, maxInt64, minInt64, wrapInt64 } from '../../core/int64.js'
import type { Policy } from './policy.js'
import type { ImageFsStats } from './snapshot.js'

/** A step of the arithmetic whose result does not fit 64 bits. */
export interface Int64Overflow {
  readonly _tag: 'Int64Overflow'
  /** The number in the snapshot that led there. */
  readonly path: 'imageFs.capacityBytes' | 'imageFs.availableBytes'
  /** What was being computed. */
  readonly expected: string
  /** The exact result, as decimal text. */
  readonly actual: string
}

/** Numbers as the kubelet takes them: missing is 0, and more available than there is counts as all of it. */
export const statsOf = (stats: ImageFsStats): { readonly capacity: bigint; readonly available: bigint } => {
  const capacity = numberOf(stats.capacityBytes)
  const available = numberOf(stats.availableBytes)
  return { capacity, available: available > capacity ? capacity : available }
}

const numberOf = (value: O.Option<Int64>): bigint => (fp.isNone(value) ? 0n : int64ToBigint(value.value))

/** Percent in use: `100 - trunc(available * 100 / capacity)`; `capacity` is not 0. */
export const usageOf =
  ({ int64 }: Policy) =>
  (capacity: bigint, available: bigint): E.Either<Int64Overflow, number> => {
    const product = fit(int64, 'imageFs.availableBytes', 'availableBytes * 100 within 64 bits', available * 100n)
    return fp.map((scaled: bigint) => 100 - Number(scaled / capacity))(product)
  }

/** Bytes to free: `trunc(capacity * (100 - low) / 100) - available`; zero or less where the thresholds are equal. */
export const bytesToFree =
  ({ int64, lowThresholdPercent }: Policy) =>
  (capacity: bigint, available: bigint): E.Either<Int64Overflow, bigint> => {
    const product = fit(
      int64,
      'imageFs.capacityBytes',
      'capacityBytes * (100 - lowThresholdPercent) within 64 bits',
      capacity * BigInt(100 - lowThresholdPercent),
    )
    return fp.map((scaled: bigint) => wrapInt64(scaled / 100n - available))(product)
  }

const fit = (
  mode: Policy['int64'],
  path: Int64Overflow['path'],
  expected: string,
  value: bigint,
): E.Either<Int64Overflow, bigint> =>
  value <= maxInt64 && value >= minInt64
    ? fp.right(value)
    : mode === 'wrap'
      ? fp.right(wrapInt64(value))
      : fp.left({ _tag: 'Int64Overflow', path, expected, actual: `${value}` })

/** Bytes with one decimal in a unit of 1024, ties to even as Go prints them: `512 B`, `8.1 GiB`. */
export const binaryBytes = (bytes: Int64): string => {
  const exact = BigInt(Number(int64ToBigint(bytes)))
  if (exact < 1024n) return `${exact} B`
  const power = binaryUnits.findLastIndex((_, index) => exact >= 1024n ** BigInt(index + 1))
  const unit = 1024n ** BigInt(power + 1)
  const [whole, rest] = [(exact * 10n) / unit, (exact * 10n) % unit]
  const tenths = rest * 2n > unit || (rest * 2n === unit && whole % 2n === 1n) ? whole + 1n : whole
  return `${tenths / 10n}.${tenths % 10n} ${binaryUnits[power] ?? ''}`
}

const binaryUnits = ['KiB', 'MiB', 'GiB', 'TiB'] as const
