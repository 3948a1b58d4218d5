import type { Conclusion } from '../../core/collector.js'
import * as fp from '../../core/fp.js'
import type { Plan } from '../../core/plan.js'
import type { Report } from '../../core/report.js'
import type { TokenFamily } from './family.js'

/**
 * The result of a run: no events, no error; what failed is looked at again a day later.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go Run
 */
export const conclude: <Err>(
  describe: (error: Err) => string,
) => (plan: Plan<TokenFamily>) => (report: Report<TokenFamily, Err>) => Conclusion<TokenFamily> = () => () => () => ({
  events: [],
  error: fp.none,
})
