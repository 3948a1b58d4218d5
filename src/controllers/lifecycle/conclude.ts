/**
 * The events and the error of a run: there are none. What failed is planned again.
 */
import type { Conclusion } from '../../core/collector.js'
import { none } from '../../core/fp.js'
import type { Plan } from '../../core/plan.js'
import type { Report } from '../../core/report.js'
import type { LifecycleFamily } from './reason.js'

/** The result of a run, from its report: no events, no error. */
export const conclude: <Err>(
  describe: (error: Err) => string,
) => (plan: Plan<LifecycleFamily>) => (report: Report<LifecycleFamily, Err>) => Conclusion<LifecycleFamily> =
  () => () => () => ({ events: [], error: none })
