/** The node of the article on image collection, under other thresholds: what its runs want, count and free. */
import { millis } from 'gcplan'
import { drawRuns, drawUsage, formatBytes } from 'gcplan/render'
import { type Forecast, type ForecastRun, forecast } from 'gcplan/simulate/node'

import { articleNode, articlePolicies } from '../../../test/simulate/node/article.js'

/** What the reader sets. */
export interface Settings {
  readonly high: number
  readonly low: number
  /** Whether one removal fails, as in the article's log. */
  readonly fails: boolean
  /** Whether images share layers, as they did there. */
  readonly shared: boolean
}

/** As the article has them. */
export const article: Settings = { high: 74, low: 69, fails: true, shared: true }

/** One run, in words. */
export interface Run {
  readonly time: string
  readonly found: string
  readonly wanted: string
  readonly removed: string
  readonly counted: string
  readonly freed: string
  readonly left: string
}

export interface Outcome {
  readonly said: string
  readonly runs: ReadonlyArray<Run>
  readonly usage: string
  readonly bars: string
}

const horizon = millis(35 * 60_000)

const timeOf = (at: Date): string => at.toISOString().slice(11, 19)

const percent = (bytes: number, capacity: number): string => `${((bytes / capacity) * 100).toFixed(1)} %`

/** Each image alone with all its bytes: nothing below it belongs to another. */
const apart = (node: ReturnType<typeof articleNode>): ReturnType<typeof articleNode> => {
  const sizes = node.images.images.map(({ id, size }) => ({ id, size }))
  return {
    ...node,
    layers: {
      layers: sizes.map(({ id, size }) => ({ id: `of ${id}`, unpacked: { least: size, most: size } })),
      images: sizes.map(({ id }) => ({ id, topLayer: `of ${id}`, own: { least: 0, most: 0 } })),
      holders: [],
    },
  }
}

const say = ({ runs, capacityBytes, usage }: Forecast, { high, low }: Settings): string => {
  const most = Math.max(...usage.map(({ usedBytes }) => usedBytes))
  if (runs.length === 0)
    return `Usage peaks at ${percent(most, capacityBytes)}: the high threshold of ${high} % is never reached, and nothing goes.`
  const removed = runs.reduce((sum, run) => sum + run.removed.length, 0)
  const counted = runs.reduce((sum, run) => sum + run.countedBytes, 0)
  const freed = runs.reduce((sum, run) => sum + run.freedBytes, 0)
  const last = runs.at(-1)
  const end = last === undefined ? '' : percent(last.usedAfter, capacityBytes)
  const reached = last !== undefined && (last.usedAfter / capacityBytes) * 100 <= low + 1
  return `${runs.length === 1 ? 'One run removes' : `${runs.length} runs remove`} ${removed} images, count ${formatBytes(counted)} and free ${formatBytes(freed)}. Usage ends at ${end}${reached ? '' : `, not at ${low} %`}.`
}

const rowOf = (run: ForecastRun, capacity: number): Run => ({
  time: timeOf(run.at),
  found: `${run.usagePercent} %`,
  wanted: run.wantedBytes === undefined ? '-' : formatBytes(run.wantedBytes),
  removed: `${run.removed.length}${run.failed.length > 0 ? `, ${run.failed.length} failed` : ''}`,
  counted: formatBytes(run.countedBytes),
  freed: formatBytes(run.freedBytes),
  left: percent(run.usedAfter, capacity),
})

/** Plays the node; null where the thresholds are none. */
export const play = (settings: Settings): Outcome | null => {
  const { high, low, fails, shared } = settings
  const node = shared ? articleNode() : apart(articleNode())
  const image = { ...articlePolicies.image, highThresholdPercent: high, lowThresholdPercent: low }
  const played = forecast(
    { ...node, fails: fails ? (node.fails ?? new Set()) : new Set() },
    { ...articlePolicies, image },
  )(horizon)
  if (played._tag === 'Left') return null
  const made = played.right
  return {
    said: say(made, settings),
    runs: made.runs.map((run) => rowOf(run, made.capacityBytes)),
    usage: drawUsage({
      title: 'Usage of the disk, run by run',
      capacityBytes: made.capacityBytes,
      points: made.usage,
      levels: [
        { percent: high, label: 'high threshold', kind: 'high' },
        { percent: low, label: 'low threshold', kind: 'low' },
      ],
      marks: made.runs.map((run) => ({
        at: run.at,
        kind: 'run',
        label: `${timeOf(run.at)} removes ${run.removed.length} images: counted ${formatBytes(run.countedBytes)}, freed ${formatBytes(run.freedBytes)}`,
      })),
      spans: [],
    }),
    bars: drawRuns({
      title: 'What the runs wanted, counted and freed',
      runs: made.runs.map(({ at, wantedBytes, countedBytes, freedBytes }) => ({
        label: timeOf(at),
        ...(wantedBytes === undefined ? {} : { wantedBytes }),
        countedBytes,
        freedBytes,
      })),
    }),
  }
}
