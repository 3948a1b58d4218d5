import type { Millis } from '../core/time.js'
import { millis } from '../core/time.js'

/** How calls with retryable errors are retried. */
export interface Retry {
  /** Maximum calls per action, including the first; below 2 means no retries. */
  readonly attempts: number
  /** The delay after the given number of failures of one action, from 1. */
  readonly wait: (failures: number) => Millis
  /** A call that exceeded its deadline counts as retryable as well; it may still be in progress. */
  readonly afterDeadline?: boolean
}

/**
 * Waits that grow by a factor from the first one up to a limit.
 *
 * Units: milliseconds.
 *
 * @example
 * ```ts
 * import { millis } from 'gcplan'
 * import { backoff } from 'gcplan/execute'
 *
 * const wait = backoff({ first: millis(5), factor: 2, limit: millis(30) })
 * console.log([1, 2, 3, 4].map(wait)) // [ 5, 10, 20, 30 ]
 * ```
 */
export const backoff =
  ({ first, factor, limit }: { readonly first: Millis; readonly factor: number; readonly limit: Millis }) =>
  (failures: number): Millis =>
    millis(Math.min(limit, first * factor ** (failures - 1)))
