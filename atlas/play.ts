/**
 * Answers what the library decides in one block of a universe, and whether that equals what the real code decided. Where it
 * does not, the first case that is known to differ is named.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { Shape } from '../conformance/shape.js'
import { shapes } from '../conformance/shapes/index.js'
import { lineOf } from './arrange.js'
import { canonical } from './canonical.js'
import type { Atlas } from './universe.js'
import { digestsOf, readAtlas, readFirstBlock, versionsOf } from './universe.js'
import { worldsOf } from './worlds/index.js'

/** A block of a universe. */
export interface Block {
  readonly name: string
  readonly block: number
}

/** A case that differs; without a number where only the block is known to. */
export interface Difference {
  readonly version: string | undefined
  readonly index: number | null
  readonly input: string
  readonly expected: string
  readonly actual: string
}

/** What became of a block: all versions equal when there is no difference. */
export interface Played extends Block {
  readonly versions: number
  readonly seconds: number
  readonly differences: ReadonlyArray<Difference>
}

/** A universe, ready to be played. */
export interface Player {
  readonly atlas: Atlas
  readonly world: (index: number) => unknown
  /** The line of a case. */
  readonly decide: (index: number, version: string | undefined) => Promise<string>
}

/** Reads a universe; undefined where nothing enumerates it or replays its shape. */
export const playerOf = (name: string): Player | undefined => {
  const atlas = readAtlas(name)
  const { op, kind, shape, compared } = atlas.meta
  const world = worldsOf(atlas)
  const replayed = shapes.find((candidate) => candidate.shape === shape)
  if (world === undefined || replayed === undefined) return undefined
  const line = lineOf(shape, compared)
  const known = {
    name,
    expected: undefined,
    meta: metaOf(atlas),
    ...(op === undefined ? {} : { op }),
    ...(kind === undefined ? {} : { kind }),
  }
  return {
    atlas,
    world,
    decide: async (index, version) => {
      const question = { ...known, input: world(index), ...(version === undefined ? {} : { version }) }
      return answerOf(replayed, question, line)
    },
  }
}

const answerOf = async (
  shape: Shape,
  question: Parameters<Shape['replay']>[0],
  line: (answer: unknown) => string,
): Promise<string> => {
  try {
    const replayed = await shape.replay(question)
    return replayed._tag === 'Replayed' ? line(replayed.actual) : `skipped: ${replayed.because}`
  } catch (error) {
    return `threw: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** How kinds are served is said by the recordings of the owner collector alone. */
const metaOf = ({ meta }: Atlas): unknown =>
  meta.shape === 'kubernetes/owner-gc'
    ? (JSON.parse(readFileSync('vectors/kubernetes/owner-gc.json', 'utf8')) as { readonly meta: unknown }).meta
    : meta

/** Plays a block for every version but those left out. */
export const play = async (
  player: Player,
  { name, block }: Block,
  leftOut: ReadonlyArray<string | undefined>,
): Promise<Played> => {
  const before = performance.now()
  const differences: Difference[] = []
  const versions = versionsOf(player.atlas).filter((version) => version === undefined || !leftOut.includes(version))
  for (const version of versions) {
    const lines = await linesOf(player, block, version)
    if (digestOf(lines) !== digestsOf(player.atlas, version)[block])
      differences.push(firstDifference(player, { name, block }, version, lines))
  }
  return { name, block, versions: versions.length, seconds: (performance.now() - before) / 1000, differences }
}

const linesOf = async (
  { atlas, decide }: Player,
  block: number,
  version: string | undefined,
): Promise<ReadonlyArray<string>> => {
  const { blockSize, cases } = atlas.meta
  const lines: string[] = []
  for (let index = block * blockSize; index < Math.min((block + 1) * blockSize, cases); index++)
    lines.push(await decide(index, version))
  return lines
}

/** The digest of the lines of a block. */
export const digestOf = (lines: ReadonlyArray<string>): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 32)

/** Of the cases of a block some are written out: all of the first block for the last version, and the examples. */
const firstDifference = (
  { atlas, world }: Player,
  { name, block }: Block,
  version: string | undefined,
  lines: ReadonlyArray<string>,
): Difference => {
  const { blockSize } = atlas.meta
  const begin = block * blockSize
  const written = writtenOut(atlas, name, block, version)
  const at = lines.findIndex((line, place) => (written.get(begin + place) ?? line) !== line)
  if (at < 0)
    return {
      version,
      index: null,
      input: `cases ${begin} to ${begin + lines.length - 1}, of which ${written.size} are written out and equal`,
      expected: digestsOf(atlas, version)[block] ?? 'no digest',
      actual: digestOf(lines),
    }
  return {
    version,
    index: begin + at,
    input: canonical(world(begin + at)),
    expected: written.get(begin + at) ?? '',
    actual: lines[at] ?? '',
  }
}

const writtenOut = (
  atlas: Atlas,
  name: string,
  block: number,
  version: string | undefined,
): ReadonlyMap<number, string> => {
  const { blockSize, compared } = atlas.meta
  const examples = atlas.examples
    .filter(({ index }) => Math.floor(index / blockSize) === block)
    .flatMap(({ index, versions = [], expected, alternatives = [] }): [number, string][] => {
      const answer =
        version === undefined || versions.includes(version)
          ? expected
          : alternatives.find((other) => other.versions.includes(version))?.expected
      const members = Object.fromEntries(
        compared.map((member) => [member, (answer as Record<string, unknown> | undefined)?.[member]]),
      )
      return answer === undefined ? [] : [[index, canonical(members)]]
    })
  const isRecorded = block === 0 && version === atlas.meta.versions?.at(-1)
  return new Map([...examples, ...(isRecorded ? readFirstBlock(name).map((line, at) => [at, line] as const) : [])])
}
