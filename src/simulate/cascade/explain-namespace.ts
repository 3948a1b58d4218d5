/** Sentences for the state of a namespace that is being deleted. */
import type { NextSweep } from '../../controllers/namespace/controller.js'

/**
 * One line for when the namespace controller looks next, and what of that is unknown.
 *
 * @example
 * ```ts
 * import { explainSweep } from 'gcplan/simulate/cascade'
 *
 * const latest = new Date('2026-01-01T12:01:00Z')
 * console.log(explainSweep({ because: 'BackOff', earliest: new Date('2026-01-01T12:00:00Z'), latest }))
 * // the next sweep comes by 2026-01-01T12:01:00.000Z: after an error it is tried again with back-off to 60 s, and when the last one was is not recorded
 * ```
 */
export const explainSweep = ({ because, latest }: NextSweep): string => {
  const by = latest === undefined ? '' : ` ${latest.toISOString()}`
  switch (because) {
    case 'FirstSweep':
      return `the first sweep comes at${by}, 5 s after the deletion began`
    case 'AfterReport':
      return `the next sweep comes by${by}, 5 s after a condition changed`
    case 'Estimate':
      return `the next sweep comes by${by}; when the last one was is not recorded`
    case 'BackOff':
      return `the next sweep comes by${by}: after an error it is tried again with back-off to 60 s, and when the last one was is not recorded`
    case 'Resync':
      return `the finalizer of the namespace controller is off: the next sweep comes with the next change of the namespace, or by${by}`
    case 'None':
      return 'no sweep comes any more: its spec.finalizers are empty'
  }
}
