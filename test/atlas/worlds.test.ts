import { readdirSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { canonical } from '../../atlas/canonical.js'
import { open } from '../../atlas/open.js'
import type { Example } from '../../atlas/universe.js'
import { readAtlas } from '../../atlas/universe.js'
import { playerOf } from '../../atlas/play.js'
import { full } from '../runs.js'

const names = readdirSync(new URL('../../vectors/atlas', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''))

/** The answers that a case has, by version. */
const answersOf = ({ versions, expected, alternatives = [] }: Example): ReadonlyArray<[string | undefined, unknown]> =>
  versions === undefined
    ? [[undefined, expected]]
    : [{ versions, expected }, ...alternatives].flatMap((each) =>
        each.versions.map((version): [string, unknown] => [version, each.expected]),
      )

const isOpen = (name: string, version: string | undefined): boolean =>
  open.some((one) => one.name === name && (version === undefined || (one.versions?.includes(version) ?? true)))

it('there are thirty-four universes, and each is known to differ at most once', () => {
  expect(names).toHaveLength(34)
  expect(open.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([])
})

describe.each(names)('the universe %s', (name) => {
  const atlas = readAtlas(name)
  const player = playerOf(name)

  const examples = full ? atlas.examples : atlas.examples.filter((_, at) => at % 4 === 0)

  it('is enumerated as its examples are', () => {
    const { cases } = atlas.meta
    expect(atlas.universe.dimensions.reduce((product, { domain }) => product * domain.length, 1)).toBe(cases)
    expect(atlas.examples).toHaveLength(64)
    for (const { index, input } of examples) expect(canonical(player?.world(index))).toBe(canonical(input))
  })

  it('has examples that are decided as the real code did', async () => {
    for (const example of examples)
      for (const [version, expected] of answersOf(example).filter(([each]) => !isOpen(name, each))) {
        const members = Object.fromEntries(
          atlas.meta.compared.map((member) => [member, (expected as Record<string, unknown>)[member]]),
        )
        expect(await player?.decide(example.index, version)).toBe(canonical(members))
      }
  })
})
