/** {@link ./brute-force.prop.test.ts} in worlds with a namespace, a definition or a Job, most of which have too many moments. */
import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { full } from '../../runs.js'
import { comparedAt } from './compare.js'
import { type Head, largestNarrow, leastNarrow, narrowWorld } from './narrow-worlds.js'

/** Found by `narrow-seeds.make.ts`. */
const seeds = JSON.parse(readFileSync(new URL('narrow-seeds.json', import.meta.url), 'utf8')) as Readonly<
  Record<Head, ReadonlyArray<number>>
>

it.each(['namespace', 'definition', 'job', 'owning namespace'] as const)(
  'the ends that are explored are those of every single course, in worlds with this head: %s',
  (head) => {
    const compared = seeds[head].slice(0, full ? 1000 : 2).map((seed) => {
      const world = narrowWorld(head, seed)
      return { seed, found: comparedAt(world, largestNarrow[head], world.controllers) }
    })
    // Each is one that the list was made for: of a size to follow, and with work for so many.
    expect(compared.filter(({ found }) => found === undefined || found.actors < leastNarrow[head])).toEqual([])
    expect(
      compared.filter(({ found }) => found !== undefined && found.missed.length + found.invented.length > 0),
    ).toEqual([])
    expect(compared.length).toBeGreaterThanOrEqual(full ? (head === 'owning namespace' ? 200 : 12) : 2)
    // A namespace takes all along; only who names it from outside may stay.
    if (full && head === 'owning namespace')
      expect(compared.filter(({ found }) => found !== undefined && found.ends > 1)).toHaveLength(40)
  },
)
