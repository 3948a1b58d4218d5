/** Prometheus metrics: what the kubelet would do, when, and what the agent did since its start. */
import { type Metric, planMetrics, printMetrics } from 'gcplan/document'

import type { Decided } from './decide.js'
import type { Agent } from './program.js'

const single = (type: Metric['type'], name: string, help: string, ...values: ReadonlyArray<number>): Metric => ({
  ...{ type, name: `gcplan_node_${name}`, help, samples: values.map((value) => ({ labels: {}, value })) },
})

/** The metrics of an agent, as text. */
export const metricsOf = ({ decided, totals }: Agent): string => {
  const { looks, failures, removed, failedRemovals } = totals()
  const last = decided()
  return printMetrics([
    single('counter', 'looks_total', 'Looks at the node.', looks),
    single('counter', 'failed_looks_total', 'Looks that came to nothing.', failures),
    single('counter', 'images_removed_total', 'Images that the agent removed.', removed),
    single('counter', 'failed_removals_total', 'Images that it could or might not remove any more.', failedRemovals),
    ...(last === undefined ? [] : metricsOn(last)),
  ])
}

const metricsOn = ({ seen, planned, collection, made, reclaim, refusals }: Decided): ReadonlyArray<Metric> => {
  const { totals, disk } = collection
  const after = ({ at = made.from, from = at }: { readonly at?: Date; readonly from?: Date }): number =>
    (from.getTime() - made.from.getTime()) / 1000
  const next = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => all.slice(0, 1)
  const removing = made.runs.filter(({ collector, removed }) => collector === 'images' && removed.length > 0)
  return [
    ...planMetrics({ collector: 'kubelet-image' })(planned),
    ...planMetrics({ collector: 'reclaim' })(reclaim),
    single('gauge', 'seen_seconds', 'When the node was last looked at.', seen.at.getTime() / 1000),
    single('gauge', 'images', 'Images on the node.', seen.images.length),
    single('gauge', 'disk_used_bytes', 'Bytes in use on the disk of the images.', Number(disk?.usedBytes ?? 0)),
    single('gauge', 'counted_bytes', 'What the kubelet would count as freed now.', Number(totals.countedBytes)),
    single(
      'gauge',
      'freed_bytes',
      'What it would really free now.',
      ...(totals.freedBytes === null ? [] : [Number(totals.freedBytes)]),
    ),
    single('gauge', 'next_collection_seconds', 'Until images go, within a day.', ...next(removing).map(after)),
    single(
      'gauge',
      'next_pressure_seconds',
      'Until the node is under pressure, within a day.',
      ...next(made.conditions).map(after),
    ),
    single(
      'gauge',
      'next_eviction_seconds',
      'Until a pod is evicted, within a day.',
      ...next(made.evictions).map(after),
    ),
    single('gauge', 'reclaim_refusals', 'Why nothing may be reclaimed, in number.', refusals.length),
  ]
}
