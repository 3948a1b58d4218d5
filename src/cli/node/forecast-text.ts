/** Prints a forecast as lines and as a chart. */
import { compareAsc } from 'date-fns/compareAsc'

import type * as Forecast from '../../simulate/node/index.js'
import { type ChartLevel, drawUsage, formatBytes, formatInstant } from '../../render/index.js'
import { counted } from '../lines.js'

/** A forecast as lines of text, by time. */
export const forecastLines = (made: Forecast.Forecast): ReadonlyArray<string> => {
  const { from, until, runs, evictions, assumptions } = made
  return [
    `forecast from ${formatInstant(from)} to ${formatInstant(until)}: ${counted(runs.length, 'run')}, ${counted(evictions.length, 'pod')} evicted`,
    ...joined(toldOf(made)).map(({ at, line }) => `  ${formatInstant(at)}  ${line}`),
    ...assumptions.map((assumption) => `assumed: ${sayAssumption(assumption)}`),
  ]
}

/** One line, by time. */
interface Told {
  readonly at: Date
  readonly line: string
  readonly kind: 'run' | 'eviction' | 'state'
  /** The run that the line describes, if it removed nothing and nothing failed. */
  readonly inVain?: Forecast.ForecastRun
}

const toldOf = ({ runs, evictions, conditions, fullAt }: Forecast.Forecast): ReadonlyArray<Told> =>
  // Of one instant conditions come first: a look reports them before it acts.
  [
    ...(fullAt === undefined ? [] : [{ at: fullAt, line: 'the disk is full', kind: 'state' as const }]),
    ...conditions.flatMap((one) => [
      { at: one.from, line: `${one.condition} begins`, kind: 'state' as const },
      ...(one.until === undefined ? [] : [{ at: one.until, line: `${one.condition} ends`, kind: 'state' as const }]),
    ]),
    ...runs.map((run) => ({
      at: run.at,
      line: sayRun(run),
      kind: 'run' as const,
      ...(isInVain(run) ? { inVain: run } : {}),
    })),
    ...evictions.map(({ at, pod, freedBytes }) => ({
      at,
      line: `pod ${pod.namespace}/${pod.name} is evicted, ${formatBytes(freedBytes)} freed`,
      kind: 'eviction' as const,
    })),
  ].sort((a, b) => compareAsc(a.at, b.at))

const isInVain = ({ removed, failed }: Forecast.ForecastRun): boolean => removed.length === 0 && failed.length === 0

/** Joins three or more consecutive runs without effect into one line. */
const joined = (told: ReadonlyArray<Told>): ReadonlyArray<Told> => {
  const lines: Told[] = []
  for (let first = 0; first < told.length;) {
    let after = first
    while (told[after]?.inVain !== undefined) after++
    const row = told.slice(first, after)
    const [one] = row
    const last = row.at(-1)
    if (one?.inVain === undefined || last?.inVain === undefined || row.length < 3) {
      lines.push(...told.slice(first, Math.max(after, first + 1)))
    } else {
      const usage = one.inVain.usagePercent === last.inVain.usagePercent ? 'at' : `from ${one.inVain.usagePercent} to`
      const line = `${usage} ${last.inVain.usagePercent} %, ${counted(row.length, 'run')} remove nothing, the last at ${formatInstant(last.at)}${wantedBy(last.inVain)}`
      lines.push({ at: one.at, line, kind: 'run' })
    }
    first = Math.max(after, first + 1)
  }
  return lines
}

const wantedBy = ({ wantedBytes }: Forecast.ForecastRun): string =>
  wantedBytes === undefined ? '' : `, wanted ${formatBytes(wantedBytes)}`

const sayRun = (run: Forecast.ForecastRun): string => {
  const who = run.entrance === 'eviction' ? 'eviction removes' : 'collection removes'
  const failed = run.failed.length === 0 ? '' : `, ${run.failed.length} failed`
  const thing = run.collector === 'images' ? 'image' : 'container'
  return `at ${run.usagePercent} % ${who} ${counted(run.removed.length, thing)}${wantedBy(run)}, counted ${formatBytes(run.countedBytes)}, freed ${formatBytes(run.freedBytes)}${failed}`
}

/** What a forecast depends on, in a sentence. */
const sayAssumption = (assumption: Forecast.ForecastAssumption): string => {
  switch (assumption._tag) {
    case 'LayersUnknown':
      return `removing ${counted(assumption.images.length, 'image')} of unknown layers frees nothing`
    case 'SizesAreBounds':
      return `${counted(assumption.sizes, 'size')} known only as a range ${assumption.sizes === 1 ? 'is its' : 'are their'} lower bound`
    case 'PodsGiveBackWhatIsCounted':
      return 'an evicted pod gives back what the kubelet counts for it'
    case 'FirstThresholdDecides':
      return 'of thresholds met together the first as configured decides; the kubelet takes them in random order'
    case 'NothingElseIsWritten':
      return 'nothing is written on the disk'
  }
}

/** A forecast as a picture. */
export const forecastPicture = (
  { highThresholdPercent, lowThresholdPercent }: Forecast.NodePolicies['image'],
  eviction: ReadonlyArray<ChartLevel>,
  made: Forecast.Forecast,
): string =>
  drawUsage({
    title: 'Usage of the image filesystem',
    capacityBytes: made.capacityBytes,
    points: made.usage,
    levels: [
      { percent: highThresholdPercent, label: 'high threshold', kind: 'high' },
      { percent: lowThresholdPercent, label: 'low threshold', kind: 'low' },
      ...eviction,
    ],
    marks: joined(toldOf(made)).flatMap(({ at, line, kind }) =>
      kind === 'state' ? [] : [{ at, label: `${formatInstant(at)} ${line}`, kind }],
    ),
    spans: made.conditions.map((one) => ({ from: one.from, until: one.until ?? made.until, label: one.condition })),
  })
