/**
 * Answers what is recorded and returned at the end of a run: nothing. What failed comes again with the next plan.
 */
import type { Conclusion } from '../../core/collector.js'
import { none } from '../../core/option.js'
import type { Plan } from '../../core/plan.js'
import type { Report } from '../../core/report.js'
import type { LifecycleFamily } from './reason.js'

/** Concludes from a report: no events, no error. */
export const conclude: <Err>(
  describe: (error: Err) => string,
) => (plan: Plan<LifecycleFamily>) => (report: Report<LifecycleFamily, Err>) => Conclusion<LifecycleFamily> =
  () => () => () => ({ events: [], error: none })
