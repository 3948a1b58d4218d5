/** Adds what one run did to what was done before. */
import type { Metric } from './metrics.js'

/**
 * Adds metrics to totals, sample by sample: counters over runs from those of each run.
 *
 * Shape: samples of the same name and labels are summed; the latest help counts. Order: of first occurrence.
 *
 * @example
 * ```ts
 * import { type Metric, addMetrics } from 'gcplan/document'
 *
 * const deleted = (value: number): Metric => ({ name: 'deleted_total', help: 'Gone.', type: 'counter', samples: [{ labels: {}, value }] })
 * console.log(addMetrics([deleted(2)], [deleted(3)])[0]?.samples) // [ { labels: {}, value: 5 } ]
 * ```
 */
export const addMetrics = (totals: ReadonlyArray<Metric>, more: ReadonlyArray<Metric>): ReadonlyArray<Metric> => {
  const sums = new Map<string, Metric>()
  for (const metric of [...totals, ...more])
    for (const { labels, value } of metric.samples) {
      const key = JSON.stringify([metric.name, Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))])
      const before = sums.get(key)?.samples[0]?.value ?? 0
      sums.set(key, { ...metric, samples: [{ labels, value: before + value }] })
    }
  return [...sums.values()]
}
