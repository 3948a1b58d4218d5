/**
 * Eviction thresholds, and the amount that must be left for one not to be met.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { type Quantity, addQuantities, parseQuantity, quantityOf } from '../../core/quantity.js'
import type { Millis } from '../../core/time.js'
import type { Signal } from './signal.js'
import { show } from '../../core/problem.js'

/** A configured amount. */
export type ThresholdValue =
  /** A Kubernetes quantity, e.g. `10Gi`. */
  | { readonly _tag: 'Quantity'; readonly quantity: string }
  /** A share of the capacity, 0 to 1, in single precision as the kubelet reads it: 0.15000000596046448 for `15%`. */
  | { readonly _tag: 'Share'; readonly share: number }

/** One threshold of one signal. */
export interface Threshold {
  readonly signal: Signal
  /** `Never`: derived from a missing threshold; never met. */
  readonly operator: 'LessThan' | 'Never'
  readonly value: ThresholdValue
  /** How long it must be met before the kubelet acts; zero: hard. */
  readonly gracePeriod: Millis
  /** How much more must be free before it counts as resolved. */
  readonly minReclaim?: ThresholdValue
}

/** True for a threshold without a grace period. */
export const isHard = ({ gracePeriod }: Threshold): boolean => gracePeriod === 0

/** What tells a threshold from the others, for memory. */
export const thresholdKey = ({ signal, operator, value, gracePeriod, minReclaim }: Threshold): string =>
  [signal, operator, textOf(value), `${gracePeriod}`, minReclaim === undefined ? '' : textOf(minReclaim)].join(' ')

const textOf = (value: ThresholdValue): string => (value._tag === 'Quantity' ? value.quantity : `${value.share}`)

const nothing = quantityOf('DecimalSI', 0n)

/**
 * A threshold's amount, given the capacity.
 *
 * Shape: a share of the capacity is truncated; an invalid quantity or share is 0.
 * Units: those of the capacity, bytes, inodes or processes.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/api/types.go GetThresholdQuantity
 *
 * @example
 * ```ts
 * import * as Eviction from 'gcplan/kubelet/eviction'
 *
 * console.log(Eviction.amountOf({ _tag: 'Share', share: Math.fround(0.15) }, 128849018880n).canonical) // 19327353600
 * ```
 */
export const amountOf = (value: ThresholdValue, capacity: bigint): Quantity => {
  if (value._tag === 'Quantity') {
    return fp.getOrElse(() => nothing)(parseQuantity(value.quantity))
  }
  const product = Number(capacity) * value.share
  return Number.isFinite(product) ? quantityOf('BinarySI', BigInt(Math.trunc(product))) : nothing
}

/** What must be left: the threshold, and the least to reclaim on top of it where that is asked for. */
export const levelOf = ({ value, minReclaim }: Threshold, capacity: bigint, withReclaim: boolean): Quantity => {
  const level = amountOf(value, capacity)
  return withReclaim && minReclaim !== undefined ? addQuantities(level, amountOf(minReclaim, capacity)) : level
}

/** A flag that cannot be parsed. */
export interface InvalidStatement {
  readonly _tag: 'InvalidStatement'
  readonly statement: string
  readonly expected: string
}

/**
 * Splits a threshold flag at commas and each part at its first `<`; the last one of a signal wins.
 *
 * Fails with {@link InvalidStatement} for a statement without `<`; an empty flag gives none.
 *
 * @upstream kubernetes v1.36.2 staging/src/k8s.io/component-base/cli/flag/langle_separated_map_string_string.go Set
 *
 * @example
 * ```ts
 * import * as Eviction from 'gcplan/kubelet/eviction'
 *
 * const split = Eviction.splitThresholds('imagefs.available<15%, nodefs.available<1Gi')
 * if (split._tag === 'Right') console.log([...split.right]) // [ [ 'imagefs.available', '15%' ], [ 'nodefs.available', '1Gi' ] ]
 * ```
 */
export const splitThresholds = (flag: string): E.Either<InvalidStatement, ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  if (!isText(flag)) return fp.left(invalid(show(flag)))
  for (const statement of flag.split(',')) {
    if (statement === '') continue
    const at = statement.indexOf('<')
    if (at === -1) return fp.left(invalid(statement))
    found.set(statement.slice(0, at).trim(), statement.slice(at + 1).trim())
  }
  return fp.right(found)
}

const isText = (value: unknown): value is string => typeof value === 'string'

const invalid = (statement: string): InvalidStatement => ({
  _tag: 'InvalidStatement',
  statement,
  expected: 'signal<amount',
})
