/**
 * Answers what an instant and a span are, and is the only file that constructs a Date, always from a given number.
 */

/** A length of time in whole milliseconds. */
export type Millis = number & { readonly Millis: unique symbol }

/** Brands a number of milliseconds. */
export const millis = (value: number): Millis => value as Millis

/** The instant that lies this many milliseconds after the Unix epoch. */
export const instant = (epochMillis: number): Date => new Date(epochMillis)

/** The last instant that a Date can hold. */
export const lastInstant: Date = instant(8.64e15)

/** The instant `span` after `from`; the last one if that is too far to name. */
export const after = (from: Date, span: Millis): Date => instant(Math.min(from.getTime() + span, 8.64e15))

/** The span from `from` to `to`; negative when `to` is earlier. */
export const between = (from: Date, to: Date): Millis => millis(to.getTime() - from.getTime())

/** True for a Date that holds an instant. */
export const isInstant = (value: unknown): value is Date => value instanceof Date && !Number.isNaN(value.getTime())
