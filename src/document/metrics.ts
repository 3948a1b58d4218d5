/** Metrics of plans and reports as data, with the names and units of Prometheus. */
import { type Family, type Pass, type Plan, amendmentsOf } from '../core/plan.js'
import * as fp from '../core/fp.js'
import type { Report } from '../core/report.js'
import { compareText } from '../internal/lists.js'
import { safeText } from '../internal/safe-text.js'

/** One number with its labels. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** One metric. A gauge is the current value; add a counter's value to the previous total. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter'
  readonly samples: ReadonlyArray<Sample>
}

/** Labels that all samples carry, e.g. `{ node: 'node-a' }`; those of the metric itself win. */
export interface MetricOptions {
  readonly collector: string
  readonly labels?: Readonly<Record<string, string>> | undefined
}

/**
 * Metrics of a plan, as gauges.
 *
 * Shape: `gcplan_plan_removals`, `_reserve`, `_amendments` and `_kept` by pass and first reason; `_considered` by pass;
 * `_frees_bytes` and, where there is one, `_goal_bytes` by pass; `_refused` by pass, 0 or 1; `_assumptions`;
 * `_timestamp_seconds` and, where there is one, `_wake_timestamp_seconds`. A pass without removals has no sample of
 * them.
 * Order: that of the passes; reasons as they come.
 * Units: bytes and seconds; sums beyond 2^53 are the nearest double, as Prometheus holds them.
 */
export const planMetrics =
  ({ collector, labels = {} }: MetricOptions) =>
  <F extends Family>(plan: Plan<F>): ReadonlyArray<Metric> => {
    const all = { ...labels, collector }
    const gauge = (name: string, help: string, samples: ReadonlyArray<Sample>): Metric => ({
      name: `gcplan_plan_${name}`,
      help,
      type: 'gauge',
      samples: samples.map((sample) => ({ ...sample, labels: { ...all, ...sample.labels } })),
    })
    const byReason = (
      decided: (pass: Pass<F>) => ReadonlyArray<{ readonly reasons: ReadonlyArray<{ readonly _tag: string }> }>,
    ) =>
      plan.passes.flatMap((pass) =>
        tallied(decided(pass).map(({ reasons }) => ({ pass: pass.name, reason: reasons[0]?._tag ?? '' }))),
      )
    const byPass = (value: (pass: Pass<F>) => number | null): ReadonlyArray<Sample> =>
      plan.passes.flatMap((pass) => {
        const found = value(pass)
        return found === null ? [] : [{ labels: { pass: pass.name }, value: found }]
      })
    return [
      gauge(
        'removals',
        'Targets that go if every removal succeeds, by first reason.',
        byReason(({ removals }) => removals),
      ),
      gauge(
        'reserve',
        'Targets next in line while removals fail, by first reason.',
        byReason(({ reserve }) => reserve),
      ),
      gauge('amendments', 'Changes to targets that stay, by first reason.', byReason(amendmentsOf)),
      gauge(
        'kept',
        'Targets that stay, by first reason.',
        byReason(({ kept }) => kept),
      ),
      gauge(
        'considered',
        'Targets that the pass considered.',
        byPass(({ removals, reserve, kept }) => removals.length + reserve.length + kept.length),
      ),
      gauge(
        'frees_bytes',
        'Bytes that the removals free, as the component counts them.',
        byPass(({ removals }) => summed(removals.map(({ frees }) => BigInt(frees)))),
      ),
      gauge(
        'goal_bytes',
        'Bytes that the pass is to free.',
        byPass(({ goal }) => (goal._tag === 'FreeBytes' ? Number(goal.bytes) : null)),
      ),
      gauge(
        'refused',
        'Whether the component would end its run at the pass.',
        byPass(({ refusal }) => (fp.isSome(refusal) ? 1 : 0)),
      ),
      gauge('assumptions', 'Statements that nobody observed and on which decisions rest.', [
        { labels: {}, value: plan.assumptions.length },
      ]),
      gauge('timestamp_seconds', 'When the snapshot of the plan was taken.', [
        { labels: {}, value: plan.at.getTime() / 1000 },
      ]),
      ...(fp.isSome(plan.wakeAt)
        ? [
            gauge('wake_timestamp_seconds', 'When the plan changes by itself.', [
              { labels: {}, value: plan.wakeAt.value.getTime() / 1000 },
            ]),
          ]
        : []),
    ]
  }

/**
 * Metrics of the report of one run, as counters.
 *
 * Shape: `gcplan_removals_total` and `gcplan_amendments_total` by pass, first reason and outcome (`removed`, `amended`,
 * `failed`, `skipped`, `refused`); `gcplan_freed_bytes_total` by pass; `gcplan_passes_total` by pass and state (`ran`,
 * `refused`, `unobserved`, `not-reached`).
 */
export const reportMetrics =
  ({ collector, labels = {} }: MetricOptions) =>
  <F extends Family, Err>({ passes }: Report<F, Err>): ReadonlyArray<Metric> => {
    const all = { ...labels, collector }
    const counter = (name: string, help: string, samples: ReadonlyArray<Sample>): Metric => ({
      name: `gcplan_${name}_total`,
      help,
      type: 'counter',
      samples: samples.map((sample) => ({ ...sample, labels: { ...all, ...sample.labels } })),
    })
    const removals = passes.flatMap(({ name, outcomes }) =>
      tallied(
        outcomes.map(({ _tag, removal }) => ({
          pass: name,
          reason: removal.reasons[0]._tag,
          outcome: _tag.toLowerCase(),
        })),
      ),
    )
    const amendments = passes.flatMap(({ name, amended = [] }) =>
      tallied(
        amended.map(({ _tag, amendment }) => {
          const [reason] = amendment.reasons as ReadonlyArray<{ readonly _tag: string }>
          return { pass: name, reason: reason?._tag ?? '', outcome: _tag.toLowerCase() }
        }),
      ),
    )
    return [
      counter('removals', 'Removals by first reason and what became of them.', removals),
      counter('amendments', 'Changes to targets that stay, by first reason and what became of them.', amendments),
      counter(
        'freed_bytes',
        'Bytes freed, as the component counts them.',
        passes.map(({ name, freed }) => ({ labels: { pass: name }, value: Number(freed) })),
      ),
      counter(
        'passes',
        'Passes by what became of them.',
        passes.map(({ name, state }) => ({ labels: { pass: name, state: states[state._tag] }, value: 1 })),
      ),
    ]
  }

const states = { Ran: 'ran', Refused: 'refused', Unobserved: 'unobserved', NotReached: 'not-reached' } as const

/** The number of occurrences of each label set, in the order of first occurrence. */
const tallied = (all: ReadonlyArray<Readonly<Record<string, string>>>): ReadonlyArray<Sample> => {
  const counts = new Map<string, { readonly labels: Sample['labels']; value: number }>()
  for (const labels of all) {
    const key = JSON.stringify(Object.values(labels))
    const before = counts.get(key)
    if (before === undefined) counts.set(key, { labels, value: 1 })
    else before.value++
  }
  return [...counts.values()]
}

const summed = (sizes: ReadonlyArray<bigint>): number => Number(sizes.reduce((sum, size) => sum + size, 0n))

/** The media type of what {@link printMetrics} gives, for the `content-type` of an answer. */
export const metricsContentType: string = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * Prints metrics in the text format of Prometheus, version 0.0.4.
 *
 * Shape: metrics of one name share one heading; those without samples are omitted. Invalid characters in names become
 * `_`; texts are escaped.
 * Order: names by first occurrence; labels by name.
 *
 * @example
 * ```ts
 * import { printMetrics } from 'gcplan/document'
 *
 * const samples = [{ labels: { pass: 'space', node: 'a' }, value: 2 }]
 * console.log(printMetrics([{ name: 'gcplan_plan_removals', help: 'Targets that go.', type: 'gauge', samples }]))
 * // # HELP gcplan_plan_removals Targets that go.
 * // # TYPE gcplan_plan_removals gauge
 * // gcplan_plan_removals{node="a",pass="space"} 2
 * //
 * ```
 */
export const printMetrics = (metrics: ReadonlyArray<Metric>): string => {
  const families = new Map<string, { readonly metric: Metric; readonly samples: Sample[] }>()
  for (const metric of metrics) {
    const before = families.get(metric.name)
    if (before === undefined) families.set(metric.name, { metric, samples: [...metric.samples] })
    else before.samples.push(...metric.samples)
  }
  return [...families.values()]
    .filter(({ samples }) => samples.length > 0)
    .map(({ metric, samples }) => {
      const name = sound(metric.name, /[^a-zA-Z0-9_:]/g)
      const lines = samples.map(({ labels, value }) => `${name}${labelsText(labels)} ${numberText(value)}\n`)
      return `# HELP ${name} ${escaped(metric.help)}\n# TYPE ${name} ${metric.type}\n${lines.join('')}`
    })
    .join('')
}

const labelsText = (labels: Sample['labels']): string => {
  const pairs = Object.entries(labels)
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, value]) => `${sound(name, /[^a-zA-Z0-9_]/g)}="${escaped(value).replaceAll('"', '\\"')}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const sound = (name: string, unsound: RegExp): string => name.replace(unsound, '_').replace(/^(?=\d|$)/, '_')

const escaped = (text: string): string =>
  text
    .split('\n')
    .map((line) => safeText(line).replaceAll('\\', '\\\\'))
    .join('\\n')

const numberText = (value: number): string =>
  Number.isFinite(value) ? String(value) : Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
