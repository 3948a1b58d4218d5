/**
 * Answers how long work and yardstick take: medians of warm runs, taken in turns, so that a busy machine slows both.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import type { Bench, Prepared } from './bench.js'

/** What one size showed. */
export interface Figures {
  readonly items: number
  readonly runs: number
  readonly workMs: number
  readonly yardstickMs: number
  /** Bytes that one result keeps alive, per item. */
  readonly heapPerItem: number
  readonly disagreement: string | null
}

const warmUpMs = 400
const measureMs = 1500
const fewestRuns = 7
const mostRuns = 201

/** Measures one size of one benchmark. */
export const measure = (bench: Bench, size: number): Figures => {
  const prepared = bench.prepare(size)
  const disagreement = prepared.disagreement()
  takeTurns(prepared, warmUpMs, 3)
  const times = takeTurns(prepared, measureMs, fewestRuns)
  return {
    items: prepared.items,
    runs: times.work.length,
    workMs: median(times.work),
    yardstickMs: median(times.yardstick),
    heapPerItem: heapOf(prepared.work) / prepared.items,
    disagreement,
  }
}

/**
 * How time grows between two sizes, as a power of n log n: 1 is n log n itself, above it is worse.
 */
export const growth = (small: Figures, large: Figures): number =>
  Math.log(large.workMs / small.workMs) / Math.log(nLogN(large.items) / nLogN(small.items))

const nLogN = (items: number): number => items * Math.log(items)

const takeTurns = (
  { work, yardstick }: Prepared,
  forMs: number,
  atLeast: number,
): { readonly work: ReadonlyArray<number>; readonly yardstick: ReadonlyArray<number> } => {
  const times = { work: [] as number[], yardstick: [] as number[] }
  const end = performance.now() + forMs
  while (times.work.length < atLeast || (performance.now() < end && times.work.length < mostRuns)) {
    times.work.push(time(work))
    times.yardstick.push(time(yardstick))
  }
  return times
}

const time = (run: () => unknown): number => {
  const start = performance.now()
  sink.last = run()
  return performance.now() - start
}

/** Holds the last result, so that no run can be thought away. */
const sink: { last: unknown } = { last: undefined }

/** The one in the middle. */
export const median = (times: ReadonlyArray<number>): number =>
  times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN

/** Bytes that the result of work keeps alive. */
export const heapOf = (work: () => unknown): number => {
  sink.last = undefined
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  sink.last = work()
  collectGarbage()
  const held = process.memoryUsage().heapUsed - before
  sink.last = undefined
  return held
}

setFlagsFromString('--expose-gc')
/** Frees what nothing holds any more. */
export const collectGarbage = runInNewContext('gc') as () => void
