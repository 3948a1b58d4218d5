import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { casesIn, decisionsOf, digestsIn, inShort, lineOf, readOwn, recorded } from '../../atlas/own/universe.js'

const names = readdirSync(fileURLToPath(new URL('../../etc/atlas', import.meta.url))).map((file) =>
  file.replace(/\.json$/, ''),
)

it('there are three universes of our own', () => {
  expect(names).toEqual(['kep-14-capacity', 'kep-14-rules', 'kep-14-votes'])
})

describe.each(names)('the universe %s', (name) => {
  const atlas = readOwn(name)
  const decide = decisionsOf(name, atlas)

  it('has a digest for every block', () => {
    expect(atlas.blocks).toHaveLength(Math.ceil(casesIn(atlas) / atlas.blockSize))
  })

  it('has examples that are decided as they were recorded', () => {
    for (const { index, decided } of atlas.examples) expect(inShort(decide(index))).toBe(decided)
  })

  it('has no case that is refused', () => {
    expect(atlas.examples.map(({ decided }) => decided)).not.toContain('refused')
  })
})

describe('a record', () => {
  const [dimension] = readOwn('kep-14-capacity').universe.dimensions
  const small = {
    ...readOwn('kep-14-capacity'),
    universe: {
      dimensions: readOwn('kep-14-capacity').universe.dimensions.map(({ name, domain }) => ({
        name,
        domain: domain.slice(name === dimension?.name ? 0 : -1),
      })),
    },
    blockSize: 3,
  }
  const decide = decisionsOf('kep-14-capacity', small)

  it('has digests of so many cases each, the last of the rest', () => {
    expect(casesIn(small)).toBe(4)
    expect(digestsIn(small, decide)).toHaveLength(2)
    expect(recorded(small, decide).blocks).toEqual(digestsIn(small, decide))
  })

  it('shows another decision in the digest of its block alone', () => {
    const before = digestsIn(small, decide)
    const after = digestsIn(small, (index) => decide(index === 3 ? 0 : index))
    expect(after.map((digest, block) => digest === before[block])).toEqual([true, false])
  })

  it('covers reasons with their figures and the instant at which the plan changes', () => {
    expect(lineOf(decide(0))).toContain('"ttlSeconds":5400')
    expect(lineOf(decide(0))).toContain('"wakeAt"')
  })
})
