/** Answers which recorded cases there are, and how each is replayed through the public API. */
import { readFileSync, readdirSync } from 'node:fs'

import { canonical } from '../../atlas/canonical.js'
import type { Atlas } from '../../atlas/universe.js'
import { playerOf } from '../../atlas/play.js'
import { answer, judge } from '../../conformance/judge.js'
import { readingsOf } from '../../conformance/reading.js'
import { shapes } from '../../conformance/shapes/index.js'
import { readVectorFile } from '../../conformance/vector-file.js'
import { casesPlayed } from './played.js'

/** A recorded case, with the version asked about where it names versions. */
export interface Recorded {
  readonly file: string
  readonly name: string
  /** What kind of evidence it is; only the project's own is none. */
  readonly source: Source
  /** Whether the public API gives the recorded answer. */
  readonly holds: () => Promise<boolean>
}

/**
 * Where an answer is from: recorded from the real components, or from their universes; derived from an input and an answer
 * that the specification quotes; or the project's own reading of the sources.
 */
export type Source = 'recorded' | 'atlas' | 'quoted' | 'own'

const vectors = 'vectors'

/** The files of cases, those recorded first, those of our own last. */
export const caseFiles = (): ReadonlyArray<string> =>
  readdirSync(vectors, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
    .flatMap((folder) =>
      readdirSync(`${vectors}/${folder}`)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => `${vectors}/${folder}/${name}`),
    )

const rankOf = (folder: string): number => (folder === 'atlas' ? 1 : isOwn(`${vectors}/${folder}/`) ? 2 : 0)

const isOwn = (file: string): boolean => /^vectors\/(?:derived|corners)\//.test(file)

/** Every case of a file. */
export const recordedCases = (file: string): ReadonlyArray<Recorded> =>
  file.startsWith(`${vectors}/atlas/`) ? examplesOf(file) : [...casesIn(file), ...casesPlayed(file)]

const casesIn = (file: string): ReadonlyArray<Recorded> => {
  const read = readVectorFile(readFileSync(file, 'utf8'))
  if (read._tag === 'Broken') throw new Error(`${file}: ${read.because}`)
  const shape = shapes.find((candidate) => candidate.shape === read.shape)
  if (shape === undefined) throw new Error(`${file}: nothing replays ${read.shape}`)
  return read.entries.flatMap((entry) => {
    if (entry._tag === 'Malformed') throw new Error(`${file}: ${entry.name} is malformed`)
    const source = sourceOf(file, entry.recorded)
    return readingsOf(shape, entry.recorded).map((reading) => ({
      file,
      name: reading.name,
      source,
      holds: async () => judge(shape, reading, await answer(shape, reading))._tag === 'Passed',
    }))
  })
}

/** A case that was derived counts where it quotes the input and the answer that it was derived from. */
export const sourceOf = (file: string, recorded: Readonly<Record<string, unknown>>): Source => {
  if (!isOwn(file)) return 'recorded'
  const quoted = recorded['quoted'] as Readonly<Record<string, unknown>> | undefined
  const has = (field: string): boolean => typeof quoted?.[field] === 'string' && quoted[field] !== ''
  return has('from') && has('input') && has('answer') ? 'quoted' : 'own'
}

/** The cases of a universe that are written out. */
const examplesOf = (file: string): ReadonlyArray<Recorded> => {
  const player = playerOf(file.slice(`${vectors}/atlas/`.length, -'.json'.length))
  if (player === undefined) return []
  const { atlas, decide } = player
  return atlas.examples.flatMap(({ index, expected, versions = [], alternatives = [] }) =>
    [{ versions, expected }, ...alternatives].flatMap((one) =>
      (one.versions.length === 0 ? [undefined] : one.versions).map((version) => ({
        file,
        name: `example ${index}${version === undefined ? '' : ` @ ${version}`}`,
        source: 'atlas' as const,
        holds: async () => (await decide(index, version)) === lineIn(atlas, one.expected),
      })),
    ),
  )
}

const lineIn = ({ meta: { compared } }: Atlas, expected: unknown): string =>
  canonical(
    Object.fromEntries(compared.map((member) => [member, (expected as Record<string, unknown> | undefined)?.[member]])),
  )
