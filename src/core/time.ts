/**
 * Instants and spans. Only this file constructs a Date, always from a given number.
 */
import { addMilliseconds } from 'date-fns/addMilliseconds'
import {
  maxTime,
  millisecondsInDay,
  millisecondsInHour,
  millisecondsInMinute,
  millisecondsInSecond,
} from 'date-fns/constants'
import { differenceInMilliseconds } from 'date-fns/differenceInMilliseconds'

/** A length of time in whole milliseconds. */
export type Millis = number & { readonly Millis: unique symbol }

/** Brands a number of milliseconds. */
export const millis = (value: number): Millis => value as Millis

/** The instant this many milliseconds after the Unix epoch. */
export const instant = (epochMillis: number): Date => new Date(epochMillis)

/** The last instant that a Date can hold. */
export const lastInstant: Date = instant(maxTime)

/** The instant `span` after `from`, or the last instant if that is later than a Date can hold. */
export const after = (from: Date, span: Millis): Date =>
  from.getTime() + span > maxTime ? lastInstant : addMilliseconds(from, span)

/** The span from `from` to `to`; negative when `to` is earlier. */
export const between = (from: Date, to: Date): Millis => millis(differenceInMilliseconds(to, from))

/** True for a Date that holds an instant. */
export const isInstant = (value: unknown): value is Date => value instanceof Date && !Number.isNaN(value.getTime())

/** A length of time as a policy takes it: milliseconds, or parts as date-fns writes a duration. */
export type Span =
  | Millis
  | {
      readonly days?: number
      readonly hours?: number
      readonly minutes?: number
      readonly seconds?: number
    }

/** Milliseconds of a span; NaN for a record with an unknown part. */
export const millisOf = (span: Span | null): Millis =>
  typeof span === 'number' ? span : millis(settled(Object.entries(span ?? { none: 0 }).reduce(addPart, 0)))

/** Removes the error of binary fractions: 1.001 seconds are 1001 ms. Half a millisecond stays half a millisecond. */
const settled = (sum: number): number => (Math.abs(sum - Math.round(sum)) < 1e-6 ? Math.round(sum) : sum)

const addPart = (sum: number, [part, count]: readonly [string, unknown]): number =>
  sum + (typeof count === 'number' ? (partMillis.get(part) ?? NaN) * count : NaN)

/** True for a whole number of milliseconds, zero or more. */
export const isSpanMillis = (value: unknown): value is Millis => Number.isSafeInteger(value) && Number(value) >= 0

const partMillis: ReadonlyMap<string, number> = new Map([
  ['days', millisecondsInDay],
  ['hours', millisecondsInHour],
  ['minutes', millisecondsInMinute],
  ['seconds', millisecondsInSecond],
])
