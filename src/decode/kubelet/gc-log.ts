/**
 * Decoder of image garbage collection runs in kubelet logs: the bytes each run wanted and counted as freed, its
 * removals, and its errors. Reads structured logs and the plain sentences of older releases.
 */
import { option as O } from 'fp-ts'

import { parseRfc3339 } from '../instant.js'

/** One image that a run tried to remove. */
export interface LoggedRemoval {
  readonly imageId: string
  /** Bytes as the runtime reports them. */
  readonly size: number
  readonly failed: boolean
}

/** One run that found the disk too full. */
export interface LoggedImageRun {
  /** Absent: the lines carry no time. */
  readonly at?: Date
  readonly usagePercent: number
  readonly highThresholdPercent: number
  readonly lowThresholdPercent: number
  readonly wantedBytes: number
  /** Bytes counted as freed: from the closing line, else the sum of removals. */
  readonly countedBytes: number
  /** Empty where the log leaves them out. */
  readonly removals: ReadonlyArray<LoggedRemoval>
  /** The closing line reports errors. */
  readonly endedWithErrors: boolean
}

/** Usage of the image filesystem at a run. */
export interface LoggedUsage {
  readonly at: Date
  readonly usedBytes: number
}

/** A run as far as its lines were read. */
interface Run extends Omit<LoggedImageRun, 'countedBytes' | 'removals' | 'endedWithErrors'> {
  counted: number | null
  readonly removals: { readonly imageId: string; readonly size: number; failed: boolean }[]
  endedWithErrors: boolean
}

const stamp = /\b[IWEF](\d{2})(\d{2}) (\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?/
const full = /(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z)/
const began = [
  /over the high threshold, trying to free bytes[^"]*" usage=(\d+) highThreshold=(\d+) amountToFree=(-?\d+) lowThreshold=(\d+)/,
  /Disk usage on image filesystem is at (\d+)% which is over the high threshold \((\d+)%\)\. Trying to free (-?\d+) bytes down to the low threshold \((\d+)%\)/,
] as const
const removing = [
  /Removing image to free bytes" imageID="([^"]+)" size=(\d+)/,
  /Removing image "([^"]+)" to free (\d+) bytes/,
] as const
const failing =
  /Remove ?[Ii]mage "?([^" ]+)"? (?:from image service )?failed|Failed to remove image" .*imageID="([^"]+)"/
const ended = /wanted to free (-?\d+) bytes, but freed (\d+) bytes space with errors/

/**
 * Reads the runs of the image collector from lines of a kubelet's log; other lines are skipped.
 *
 * Shape: `year` completes klog times, which have none, in UTC; without it these runs have no time. Reads the sentences
 * of old releases and structured lines.
 * Order: as in the log. Units: bytes as the runtime reports them, percent as the kubelet rounds them. Never fails:
 * other logs have no runs.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go GarbageCollect
 *
 * @example
 * ```ts
 * import { decodeKubeletGcLog } from 'gcplan/decode'
 *
 * const [run] = decodeKubeletGcLog({})(
 *   [
 *     'Disk usage on image filesystem is at 77% which is over the high threshold (74%). Trying to free 9123558236 bytes down to the low threshold (69%).',
 *     'Removing image "b88df34d" to free 648163659 bytes',
 *   ].join('\n'),
 * )
 * console.log(run?.wantedBytes, run?.removals.length) // 9123558236 1
 * ```
 */
export const decodeKubeletGcLog =
  (options: { readonly year?: number }) =>
  (log: string): ReadonlyArray<LoggedImageRun> => {
    const { year } = { ...options }
    const runs: Run[] = []
    for (const line of (typeof log === 'string' ? log : '').split('\n')) readLine(year, line, runs)
    return runs.map(({ counted, ...run }) => ({
      ...run,
      countedBytes: counted ?? run.removals.reduce((sum, { size, failed }) => sum + (failed ? 0 : size), 0),
    }))
  }

const readLine = (year: number | undefined, line: string, runs: Run[]): void => {
  const start = firstOf(began, line)
  if (start !== null) {
    const at = timeOf(year, line)
    runs.push({
      ...(at === null ? {} : { at }),
      usagePercent: Number(start[1]),
      highThresholdPercent: Number(start[2]),
      wantedBytes: Number(start[3]),
      lowThresholdPercent: Number(start[4]),
      counted: null,
      removals: [],
      endedWithErrors: false,
    })
    return
  }
  const run = runs.at(-1)
  if (run === undefined) return
  const removal = firstOf(removing, line)
  if (removal !== null) {
    run.removals.push({ imageId: removal[1] ?? '', size: Number(removal[2]), failed: false })
    return
  }
  const end = ended.exec(line)
  if (end !== null) {
    if (Number(end[1]) !== run.wantedBytes) return
    run.counted = Number(end[2])
    run.endedWithErrors = true
    return
  }
  const failure = failing.exec(line)
  const failed = failure === null ? undefined : (failure[1] ?? failure[2])
  const last = run.removals.findLast(({ imageId }) => imageId === failed)
  if (last !== undefined) last.failed = true
}

const firstOf = (forms: ReadonlyArray<RegExp>, line: string): RegExpExecArray | null => {
  for (const form of forms) {
    const found = form.exec(line)
    if (found !== null) return found
  }
  return null
}

const timeOf = (year: number | undefined, line: string): Date | null => {
  const whole = full.exec(line)
  if (whole !== null) return O.toNullable(parseRfc3339(whole[1] ?? ''))
  const parts = stamp.exec(line)
  if (parts === null || year === undefined) return null
  const [month, day, hour, minute, second, fraction = '0'] = parts.slice(1)
  const text = `${String(year).padStart(4, '0')}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}`
  return O.toNullable(parseRfc3339(`${text}.${fraction}Z`))
}

/**
 * How full the disk was at each run that has a time, worked out from what the run wanted.
 *
 * The amount to free is what lies between the disk and the low threshold, so with the capacity it gives the bytes in use
 * exactly. Order: as in the log. Units: bytes.
 *
 * @example
 * ```ts
 * import { decodeKubeletGcLog, usageOfLoggedRuns } from 'gcplan/decode'
 *
 * const log =
 *   'I0301 17:07:36.000000 1 image_gc_manager.go:395] "Disk usage on image filesystem is over the high threshold, trying to free bytes down to the low threshold" usage=77 highThreshold=74 amountToFree=9123558236 lowThreshold=69'
 * console.log(usageOfLoggedRuns(128849018880)(decodeKubeletGcLog({ year: 2026 })(log)))
 * // [ { at: 2026-03-01T17:07:36.000Z, usedBytes: 98029381264 } ]
 * ```
 */
export const usageOfLoggedRuns =
  (capacityBytes: number) =>
  (runs: ReadonlyArray<LoggedImageRun>): ReadonlyArray<LoggedUsage> =>
    runs.flatMap(({ at, lowThresholdPercent, wantedBytes }) => {
      const free = Math.trunc((capacityBytes * (100 - lowThresholdPercent)) / 100) - wantedBytes
      return at === undefined ? [] : [{ at, usedBytes: Math.min(capacityBytes, Math.max(0, capacityBytes - free)) }]
    })
