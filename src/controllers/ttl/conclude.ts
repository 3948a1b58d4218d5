import type { Conclusion } from '../../core/collector.js'
import * as fp from '../../core/fp.js'
import type { Plan } from '../../core/plan.js'
import type { Report } from '../../core/report.js'
import type { JobFamily } from './family.js'

/**
 * The result of a run: no events, no error; the controller retries failed Jobs.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go handleErr
 */
export const conclude: <Err>(
  describe: (error: Err) => string,
) => (plan: Plan<JobFamily>) => (report: Report<JobFamily, Err>) => Conclusion<JobFamily> = () => () => () => ({
  events: [],
  error: fp.none,
})
