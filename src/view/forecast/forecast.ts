/** Shows a forecast of a node as plain JSON: a chart and a table row for each of its marks. */
import { between } from '../../core/time.js'
import { formatInstant } from '../../internal/formats.js'
import { safeText } from '../../internal/safe-text.js'
import { counted } from '../../internal/words.js'
import type { ForecastNode, NodePolicies } from '../../simulate/node/node.js'
import type { Forecast } from '../../simulate/node/outcome.js'
import type { UsageChart } from './chart.js'
import { levelsOf } from './levels.js'
import type { ForecastRow, ForecastView } from './model.js'
import { type Told, sayAssumption, toldOf } from './rows.js'

/**
 * A forecast as an interface shows it: the curve of the disk with thresholds, marks and periods of node pressure, and a row of a
 * table for each mark.
 *
 * Shape: plain JSON; takes the node and the policies of the forecast, for the thresholds.
 * Order: by time; of one instant changes of state come first.
 * Units: bytes, percent of the capacity, milliseconds; instants RFC 3339 in UTC.
 *
 * @example
 * ```ts
 * import { option as O } from 'fp-ts'
 * import { known, millis } from 'gcplan'
 * import { defaultPolicy, emptyMemory } from 'gcplan/kubelet/image'
 * import * as Eviction from 'gcplan/kubelet/eviction'
 * import * as Forecast from 'gcplan/simulate/node'
 * import { forecastView } from 'gcplan/view'
 *
 * const node: Forecast.ForecastNode = {
 *   images: {
 *     at: new Date('2026-01-01T12:00:00Z'),
 *     beganGC: known(new Date('2026-01-01T00:00:00Z')),
 *     images: [],
 *     containers: [],
 *     imageFs: known({ capacityBytes: O.some(100e9), availableBytes: O.some(20e9) }),
 *     memory: emptyMemory,
 *   },
 *   layers: { layers: [], images: [], holders: [] },
 *   growth: { _tag: 'Constant', bytesPerSecond: 50e6 },
 * }
 * const policies = { image: defaultPolicy, eviction: Eviction.defaultEvictionPolicy }
 * const made = Forecast.forecast(node, policies)(millis(600_000))
 * if (made._tag === 'Right') {
 *   const { chart, rows } = forecastView(node, policies)(made.right)
 *   console.log(chart.levels.map(({ percent, label }) => `${label} at ${percent} %`).join()) // high threshold at 85 %,low threshold at 80 %,eviction at 85 %
 *   console.log(rows[0]?.at, rows[0]?.said) // 2026-01-01T12:01:40Z DiskPressure begins
 * }
 * ```
 */
export const forecastView =
  (node: ForecastNode, policies: NodePolicies) =>
  (made: Forecast): ForecastView => {
    const { from, until, runs, evictions, capacityBytes, fullAt } = made
    const told = toldOf(made)
    const images = runs.filter(({ collector }) => collector === 'images')
    return {
      from: formatInstant(from),
      until: formatInstant(until),
      said: `forecast from ${formatInstant(from)} to ${formatInstant(until)}: ${counted(runs.length, 'run')}, ${counted(evictions.length, 'pod')} evicted`,
      chart: chartOf(made, told, levelsOf(policies, node, capacityBytes)),
      rows: rowsOf(from, told),
      totals: {
        runs: runs.length,
        evictions: evictions.length,
        countedBytes: images.reduce((sum, one) => sum + one.countedBytes, 0),
        freedBytes: images.reduce((sum, one) => sum + one.freedBytes, 0),
      },
      fullAt: fullAt === undefined ? null : formatInstant(fullAt),
      assumptions: made.assumptions.map((assumption) => safeText(sayAssumption(assumption))),
    }
  }

const chartOf = (
  { capacityBytes, usage, conditions, until }: Forecast,
  told: ReadonlyArray<Told>,
  levels: UsageChart['levels'],
): UsageChart<string> => ({
  title: 'Usage of the image filesystem',
  capacityBytes,
  points: usage.map(({ at, usedBytes }) => ({ at: formatInstant(at), usedBytes })),
  levels,
  marks: told.flatMap(({ at, line, kind }) =>
    kind === 'state' ? [] : [{ at: formatInstant(at), label: safeText(`${formatInstant(at)} ${line}`), kind }],
  ),
  spans: conditions.map((one) => ({
    from: formatInstant(one.from),
    until: formatInstant(one.until ?? until),
    label: one.condition,
  })),
})

const rowsOf = (from: Date, told: ReadonlyArray<Told>): ReadonlyArray<ForecastRow> => {
  let marks = 0
  return told.map(({ at, line, kind, freed }) => ({
    at: formatInstant(at),
    afterMillis: between(from, at),
    said: safeText(line),
    kind,
    freedBytes: freed ?? null,
    mark: kind === 'state' ? null : marks++,
  }))
}
