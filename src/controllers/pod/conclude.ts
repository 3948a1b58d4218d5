import type { Conclusion } from '../../core/collector.js'
import * as fp from '../../core/fp.js'
import type { Plan } from '../../core/plan.js'
import type { Report } from '../../core/report.js'
import type { PodFamily } from './reason.js'

/**
 * The result of a run: no events, no error; the controller retries 20 seconds later.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gc
 */
export const conclude: <Err>(
  describe: (error: Err) => string,
) => (plan: Plan<PodFamily>) => (report: Report<PodFamily, Err>) => Conclusion<PodFamily> = () => () => () => ({
  events: [],
  error: fp.none,
})
