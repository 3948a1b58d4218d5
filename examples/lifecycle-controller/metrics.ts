/** Prometheus metrics: what was planned last, by reason, and what was done since the start. */
import { removalsOf } from 'gcplan'
import { type Metric, planMetrics, printMetrics, reportMetrics } from 'gcplan/document'

import type { Decision } from './decide.js'
import type { Done } from './program.js'

/** The metrics of one process. */
export interface Metrics {
  readonly planned: (decision: Decision) => void
  readonly done: (report: Done) => void
  /** A turn that came to nothing. */
  readonly failed: () => void
  readonly leading: (isLeading: boolean) => void
  readonly print: () => string
}

const collector = 'lifecycle'

/** Metrics that begin at zero. */
export const metricsFrom = (): Metrics => {
  let last: ReadonlyArray<Metric> = []
  let leads = 0
  let failures = 0
  const totals = new Map<string, Metric>()
  const single = (type: Metric['type'], name: string, help: string, value: number): Metric => ({
    ...{ type, name: `gcplan_lifecycle_${name}`, help, samples: [{ labels: {}, value }] },
  })
  return {
    planned: ({ planned, allowed, refusals }) => {
      last = [
        ...planMetrics({ collector })(planned),
        single('gauge', 'allowed_removals', 'Removals that guards allow.', removalsOf(allowed).length),
        single('gauge', 'over_limits', 'Why guards allow no removal at all, in number.', refusals.length),
      ]
    },
    done: (report) => {
      for (const metric of reportMetrics({ collector })(report))
        for (const { labels, value } of metric.samples) {
          const key = JSON.stringify([metric.name, labels])
          const before = totals.get(key)?.samples[0]?.value ?? 0
          totals.set(key, { ...metric, samples: [{ labels, value: before + value }] })
        }
    },
    failed: () => {
      failures += 1
    },
    leading: (isLeading) => {
      leads = isLeading ? 1 : 0
    },
    print: () =>
      printMetrics([
        single('gauge', 'leading', 'Whether this replica works.', leads),
        single('counter', 'failed_turns_total', 'Turns that came to no plan.', failures),
        ...last,
        ...totals.values(),
      ]),
  }
}
