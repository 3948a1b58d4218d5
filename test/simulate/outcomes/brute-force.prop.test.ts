/** The explorer finds the ends that following every course one by one finds, no fewer and no more. */
import { describe, expect, it } from 'vitest'

import { full } from '../../runs.js'
import { crowdedWorld } from './crowded-worlds.js'
import { endsOf, enumerated, explored, textsOf } from './compare.js'
import * as part from './parts.js'
import type { SmallWorld } from './worlds.js'

/** Worlds of more moments than this are left out: to follow all courses one by one takes too long. */
const largest = 700

/** The ends that only one of the two finds; nothing where the world is too large. */
const comparedAt = (world: SmallWorld, limit: number) => {
  const all = enumerated(world, limit)
  if (all === undefined) return undefined
  const [expected, found] = [textsOf(all.ends), textsOf(explored(world).phases.at(-1) ?? [])]
  return {
    ends: endsOf(all.ends),
    actors: all.atWork.size,
    missed: expected.filter((end) => !found.includes(end)),
    invented: found.filter((end) => !expected.includes(end)),
  }
}

describe('the ends that are explored', () => {
  it('are those that following every course finds, in worlds where three controllers or more have work', () => {
    const wanted = full ? 1000 : 20
    let [worlds, open, seed] = [0, 0, 0]
    const wrong: unknown[] = []
    while (worlds < wanted && seed < 10 * wanted) {
      seed++
      const found = comparedAt(crowdedWorld(seed), largest)
      if (found === undefined) continue
      if (found.missed.length + found.invented.length > 0) wrong.push({ seed, ...found })
      if (found.actors < 3) continue
      worlds++
      if (found.ends > 1) open++
    }
    expect(wrong).toEqual([])
    expect(worlds).toBe(wanted)
    if (full) expect(open).toBeGreaterThanOrEqual(300)
  }, 600_000)

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
