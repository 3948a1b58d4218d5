import type { Conclusion } from '../../core/collector.js'
import { none, some } from '../../core/fp.js'
import type { Plan } from '../../core/plan.js'
import type { Report } from '../../core/report.js'
import type { Event, HistoryFamily, Removal } from './reason.js'

/**
 * The result of a run: an event for every Job that the CronJob controller tried to delete, and the errors of the other
 * controllers, joined by `; `.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/cronjob/cronjob_controllerv2.go deleteJob
 */
export const conclude =
  <Err>(
    describe: (error: Err) => string,
  ): ((plan: Plan<HistoryFamily>) => (report: Report<HistoryFamily, Err>) => Conclusion<HistoryFamily>) =>
  () =>
    concludeReport(describe)

/** What is concluded from a report alone. */
export const concludeReport =
  <Err>(describe: (error: Err) => string) =>
  ({ passes }: Pick<Report<HistoryFamily, Err>, 'passes'>): Conclusion<HistoryFamily> => {
    const events: Event[] = []
    const errors: string[] = []
    for (const { name, outcomes } of passes)
      for (const outcome of outcomes) {
        if (outcome._tag === 'Skipped' || outcome._tag === 'Refused') continue
        const error = outcome._tag === 'Failed' ? describe(outcome.error) : null
        if (name === 'cronjob') events.push(eventOf(outcome.removal, error))
        else if (error !== null) errors.push(error)
      }
    return { events, error: errors.length === 0 ? none : some(errors.join('; ')) }
  }

const eventOf = ({ reasons: [{ owner }], target }: Removal, error: string | null): Event =>
  error === null
    ? { _tag: 'SuccessfulDelete', type: 'Normal', message: `Deleted job ${target.name}`, involvedObject: owner }
    : { _tag: 'FailedDelete', type: 'Warning', message: `Deleted job: ${error}`, involvedObject: owner }
