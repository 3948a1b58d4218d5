/**
 * Validation of guard settings. There are no sentinels: a negative, fractional or non-numeric limit is invalid, and a
 * guard with such a limit refuses every plan.
 */
import { type Int64, isInt64 } from '../core/int64.js'
import { show } from '../core/problem.js'
import { type Millis, type Span, isInstant, isSpanMillis, millis, millisOf } from '../core/time.js'
import type { GuardRefusal } from './refusal.js'

/** What a setting may be, and how that is said. */
interface Kind {
  readonly expected: string
  readonly holds: (value: unknown) => boolean
}

/** A number of things. */
export const aCount: Kind = {
  expected: 'a whole number, 0 or more',
  holds: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
}

/** A share, which may pass the whole where something grows. */
export const aPercentage: Kind = {
  expected: 'a number, 0 or more',
  holds: (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
}

/** A number of bytes. */
export const someBytes: Kind = {
  expected: 'a number of bytes, 0 or more',
  holds: (value) => isInt64(value) && BigInt(value) >= 0n,
}

/** A length of time, in milliseconds already. */
export const aSpan: Kind = { expected: 'a span of whole milliseconds, 0 or more', holds: isSpanMillis }

/** An instant. */
export const anInstant: Kind = { expected: 'a valid Date', holds: isInstant }

/** A list. */
export const aList: Kind = { expected: 'an array of strings', holds: (value) => isTexts(value) }

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each: unknown) => typeof each === 'string')

/** Settings with what they have to be. */
export type Settings = Readonly<Record<string, readonly [value: unknown, kind: Kind]>>

/** Every setting of a guard that cannot be so. */
export const invalidSettings = (guard: string, settings: Settings): ReadonlyArray<GuardRefusal> =>
  Object.entries(settings).flatMap(([path, [value, { expected, holds }]]) =>
    holds(value) ? [] : [{ _tag: 'InvalidSetting' as const, guard, path, expected, actual: show(value) }],
  )

/** Milliseconds of a span, however it is written; what is no span stays none. */
export const spanOf = (span: Span | undefined): Millis =>
  span === undefined ? millis(0) : typeof span === 'object' || typeof span === 'number' ? millisOf(span) : millis(NaN)

/** A number of bytes as a bigint; zero if it is not one, which the check of settings rejects. */
export const bytesOf = (bytes: Int64): bigint => (isInt64(bytes) ? BigInt(bytes) : 0n)
