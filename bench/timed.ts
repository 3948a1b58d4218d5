/**
 * Answers what work costs per item beyond a yardstick when both are tasks: processor time, taken in turns, the median of
 * several.
 */
import { median } from './measure.js'

/** One benchmark of tasks. */
export interface TimedBench {
  readonly name: string
  /** What the figures are about, in one line. */
  readonly about: string
  readonly sizes: ReadonlyArray<number>
  readonly prepare: (size: number) => {
    readonly items: number
    readonly work: () => Promise<unknown>
    readonly yardstick: () => Promise<unknown>
  }
}

/** What one size showed; microseconds of processor time per item. */
export interface TimedFigures {
  readonly items: number
  readonly work: number
  readonly yardstick: number
}

const runs = 11

/** Measures one size of one benchmark. */
export const measureTimed = async (bench: TimedBench, size: number): Promise<TimedFigures> => {
  const { items, work, yardstick } = bench.prepare(size)
  const times = { work: [] as number[], yardstick: [] as number[] }
  for (let run = 0; run < runs + 2; run++) {
    const [worked, bare] = [await timed(work), await timed(yardstick)]
    // The first ones warm up.
    if (run < 2) continue
    times.work.push(worked / items)
    times.yardstick.push(bare / items)
  }
  return { items, work: median(times.work), yardstick: median(times.yardstick) }
}

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
