/** Prometheus metrics: what was planned last, by reason, and what was done since the start. */
import { removalsOf } from 'gcplan'
import type { LifecycleDecision, LifecycleReport } from 'gcplan/adapters/kubernetes/lifecycle'
import { type Metric, addMetrics, planMetrics, reportMetrics } from 'gcplan/document'

const collector = 'lifecycle'

const single = (type: Metric['type'], name: string, help: string, value: number): Metric => ({
  ...{ type, name: `gcplan_lifecycle_${name}`, help, samples: [{ labels: {}, value }] },
})

/** The metrics of one process, which begin at zero. */
export const metricsFrom = () => {
  let last: ReadonlyArray<Metric> = []
  let totals: ReadonlyArray<Metric> = []
  const failed = (turns: number, writes: number): void => {
    totals = addMetrics(totals, [
      single('counter', 'failed_turns_total', 'Turns that came to no plan.', turns),
      single('counter', 'failed_status_writes_total', 'Statuses of the policy that could not be written.', writes),
    ])
  }
  failed(0, 0)
  return {
    turned: ({ planned, allowed, refusals }: LifecycleDecision, report: LifecycleReport): void => {
      last = [
        ...planMetrics({ collector })(planned),
        single('gauge', 'allowed_removals', 'Removals that guards allow.', removalsOf(allowed).length),
        single('gauge', 'over_limits', 'Why guards allow no removal at all, in number.', refusals.length),
      ]
      totals = addMetrics(totals, reportMetrics({ collector })(report))
    },
    failedTurn: (): void => failed(1, 0),
    failedStatus: (): void => failed(0, 1),
    all: (): ReadonlyArray<Metric> => [...totals, ...last],
  }
}

/** What is counted. */
export type Metrics = ReturnType<typeof metricsFrom>
