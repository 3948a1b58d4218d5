/**
 * The events and the error of a run of the owner collector.
 */

import * as fp from '../../core/fp.js'
import type { Conclusion } from '../../core/collector.js'
import type { Plan } from '../../core/plan.js'
import type { Report } from '../../core/report.js'
import type { OwnerFamily } from './reason.js'

/**
 * The result of a run: the warnings. Failures are retried later, so there is no error.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go processAttemptToDeleteWorker
 */
export const conclude: <Err>(
  describe: (error: Err) => string,
) => (plan: Plan<OwnerFamily>) => (report: Report<OwnerFamily, Err>) => Conclusion<OwnerFamily> =
  () =>
  ({ passes }) =>
  () => ({ events: passes.flatMap(({ events }) => events), error: fp.none })
