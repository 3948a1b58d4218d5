/**
 * Answers how long work and yardstick take when each has a process of its own, so that neither runs on the heap, the caches
 * or the compiled code of the other: processor time, since other programs may want the machine too.
 */
import { spawnSync } from 'node:child_process'

import type { Bench } from './bench.js'
import { collectGarbage, heapOf, median } from './measure.js'

/** What runs took, in milliseconds. */
export interface Times {
  readonly least: number
  readonly median: number
}

/** What one side of a benchmark showed. */
export interface SideFigures {
  readonly processor: Times
  /** On a clock; under other load only the least one says much. */
  readonly elapsed: Times
  readonly runs: number
  readonly memory: Memory
}

/** What a process of one side had; the least of several. */
export interface Memory {
  /** Bytes that one result keeps alive, per item. */
  readonly heapPerItem: number
  /** The most that the process had at once, input included. */
  readonly peakMiB: number
}

/** What one size showed. */
export interface Apart {
  readonly work: SideFigures
  readonly yardstick: SideFigures
}

type Side = keyof Apart

/** One run: milliseconds of processor time, that of the engine's own threads included, and on a clock. */
type Run = readonly [processor: number, elapsed: number]

/** What one process showed. */
interface Alone {
  readonly runs: ReadonlyArray<Run>
  readonly memory: Memory
}

/** How a program is told to measure one side; it prints what it {@link Alone} showed. */
export const aloneFlag = '--alone'

const warmUpMs = 600
const measureMs = 1000
const fewestWarmUps = 2
const fewestRuns = 5
const fewestFirstRuns = 3
const mostRuns = 30

/**
 * Measures one size in so many processes of the program for each side, the sides in turns; in more where they show a run
 * each.
 */
export const measureApart = (program: string, bench: string, size: number, processes: number): Apart => {
  const alone = { work: [] as Alone[], yardstick: [] as Alone[] }
  for (let turn = 0; turn < processes || runsIn(alone.work) < fewestFirstRuns; turn++)
    for (const side of ['work', 'yardstick'] as const) alone[side].push(aloneOf(program, bench, size, side))
  return { work: figuresOf(alone.work), yardstick: figuresOf(alone.yardstick) }
}

const runsIn = (alone: ReadonlyArray<Alone>): number => alone.reduce((count, { runs }) => count + runs.length, 0)

const aloneOf = (program: string, name: string, size: number, side: Side): Alone => {
  const args = [...process.execArgv, program, aloneFlag, name, String(size), side]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(stdout) as Alone
}

const figuresOf = (alone: ReadonlyArray<Alone>): SideFigures => {
  const runs = alone.flatMap((each) => each.runs)
  return {
    processor: timesOf(runs.map(([processor]) => processor)),
    elapsed: timesOf(runs.map(([, elapsed]) => elapsed)),
    runs: runs.length,
    memory: {
      heapPerItem: Math.min(...alone.map(({ memory }) => memory.heapPerItem)),
      peakMiB: Math.min(...alone.map(({ memory }) => memory.peakMiB)),
    },
  }
}

const timesOf = (times: ReadonlyArray<number>): Times => ({ least: Math.min(...times), median: median(times) })

/** Prints what one side shows as JSON. */
export const measureAlone = (bench: Bench, size: number, side: Side): void => {
  const { [side]: run, items } = bench.prepare(size)
  const runs = bench.isCold === true ? [timed(run)] : warmRuns(run)
  const memory = { heapPerItem: heapOf(run) / items, peakMiB: process.resourceUsage().maxRSS / 1024 }
  process.stdout.write(`${JSON.stringify({ runs, memory } satisfies Alone)}\n`)
}

const warmRuns = (run: () => unknown): ReadonlyArray<Run> => {
  warmUp(run)
  return repeat(run)
}

const warmUp = (run: () => unknown): void => {
  const start = performance.now()
  for (let times = 0; times < fewestWarmUps || performance.now() - start < warmUpMs; times++) sink.last = run()
}

/** Garbage of a run is collected before the next, which takes longer than short work; what a run itself makes the engine collect counts. */
const repeat = (run: () => unknown): ReadonlyArray<Run> => {
  const runs: Run[] = []
  let spent = 0
  while (runs.length < fewestRuns || (spent < measureMs && runs.length < mostRuns)) {
    const taken = timed(run)
    runs.push(taken)
    spent += taken[0]
  }
  return runs
}

const timed = (run: () => unknown): Run => {
  collectGarbage()
  const [cpu, clock] = [process.cpuUsage(), performance.now()]
  sink.last = run()
  const { user, system } = process.cpuUsage(cpu)
  const taken: Run = [(user + system) / 1000, performance.now() - clock]
  sink.last = undefined
  return taken
}

/** Holds the last result, so that no run can be thought away. */
const sink: { last: unknown } = { last: undefined }
