/** The sentence for removals of a pass that do not reach its goal. */
import type { Family, Pass } from '../../core/plan.js'
import { shortfallOf } from '../../core/shortfall.js'
import { formatBytes } from '../../internal/formats.js'

/**
 * The sentence about a pass that misses its goal; null for one that reaches it or has none.
 *
 * Units: bytes in decimal units with at most three figures.
 *
 * @example
 * ```ts
 * import type { Family, Pass } from 'gcplan'
 * import { sayShortfall } from 'gcplan/render'
 * import { option as O } from 'fp-ts'
 *
 * const pass: Pass<Family> = {
 *   name: 'space',
 *   observesAgain: false,
 *   goal: { _tag: 'FreeBytes', bytes: 500_000_000 },
 *   onFailure: 'continue',
 *   removals: [],
 *   reserve: [],
 *   kept: [],
 *   events: [],
 *   refusal: O.none,
 * }
 * console.log(sayShortfall(pass, 'FreeDiskSpaceFailed')) // falls short by 500 MB; expect FreeDiskSpaceFailed
 * ```
 */
export const sayShortfall = <F extends Family>(pass: Pass<F>, whenShort?: string): string | null => {
  const missing = shortfallOf(pass)
  if (missing === 0n) return null
  return `falls short by ${formatBytes(`${missing}`)}${whenShort === undefined ? '' : `; expect ${whenShort}`}`
}
