/**
 * Validation of guard settings. There are no sentinels: a negative, fractional or non-numeric limit is invalid, and a
 * guard with such a limit refuses every plan.
 */
import { type Int64, isInt64 } from '../core/int64.js'
import { show } from '../core/problem.js'
import { type Millis, type Span, isInstant, isSpanMillis, millis, millisOf } from '../core/time.js'
import { isObject } from '../internal/schema/object.js'
import type { GuardRefusal } from './refusal.js'

/** What a setting may be, and how that is said. */
export interface Kind {
  readonly expected: string
  readonly holds: (value: unknown) => boolean
}

/** A number of things. */
export const aCount: Kind = {
  expected: 'a whole number, 0 or more',
  holds: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
}

const upTo = (most: number): Kind => ({
  expected: `a number from 0 to ${most}`,
  holds: (value) => typeof value === 'number' && value >= 0 && value <= most,
})

/** Percent of a whole. */
export const aShare: Kind = upTo(100)

/** Percent by which something may change; a hundred times is the most that anybody can mean. */
export const aGrowth: Kind = upTo(10_000)

/** A number of bytes. */
export const someBytes: Kind = {
  expected: 'a number of bytes, 0 or more',
  holds: (value) => isInt64(value) && BigInt(value) >= 0n,
}

/** A length of time, in milliseconds already. */
export const aSpan: Kind = { expected: 'a span of whole milliseconds, 0 or more', holds: isSpanMillis }

/** An instant. */
export const anInstant: Kind = { expected: 'a valid Date', holds: isInstant }

/** A name. */
export const aText: Kind = {
  expected: 'a string, not empty',
  holds: (value) => typeof value === 'string' && value !== '',
}

const anArray: Kind = { expected: 'an array', holds: Array.isArray }

/** A list, and each of its items by its place. */
export const listOf = (name: string, value: unknown, kind: Kind = aText): Settings => ({
  [name]: [value, anArray],
  ...Object.fromEntries((Array.isArray(value) ? value : []).map((item, index) => [`${name}[${index}]`, [item, kind]])),
})

/** Something to ask. */
export const aFunction: Kind = { expected: 'a function', holds: (value) => typeof value === 'function' }

/** Guards to combine. */
export const someGuards: Kind = {
  expected: 'guards, at least one',
  holds: (value) => Array.isArray(value) && value.length > 0 && value.every(aFunction.holds),
}

/** One of these words. */
export const oneOf = (...words: ReadonlyArray<string>): Kind => ({
  expected: words.map((word) => JSON.stringify(word)).join(' or '),
  holds: (value) => typeof value === 'string' && words.includes(value),
})

/** A record with a list in this field, such as an approval. */
export const listing = (expected: string, field: string): Kind => ({
  expected,
  holds: (value) => Array.isArray(fieldOf(value, field)),
})

/** Absent, or of a kind. */
export const optional = ({ expected, holds }: Kind): Kind => ({
  expected,
  holds: (value) => value === undefined || holds(value),
})

/** Settings with what is expected of them. */
export type Settings = Readonly<Record<string, readonly [value: unknown, kind: Kind]>>

/** A setting for each field of an options object that is none, since a misspelt limit would limit nothing. */
export const onlyFields = (options: unknown, ...names: ReadonlyArray<string>): Settings => {
  if (!isObject(options)) return { options: [options, { expected: 'an object', holds: () => false }] }
  const noField: Kind = { expected: `no field but ${names.join(', ')}`, holds: () => false }
  const others = Object.entries(options).filter(([name]) => !names.includes(name))
  return Object.fromEntries(others.map(([name, value]: readonly [string, unknown]) => [name, [value, noField]]))
}

/** Only a plain yes is one: a promise, which is never false, is not. */
export const isTrue = (answer: unknown): boolean => answer === true

/** A field of what may be no object. */
export const fieldOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

/** Every setting of a guard that cannot be so. */
export const invalidSettings = (guard: string, settings: Settings): ReadonlyArray<GuardRefusal> =>
  Object.entries(settings).flatMap(([path, [value, { expected, holds }]]) =>
    holds(value) ? [] : [{ _tag: 'InvalidSetting' as const, guard, path, expected, actual: show(value) }],
  )

/** Milliseconds of a span, however it is written; what is no span stays none. */
export const spanOf = (span: unknown): Millis =>
  span === undefined ? millis(0) : isSpan(span) ? millisOf(span) : millis(NaN)

/** As {@link spanOf}, where no default is. */
export const neededSpan = (span: unknown): Millis => (span === undefined ? millis(NaN) : spanOf(span))

/** Nothing is no span of zero: what has no part, such as `{}`, a list or a Date, is none. */
const isSpan = (span: unknown): span is Span =>
  typeof span === 'number' || (isObject(span) && Object.keys(span).length > 0)

/** A number of bytes as a bigint; zero if it is not one, which the check of settings rejects. */
export const bytesOf = (bytes: Int64): bigint => (isInt64(bytes) ? BigInt(bytes) : 0n)
