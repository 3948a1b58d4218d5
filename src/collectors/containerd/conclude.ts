/**
 * Answers what containerd would publish and return at the end of a collection.
 */

import * as option from '../../core/option.js'
import type { Conclusion } from '../../core/collector.js'
import type { Report } from '../../core/report.js'
import type { ContainerdFamily, Plan } from './reason.js'

/**
 * Concludes from a report: with every record removed the events of the plan are published, in the order of the sweep.
 * The first removal that failed takes the transaction back: nothing is published and its error is returned.
 *
 * @upstream containerd v2.3.4 core/metadata/db.go GarbageCollect
 */
export const conclude =
  <Err>(describe: (error: Err) => string) =>
  (plan: Plan) =>
  (report: Report<ContainerdFamily, Err>): Conclusion<ContainerdFamily> => {
    for (const { outcomes } of report.passes)
      for (const outcome of outcomes)
        if (outcome._tag === 'Failed') return { events: [], error: option.some(describe(outcome.error)) }
    return { events: plan.passes.flatMap((pass) => pass.events), error: option.none }
  }
