/** What a forecast tells, line by line. */
import { compareInstant } from '../../internal/lists.js'
import { formatBytes, formatInstant } from '../../internal/formats.js'
import { counted } from '../../internal/words.js'
import type { Forecast, ForecastAssumption, ForecastRun } from '../../simulate/node/outcome.js'

/** One line, by time. */
export interface Told {
  readonly at: Date
  readonly line: string
  readonly kind: 'run' | 'eviction' | 'state'
  readonly freed?: number
  /** The run that the line describes, if it removed nothing and nothing failed. */
  readonly inVain?: ForecastRun
}

/** All lines of a forecast; three and more runs in a row without effect are one. */
export const toldOf = ({ runs, evictions, conditions, fullAt }: Forecast): ReadonlyArray<Told> =>
  joined(
    // Of one instant conditions come first: a look reports them before it acts.
    [
      ...(fullAt === undefined ? [] : [{ at: fullAt, line: 'the disk is full', kind: 'state' as const }]),
      ...conditions.flatMap((one) => [
        { at: one.from, line: `${one.condition} begins`, kind: 'state' as const },
        ...(one.until === undefined ? [] : [{ at: one.until, line: `${one.condition} ends`, kind: 'state' as const }]),
      ]),
      ...runs.map((run): Told => ({
        at: run.at,
        line: sayRun(run),
        kind: 'run',
        ...(isInVain(run) ? { inVain: run } : { freed: run.freedBytes }),
      })),
      ...evictions.map(({ at, pod, freedBytes }): Told => ({
        at,
        line: `pod ${pod.namespace}/${pod.name} is evicted, ${formatBytes(freedBytes)} freed`,
        kind: 'eviction',
        freed: freedBytes,
      })),
    ].sort((a, b) => compareInstant(a.at, b.at)),
  )

const isInVain = ({ removed, failed }: ForecastRun): boolean => removed.length === 0 && failed.length === 0

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

const wantedBy = ({ wantedBytes }: ForecastRun): string =>
  wantedBytes === undefined ? '' : `, wanted ${formatBytes(wantedBytes)}`

const sayRun = (run: ForecastRun): string => {
  const who = run.entrance === 'eviction' ? 'eviction removes' : 'collection removes'
  const failed = run.failed.length === 0 ? '' : `, ${run.failed.length} failed`
  const thing = run.collector === 'images' ? 'image' : 'container'
  return `at ${run.usagePercent} % ${who} ${counted(run.removed.length, thing)}${wantedBy(run)}, counted ${formatBytes(run.countedBytes)}, freed ${formatBytes(run.freedBytes)}${failed}`
}

/** What a forecast depends on, in a sentence. */
export const sayAssumption = (assumption: ForecastAssumption): string => {
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
