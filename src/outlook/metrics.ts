/** Prometheus metrics of what lies ahead of a node. */
import { type Metric, planMetrics } from '../document/index.js'
import type { Outlook } from './outlook.js'

const gauge = (name: string, help: string, ...values: ReadonlyArray<number>): Metric => ({
  ...{ type: 'gauge', name: `gcplan_node_${name}`, help, samples: values.map((value) => ({ labels: {}, value })) },
})

/**
 * Metrics of what lies ahead: what the kubelet would remove now, until when what happens, and what could go before.
 *
 * Units: bytes, and seconds since the look. What does not happen within the horizon, or is unknown, has no sample.
 */
export const outlookMetrics = ({
  seen,
  planned,
  collection,
  made,
  reclaim,
  refusals,
}: Outlook): ReadonlyArray<Metric> => {
  const { totals, disk } = collection
  const removing = made.runs.find(({ collector, removed }) => collector === 'images' && removed.length > 0)
  const [pressure] = made.conditions
  const [eviction] = made.evictions
  const until = (at: Date | undefined): ReadonlyArray<number> =>
    at === undefined ? [] : [(at.getTime() - made.from.getTime()) / 1000]
  return [
    ...planMetrics({ collector: 'kubelet-image' })(planned),
    ...planMetrics({ collector: 'reclaim' })(reclaim),
    gauge('seen_seconds', 'When the node was last looked at.', seen.at.getTime() / 1000),
    gauge('images', 'Images on the node.', seen.images.length),
    gauge('disk_used_bytes', 'Bytes in use on the disk of the images.', Number(disk?.usedBytes ?? 0)),
    gauge('counted_bytes', 'What the kubelet would count as freed now.', Number(totals.countedBytes)),
    gauge(
      'freed_bytes',
      'What it would really free now.',
      ...(totals.freedBytes === null ? [] : [Number(totals.freedBytes)]),
    ),
    gauge('next_collection_seconds', 'Until images go, within the horizon.', ...until(removing?.at)),
    gauge('next_pressure_seconds', 'Until the node is under pressure, within the horizon.', ...until(pressure?.from)),
    gauge('next_eviction_seconds', 'Until a pod is evicted, within the horizon.', ...until(eviction?.at)),
    gauge('reclaim_refusals', 'Why nothing may be reclaimed, in number.', refusals.length),
  ]
}
