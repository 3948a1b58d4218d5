/** The events and errors that the collectors leave at the end of a run. */
import type { Conclusion } from '../../core/collector.js'
import type { Plan as OfFamily } from '../../core/plan.js'
import type { Outcome, Report } from '../../core/report.js'
import { concludeReport } from '../../controllers/history/conclude.js'
import type { HistoryFamily } from '../../controllers/history/reason.js'
import type { ClusterFamily, Event } from './reason.js'

/**
 * The result of a run: the owner collector's warnings, the CronJob controller's events, and the other history
 * controllers' errors, each only for its own calls.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/cronjob/cronjob_controllerv2.go deleteJob
 */
export const conclude =
  <Err>(
    describe: (error: Err) => string,
  ): ((plan: OfFamily<ClusterFamily>) => (report: Report<ClusterFamily, Err>) => Conclusion<ClusterFamily>) =>
  ({ passes }) =>
  (report) => {
    const { events, error } = concludeReport(describe)(ofHistory(report))
    return {
      events: [...passes.flatMap((pass) => pass.events), ...events.map((event): Event => ({ _tag: 'History', event }))],
      error,
    }
  }

type Outcomes<Err> = ReadonlyArray<Outcome<HistoryFamily, Err>>

/** What became of the calls of those who keep histories; only CronJobs keep Jobs. */
const ofHistory = <Err>({ passes }: Report<ClusterFamily, Err>): Report<HistoryFamily, Err> => {
  const outcomes = passes.flatMap((pass) => pass.outcomes)
  const of = (name: HistoryFamily['Pass'], isOfCronJob: boolean): Report<HistoryFamily, Err>['passes'][number] => ({
    name,
    state: { _tag: 'Ran' },
    outcomes: outcomes.flatMap((outcome) =>
      (outcome.removal.target.kind === 'Job') === isOfCronJob ? outcomeOfHistory(outcome) : [],
    ),
    freed: 0,
  })
  return { passes: [of('deployment', false), of('cronjob', true)] }
}

const outcomeOfHistory = <Err>(outcome: Outcome<ClusterFamily, Err>): Outcomes<Err> => {
  if (outcome._tag === 'Skipped') return []
  const { target, actions, reasons } = outcome.removal
  const made = outcome._tag === 'Failed' ? actions.slice(0, actions.indexOf(outcome.action) + 1) : actions
  const [action, ...more] = made.flatMap((call) => (call._tag === 'History' ? [call.action] : []))
  const [reason, ...further] = reasons.flatMap((one) => (one._tag === 'History' ? [one.reason] : []))
  if (action === undefined || reason === undefined) return []
  const removal = {
    target,
    actions: [action, ...more],
    reasons: [reason, ...further],
    requires: [],
    frees: 0,
  } as const
  return outcome._tag === 'Failed' && outcome.action._tag === 'History'
    ? [{ _tag: 'Failed', removal, action: outcome.action.action, error: outcome.error }]
    : [{ _tag: 'Removed', removal }]
}
