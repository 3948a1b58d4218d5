import type { Conclusion } from '../../core/collector.js'
import * as fp from '../../core/fp.js'
import type { Plan } from '../../core/plan.js'
import type { Report } from '../../core/report.js'
import type { CsrFamily } from './family.js'

/**
 * The result of a run: no events, no error; what failed is looked at again an hour later.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go worker
 */
export const conclude: <Err>(
  describe: (error: Err) => string,
) => (plan: Plan<CsrFamily>) => (report: Report<CsrFamily, Err>) => Conclusion<CsrFamily> = () => () => () => ({
  events: [],
  error: fp.none,
})
