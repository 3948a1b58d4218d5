/**
 * Answers how long work and yardstick take when each has a process of its own, so that neither runs on the heap, the caches
 * or the compiled code of the other: processor time, since other programs may want the machine too.
 */
import { spawnSync } from 'node:child_process'

import type { Bench } from './bench.js'
import { collectGarbage, median } from './measure.js'

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
}

/** What one size showed. */
export interface Apart {
  readonly work: SideFigures
  readonly yardstick: SideFigures
}

type Side = keyof Apart

/** One run: milliseconds of processor time, that of the engine's own threads included, and on a clock. */
type Run = readonly [processor: number, elapsed: number]

/** How a program is told to measure one side; it prints its runs. */
export const aloneFlag = '--alone'

const processesPerSide = 3
const warmUpMs = 1000
const measureMs = 1500
const fewestRuns = 7

/** Measures one size in processes of the program, the sides in turns. */
export const measureApart = (program: string, bench: Bench, size: number): Apart => {
  const runs = { work: [] as Run[], yardstick: [] as Run[] }
  for (let turn = 0; turn < processesPerSide; turn++)
    for (const side of ['work', 'yardstick'] as const) runs[side].push(...runsOf(program, bench.name, size, side))
  return { work: figuresOf(runs.work), yardstick: figuresOf(runs.yardstick) }
}

const runsOf = (program: string, name: string, size: number, side: Side): ReadonlyArray<Run> => {
  const args = [...process.execArgv, program, aloneFlag, name, String(size), side]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(stdout) as ReadonlyArray<Run>
}

const figuresOf = (runs: ReadonlyArray<Run>): SideFigures => ({
  processor: timesOf(runs.map(([processor]) => processor)),
  elapsed: timesOf(runs.map(([, elapsed]) => elapsed)),
  runs: runs.length,
})

const timesOf = (times: ReadonlyArray<number>): Times => ({ least: Math.min(...times), median: median(times) })

/** Prints the runs of one side as JSON. */
export const measureAlone = (bench: Bench, size: number, side: Side): void => {
  const run = bench.prepare(size)[side]
  repeat(run, warmUpMs)
  process.stdout.write(`${JSON.stringify(repeat(run, measureMs))}\n`)
}

/** Garbage of a run is collected before the next; what a run itself makes the engine collect counts. */
const repeat = (run: () => unknown, forMs: number): ReadonlyArray<Run> => {
  const runs: Run[] = []
  let spent = 0
  while (runs.length < fewestRuns || spent < forMs) {
    collectGarbage()
    const [cpu, clock] = [process.cpuUsage(), performance.now()]
    sink.last = run()
    const { user, system } = process.cpuUsage(cpu)
    const processor = (user + system) / 1000
    runs.push([processor, performance.now() - clock])
    spent += processor
    sink.last = undefined
  }
  return runs
}

/** Holds the last result, so that no run can be thought away. */
const sink: { last: unknown } = { last: undefined }
