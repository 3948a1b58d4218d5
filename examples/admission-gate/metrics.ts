/** Prometheus metrics: reviews by outcome and reason, the sizes of cascades, and what is known of the cluster. */
import { type Metric, printMetrics } from 'gcplan/document'
import type { AdmissionVerdict, AgedKind } from 'gcplan/guard/admission'

/** The metrics of one process. */
export interface Metrics {
  readonly reviewed: (verdict: AdmissionVerdict) => void
  /** A review that can't be read. */
  readonly unreadable: () => void
  readonly print: (now: { readonly objects: number; readonly ages: ReadonlyArray<AgedKind> }) => string
}

const bounds = [1, 10, 100, 1000, 10_000]

/** Metrics that begin at zero. */
export const metricsFrom = (): Metrics => {
  const reviews = new Map<string, { readonly labels: Readonly<Record<string, string>>; value: number }>()
  const buckets = new Map<string, number>([...bounds.map(String), '+Inf'].map((bound) => [bound, 0]))
  let sum = 0
  const count = (outcome: string, because: string): void => {
    const key = `${outcome} ${because}`
    const before = reviews.get(key)
    if (before === undefined) reviews.set(key, { labels: { outcome, because }, value: 1 })
    else before.value++
  }
  const metric = (type: Metric['type'], name: string, help: string, samples: Metric['samples']): Metric => ({
    ...{ type, name: `gcplan_gate_${name}`, help, samples },
  })
  return {
    reviewed: ({ outcome, because, touched }) => {
      count(outcome, because)
      if (touched === undefined) return
      sum += touched
      for (const [bound, before] of buckets)
        if (bound === '+Inf' || touched <= Number(bound)) buckets.set(bound, before + 1)
    },
    unreadable: () => {
      count('unreadable', 'InvalidInput')
    },
    print: ({ objects, ages }) =>
      printMetrics([
        metric('counter', 'reviews_total', 'Reviews by outcome and reason; those of the control plane have passed.', [
          ...reviews.values(),
        ]),
        metric(
          'counter',
          'cascade_objects_bucket',
          'Planned cascades that touch at most so many objects.',
          [...buckets].map(([le, value]) => ({ labels: { le }, value })),
        ),
        metric('counter', 'cascade_objects_sum', 'Objects that all planned cascades touch.', [
          { labels: {}, value: sum },
        ]),
        metric('gauge', 'cluster_objects', 'Objects that are known of the cluster.', [{ labels: {}, value: objects }]),
        metric(
          'gauge',
          'snapshot_age_seconds',
          'For how long nothing was heard of a kind.',
          ages.map(({ group, kind, age }) => ({ labels: { group, kind }, value: age / 1000 })),
        ),
      ]),
  }
}
