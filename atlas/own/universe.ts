/**
 * A universe of our own, which no real code decides: its dimensions are written by hand, its digests are those of the library
 * when they were recorded last. Fewer cases per block than in the atlas show where a decision changed.
 */
import { readFileSync } from 'node:fs'

import { either as E, function as F } from 'fp-ts'

import * as Lifecycle from '../../src/controllers/lifecycle/index.js'
import { canonical } from '../canonical.js'
import { digestOf } from '../play.js'
import type { Dimension } from '../universe.js'
import { digitsOf } from '../universe.js'
import { type World, worldOf } from './kep-14.js'

/** A file of `etc/atlas`. */
export interface OwnAtlas {
  /** What its worlds have in common, for a reader. */
  readonly about: string
  readonly universe: { readonly dimensions: ReadonlyArray<Dimension> }
  readonly blockSize: number
  /** One digest per block. */
  readonly blocks: ReadonlyArray<string>
  /** Decisions of some cases, for a reader. */
  readonly examples: ReadonlyArray<{ readonly index: number; readonly decided: string }>
}

export const folder = 'etc/atlas'

export const readOwn = (name: string): OwnAtlas =>
  JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as OwnAtlas

/** How many cases there are. */
export const casesIn = ({ universe: { dimensions } }: Pick<OwnAtlas, 'universe'>): number =>
  dimensions.reduce((product, { domain }) => product * domain.length, 1)

/** What the library decides in each case. */
export const decisionsOf = (name: string, atlas: OwnAtlas): ((index: number) => Decided) => {
  const digits = digitsOf(atlas)
  const world = worldOf(name)
  return (index) => planOf(world(digits(index)))
}

/** A plan, or why there is none. */
export type Decided = E.Either<unknown, Lifecycle.Plan>

const planOf = ({ policy, snapshot }: World): Decided =>
  F.pipe(
    Lifecycle.makePolicy(policy),
    E.flatMap((made): Decided => Lifecycle.plan(made)(snapshot)),
  )

/** All that a digest covers: passes with what they remove, keep and mark, each with its reasons, and when it changes. */
export const lineOf: (decided: Decided) => string = E.match(
  (refused) => canonical({ refused }),
  ({ passes, wakeAt }) => canonical(JSON.parse(JSON.stringify({ passes, wakeAt }))),
)

/** The same in short, for a reader. */
export const inShort: (decided: Decided) => string = E.match(
  () => 'refused',
  ({ passes }) =>
    passes
      .flatMap(({ name, removals, kept, amendments }) => [
        ...amendments.map(inWords(`${name} marks`)),
        ...removals.map(inWords(`${name} removes`)),
        ...kept.map(inWords(`${name} keeps`)),
      ])
      .join('; '),
)

interface Told {
  readonly target: { readonly id: string }
  readonly reasons: ReadonlyArray<{ readonly _tag: string }>
}

const inWords =
  (what: string) =>
  ({ target, reasons }: Told): string =>
    `${what} ${target.id}: ${reasons.map(({ _tag }) => _tag).join(', ')}`

/** The digests of all blocks. */
export const digestsIn = (atlas: OwnAtlas, decide: (index: number) => Decided): ReadonlyArray<string> => {
  const { blockSize } = atlas
  const cases = casesIn(atlas)
  return Array.from({ length: Math.ceil(cases / blockSize) }, (_, block) => {
    const begin = block * blockSize
    return digestOf(
      Array.from({ length: Math.min(blockSize, cases - begin) }, (__, place) => lineOf(decide(begin + place))),
    )
  })
}

/** As it is decided now: digests of every block, and examples at even distances. */
export const recorded = (atlas: OwnAtlas, decide: (index: number) => Decided): OwnAtlas => {
  // One more than divides the cases evenly, so that the fastest dimension varies too.
  const apart = Math.floor(casesIn(atlas) / EXAMPLES) + 1
  const indices = Array.from({ length: EXAMPLES }, (_, place) => (place * apart) % casesIn(atlas))
  return {
    ...atlas,
    blocks: digestsIn(atlas, decide),
    examples: indices.map((index) => ({ index, decided: inShort(decide(index)) })),
  }
}

const EXAMPLES = 32
