/**
 * Answers what a count of bytes is: a safe integer, never negative.
 */

/** A count of bytes: a safe integer, zero or more. Counts that may pass 2^53 are {@link Int64} instead. */
export type Bytes = number

/** True for a safe integer that is not negative. */
export const isBytes = (value: unknown): value is Bytes => Number.isSafeInteger(value) && (value as number) >= 0
