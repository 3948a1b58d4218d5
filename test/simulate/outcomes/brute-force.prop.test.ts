/** The explorer finds the ends that following every course one by one finds, no fewer and no more. */
import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { full } from '../../runs.js'
import { crowdedWorld, largest, leastActors } from './crowded-worlds.js'
import { comparedAt } from './compare.js'
import * as part from './parts.js'
import type { SmallWorld } from './worlds.js'

/** Found by `crowded-seeds.make.ts`. */
const seeds = JSON.parse(readFileSync(new URL('crowded-seeds.json', import.meta.url), 'utf8')) as ReadonlyArray<number>

describe('the ends that are explored', () => {
  it('are those that following every course finds, in worlds where three controllers or more have work', () => {
    const worlds = seeds.slice(0, full ? 1000 : 20)
    const compared = worlds.map((seed) => ({ seed, found: comparedAt(crowdedWorld(seed), largest) }))
    // Each is one that the list was made for: of a size to follow, and with work for so many.
    expect(compared.filter(({ found }) => found === undefined || found.actors < leastActors)).toEqual([])
    expect(
      compared.filter(({ found }) => found !== undefined && found.missed.length + found.invented.length > 0),
    ).toEqual([])
    expect(new Set(worlds).size).toBe(full ? 1000 : 20)
    if (full)
      expect(compared.filter(({ found }) => found !== undefined && found.ends > 1).length).toBeGreaterThanOrEqual(300)
  })

  it('include those where a controller acts on what everybody has forgotten but those who name it', () => {
    const token = part.token('token', 'account')
    const world: SmallWorld = {
      objects: [part.account('account'), token, part.plain('leaf', { owners: [token] })],
      requests: [
        { _tag: 'Delete', uid: 'account', options: { propagationPolicy: 'Background' } },
        { _tag: 'SetOwners', uid: 'leaf', ownerReferences: [] },
      ],
    }
    expect(comparedAt(world, 5000)).toMatchObject({ ends: 2, missed: [], invented: [] })
  })
})
