/**
 * Answers what a file of the atlas holds: a finite universe of small worlds, and one digest per block of 4,096 of them of
 * what the real code decided.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** What the cases of a universe have one value each of. */
export interface Dimension {
  readonly name: string
  readonly domain: ReadonlyArray<unknown>
}

/** A case that is written out. */
export interface Example {
  readonly index: number
  readonly input: unknown
  readonly expected: unknown
  readonly versions?: ReadonlyArray<string>
  readonly alternatives?: ReadonlyArray<{ readonly versions: ReadonlyArray<string>; readonly expected: unknown }>
}

/** A file of the atlas. */
export interface Atlas {
  readonly meta: {
    readonly shape: string
    readonly op?: string
    readonly kind?: string
    readonly assembly?: string
    /** The version of the real code that decided, where there is one. */
    readonly version?: string
    readonly cases: number
    readonly blockSize: number
    /** Members of an answer that the digests cover. */
    readonly compared: ReadonlyArray<string>
    /** Versions of the real code that decided; absent where there is one. */
    readonly versions?: ReadonlyArray<string>
  }
  readonly universe: {
    readonly dimensions: ReadonlyArray<Dimension>
    readonly base?: unknown
  }
  /** By version where there are several. */
  readonly blocks: ReadonlyArray<string> | Readonly<Record<string, ReadonlyArray<string>>>
  readonly examples: ReadonlyArray<Example>
}

/** The value of each dimension, by its name, in the order of the dimensions. */
export type Digits = ReadonlyMap<string, unknown>

const folder = 'vectors/atlas'

/** Reads the universe of this name. */
export const readAtlas = (name: string): Atlas => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as Atlas

/** The answers to the first block, as they were recorded for the last version. */
export const readFirstBlock = (name: string): ReadonlyArray<string> =>
  gunzipSync(readFileSync(`${folder}/${name}.first-block.txt.gz`))
    .toString('utf8')
    .split('\n')

/** A case in mixed radix, the last dimension the fastest. */
export const digitsOf =
  ({ universe: { dimensions } }: { readonly universe: { readonly dimensions: ReadonlyArray<Dimension> } }) =>
  (index: number): Digits => {
    const values: [string, unknown][] = []
    let rest = index
    for (const { name, domain } of dimensions.toReversed()) {
      values.push([name, domain[rest % domain.length]])
      rest = Math.floor(rest / domain.length)
    }
    return new Map(values.reverse())
  }

/** Versions that decided; one without a name where the file names none. */
export const versionsOf = ({ meta }: Atlas): ReadonlyArray<string | undefined> => meta.versions ?? [undefined]

/** The digests of one version. */
export const digestsOf = ({ blocks }: Atlas, version: string | undefined): ReadonlyArray<string> =>
  'length' in blocks ? (blocks as ReadonlyArray<string>) : ((blocks as Record<string, string[]>)[version ?? ''] ?? [])

/** How many blocks there are. */
export const blocksIn = ({ meta: { cases, blockSize } }: Atlas): number => Math.ceil(cases / blockSize)
