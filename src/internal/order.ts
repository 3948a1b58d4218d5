/**
 * Answers what comes first, by code unit: no locale, the same on every host.
 */

/** Compares text by UTF-16 code units. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Compares instants; earlier first. */
export const compareInstant = (a: Date, b: Date): number => a.getTime() - b.getTime()
