/**
 * Answers how time grows with size: the exponent of the line through the least processor times of several runs, on a
 * double logarithmic scale. 1 is linear; what grows faster than n^1.15 is named in the end.
 */
import type { Growing } from './growing.js'
import { answers } from './growth-answers.js'
import { clusters } from './growth-clusters.js'
import { decoders } from './growth-decoders.js'
import { files } from './growth-files.js'
import { nodes } from './growth-nodes.js'
import { plain } from './growth-plain.js'
import { renderings } from './growth-renderings.js'
import { yamlGrowth } from './yaml.bench.js'

/**
 * Flags for the engine: with its usual small space for young objects, more and more of what a run makes is moved twice
 * before it is dropped, so that collecting grows faster than the work.
 */
export const growthFlags: ReadonlyArray<string> = ['--min-semi-space-size=256', '--max-semi-space-size=256']

const sizes = [1_000, 4_000, 16_000, 64_000, 256_000]
const most = 1.15
/** Shorter runs are spread over too few steps of the clock. */
const shortestMs = 5
/** The size after one that takes longer is not tried: processors' caches are what small times show. */
const longestMs = 100
/** All are tried up to here, unless they would take minutes. */
const usualSize = 64_000
const endlessMs = 2_000
const fewestRuns = 3
const measureMs = 150

interface Point {
  readonly size: number
  readonly ms: number
}

const cpuMs = (run: () => unknown): number => {
  const before = process.cpuUsage()
  sink.last = run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Holds the last result, so that no run can be thought away. */
const sink: { last: unknown } = { last: undefined }

const leastMs = (run: () => unknown): number => {
  let [least, spent] = [Infinity, 0]
  for (let runs = 0; runs < fewestRuns || spent < measureMs; runs++) {
    const ms = cpuMs(run)
    least = Math.min(least, ms)
    spent += ms
    if (ms > endlessMs) break
  }
  return least
}

const pointsOf = ({ prepare }: Growing): ReadonlyArray<Point> => {
  const points: Point[] = []
  for (const size of sizes) {
    const ms = leastMs(prepare(size))
    points.push({ size, ms })
    if (ms > endlessMs || (size >= usualSize && ms > longestMs)) break
  }
  return points
}

/** The slope of the line with the least squares. */
const exponentOf = (points: ReadonlyArray<Point>): number => {
  const [xs, ys] = [points.map(({ size }) => Math.log(size)), points.map(({ ms }) => Math.log(ms))]
  const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, one) => sum + one, 0) / values.length
  const [x, y] = [mean(xs), mean(ys)]
  const shared = xs.reduce((sum, one, at) => sum + (one - x) * ((ys[at] ?? 0) - y), 0)
  return shared / xs.reduce((sum, one) => sum + (one - x) ** 2, 0)
}

/** The sizes that take long enough to be measured, if there are enough: what is small is mostly compiled and set up. */
const fittedOf = (points: ReadonlyArray<Point>): ReadonlyArray<Point> => {
  const long = points.filter(({ ms }) => ms >= shortestMs)
  return (long.length >= 2 ? long : points).slice(-3)
}

/** What seems to grow too fast is measured again: a busy machine slows some sizes only. */
const measured = (growing: Growing): readonly [ReadonlyArray<Point>, number] => {
  let points = pointsOf(growing)
  for (let more = 0; more < 2 && exponentOf(fittedOf(points)) > most; more++) {
    const again = pointsOf(growing)
    points = points.map(({ size, ms }) => ({
      size,
      ms: Math.min(ms, again.find((one) => one.size === size)?.ms ?? ms),
    }))
  }
  return [points, exponentOf(fittedOf(points))]
}

const isRefused = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && '_tag' in result && result._tag === 'Left'

const all: ReadonlyArray<Growing> = [
  ...plain,
  ...decoders,
  ...files,
  ...clusters,
  ...nodes,
  ...renderings,
  ...answers,
  ...yamlGrowth,
]

/** Prints the exponents of what is called so, or of everything; false when an input was refused. */
export const printGrowth = (words: ReadonlyArray<string>): boolean => {
  const chosen = all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  process.stdout.write(`exponent, and least ms of processor time for ${sizes.join(', ')} items\n`)
  const [steep, refused]: [string[], string[]] = [[], []]
  for (const growing of chosen) {
    const [points, exponent] = measured(growing)
    const times = points.map(({ ms }) => ms.toFixed(1).padStart(8)).join('')
    if (isRefused(sink.last)) refused.push(growing.name)
    if (exponent > most) steep.push(`${growing.name} (${exponent.toFixed(2)})`)
    process.stdout.write(`  ${exponent.toFixed(2)}  ${growing.name.padEnd(58)}${times}\n`)
  }
  process.stdout.write(`above n^${most}: ${steep.length === 0 ? 'none' : steep.join(', ')}\n`)
  if (refused.length > 0) process.stdout.write(`refused, so not measured: ${refused.join(', ')}\n`)
  return chosen.length > 0 && refused.length === 0
}
