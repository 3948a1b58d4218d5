/**
 * The value observed for each signal, and the thresholds that a set of observations meets.
 */
import { type Int64, int64ToBigint } from '../../core/int64.js'
import { compareQuantities, quantityOf } from '../../core/quantity.js'
import type { Signal } from './signal.js'
import { type Threshold, levelOf, thresholdKey } from './threshold.js'

/** One measurement, in bytes, inodes or processes. */
export interface Observation {
  readonly available: Int64
  readonly capacity: Int64
  /** When it was taken, if known. */
  readonly at?: Date
}

/** Measurements by signal; missing: not measured completely. */
export type Observations = ReadonlyMap<Signal, Observation>

/**
 * The thresholds that are met: less is available than they require.
 *
 * Order: as given. A threshold without a measurement is not met.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go thresholdsMet
 *
 * @example
 * ```ts
 * import { millis } from 'gcplan'
 * import * as Eviction from 'gcplan/kubelet/eviction'
 *
 * const observations = new Map([['imagefs.available', { available: 9, capacity: 100 }]] as const)
 * const threshold = {
 *   signal: 'imagefs.available',
 *   operator: 'LessThan',
 *   value: { _tag: 'Quantity', quantity: '10' },
 *   gracePeriod: millis(0),
 * } as const
 * console.log(Eviction.thresholdsMet({ withReclaim: false })([threshold], observations).length) // 1
 * ```
 */
export const thresholdsMet =
  ({ withReclaim }: { readonly withReclaim: boolean }) =>
  (thresholds: ReadonlyArray<Threshold>, observations: Observations): ReadonlyArray<Threshold> =>
    thresholds.filter((threshold) => {
      const observed = observations.get(threshold.signal)
      if (observed === undefined || threshold.operator === 'Never') return false
      const level = levelOf(threshold, int64ToBigint(observed.capacity), withReclaim)
      return compareQuantities(quantityOf('DecimalSI', int64ToBigint(observed.available)), level) < 0
    })

/** The thresholds of both lists, none twice; those of the first come first. */
export const joined = (first: ReadonlyArray<Threshold>, second: ReadonlyArray<Threshold>): ReadonlyArray<Threshold> => {
  const known = new Set(first.map(thresholdKey))
  return [...first, ...second.filter((threshold) => !known.has(thresholdKey(threshold)))]
}

/** The thresholds whose statistics are newer than before; the first look counts as newer, and one without a time. */
export const newlyMeasured = (
  thresholds: ReadonlyArray<Threshold>,
  observations: Observations,
  before: Observations,
): ReadonlyArray<Threshold> =>
  thresholds.filter(({ signal }) => {
    const observed = observations.get(signal)
    if (observed === undefined) return false
    const last = before.get(signal)
    return last?.at === undefined || observed.at === undefined || observed.at.getTime() > last.at.getTime()
  })
