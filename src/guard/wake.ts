import * as fp from '../core/fp.js'
import type { Family, Plan } from '../core/plan.js'

/** The plan, which wakes at the first of these instants that lies behind it, if that is before it wakes anyway. */
export const wakingAt =
  (due: ReadonlyArray<Date>) =>
  <F extends Family>(plan: Plan<F>): Plan<F> => {
    let first = fp.isSome(plan.wakeAt) ? plan.wakeAt.value : null
    for (const at of due) if (at > plan.at && (first === null || at < first)) first = at
    return first === null ? plan : { ...plan, wakeAt: fp.some(first) }
  }
