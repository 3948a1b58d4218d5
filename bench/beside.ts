/**
 * Answers how benchmarks fare beside those of another checkout: both in one process and in turns, so that whatever slows one
 * slows the other, in processor time, since other programs may want the machine too.
 */
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'

import { build } from 'esbuild'

import type { Bench } from './bench.js'
import { collectGarbage, median } from './measure.js'

/** What one size showed, in milliseconds of processor time. */
export interface Comparison {
  readonly items: number
  readonly rounds: number
  readonly here: number
  readonly beside: number
  /** The least time here over the least time beside. */
  readonly ratioOfLeast: number
  /** The median of the ratios of each round. */
  readonly medianRatio: number
}

/** After many runs the engine takes objects for long-lived that are not; what it makes of that differs from run to run. */
const steady = '--no-allocation-site-pretenuring'

const batchMs = 20
const roundsMs = 10_000
const fewestRounds = 15

/** Benchmarks of this checkout and of another one, of those that both have; in one process none is cold. */
export const pairs = async (
  directory: string,
): Promise<ReadonlyArray<{ readonly here: Bench; readonly beside: Bench }>> => {
  setFlagsFromString(steady)
  const others = new Map((await benchesOf(resolve(directory))).map((bench) => [bench.name, bench]))
  return (await benchesOf(process.cwd())).flatMap((here) => {
    const beside = others.get(here.name)
    return beside === undefined ? [] : [{ here, beside }]
  })
}

/** Compares one size of a benchmark. */
export const compare = (here: Bench, beside: Bench, size: number): Comparison => {
  const prepared = here.prepare(size)
  const [work, other] = [repeated(prepared.work), repeated(beside.prepare(size).work)]
  const times = { here: [] as number[], beside: [] as number[] }
  const end = performance.now() + roundsMs
  for (let round = 0; round < fewestRounds || performance.now() < end; round++)
    if (round % 2 === 0) {
      times.here.push(timeOf(work))
      times.beside.push(timeOf(other))
    } else {
      times.beside.push(timeOf(other))
      times.here.push(timeOf(work))
    }
  return {
    items: prepared.items,
    rounds: times.here.length,
    here: Math.min(...times.here),
    beside: Math.min(...times.beside),
    ratioOfLeast: Math.min(...times.here) / Math.min(...times.beside),
    medianRatio: median(times.here.map((time, round) => time / (times.beside[round] ?? Number.NaN))),
  }
}

interface Repeated {
  readonly work: () => unknown
  readonly times: number
}

/** Short work is repeated: a clock has its grain. The first runs warm up. */
const repeated = (work: () => unknown): Repeated => {
  work()
  const took = timeOf({ work, times: 2 })
  return { work, times: Math.max(1, Math.ceil(batchMs / took)) }
}

/** Each pays for the collection of its own garbage only. */
const timeOf = ({ work, times }: Repeated): number => {
  collectGarbage()
  const before = process.cpuUsage()
  for (let time = 0; time < times; time++) sink.last = work()
  const { user, system } = process.cpuUsage(before)
  sink.last = undefined
  return (user + system) / 1000 / times
}

/** Holds the last result, so that no run can be thought away. */
const sink: { last: unknown } = { last: undefined }

/** The benchmarks of a checkout, bundled with its own sources and packages. */
const benchesOf = async (directory: string): Promise<ReadonlyArray<Bench>> => {
  const folder = join(directory, 'bench')
  const files = readdirSync(folder).filter(
    (file) =>
      file.endsWith('.bench.ts') && /^export const \w+: Bench\b/mu.test(readFileSync(join(folder, file), 'utf8')),
  )
  const outfile = join(directory, 'node_modules/.cache/gcplan', `beside-${process.pid}.mjs`)
  await build({
    absWorkingDir: directory,
    stdin: { contents: files.map((file) => `export * from './${file}'`).join('\n'), resolveDir: folder },
    bundle: true,
    outfile,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
  })
  const exported = (await import(pathToFileURL(outfile).href)) as Readonly<Record<string, unknown>>
  rmSync(outfile)
  return Object.values(exported).filter(isBench)
}

const isBench = (value: unknown): value is Bench =>
  typeof value === 'object' && value !== null && 'prepare' in value && 'sizes' in value && !('isCold' in value)
