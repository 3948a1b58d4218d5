/**
 * 64-bit integers in JSON: a number while it is exact, decimal text beyond. Arithmetic uses bigint; only input and
 * output use this form.
 */

/** A 64-bit integer in plain JSON: a number while it is a safe integer, else its decimal text. */
export type Int64 = number | `${bigint}`

/** The largest signed 64-bit integer. */
export const maxInt64: bigint = 9223372036854775807n
/** The smallest signed 64-bit integer. */
export const minInt64: bigint = -9223372036854775808n

/** Writes a bigint as {@link Int64}. */
export const int64FromBigint = (value: bigint): Int64 => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : `${value}`
}

/** Reads an {@link Int64} as bigint. Never fails, because the type admits integers only. */
export const int64ToBigint = (value: Int64): bigint => BigInt(value)

/** True for a safe integer or the decimal text of a signed 64-bit integer. */
export const isInt64 = (value: unknown): value is Int64 =>
  typeof value === 'number'
    ? Number.isSafeInteger(value)
    : typeof value === 'string' && /^-?(0|[1-9]\d{0,18})$/.test(value) && inRange(BigInt(value))

/** Wraps an integer as Go's int64 arithmetic does. */
export const wrapInt64 = (value: bigint): bigint => BigInt.asIntN(64, value)

const inRange = (value: bigint): boolean => value >= minInt64 && value <= maxInt64
