import { expect, it } from 'vitest'

import type { Player } from '../../atlas/play.js'
import { digestOf, play } from '../../atlas/play.js'
import type { Atlas } from '../../atlas/universe.js'
import { digitsOf } from '../../atlas/universe.js'

const lines = Array.from({ length: 6 }, (_, index) => `line ${index}`)

const atlas: Atlas = {
  meta: { shape: 'toy', cases: 6, blockSize: 4, compared: [] },
  universe: {
    dimensions: [
      { name: 'slow', domain: ['a', 'b'] },
      { name: 'fast', domain: [1, 2, 3] },
    ],
  },
  blocks: [digestOf(lines.slice(0, 4)), digestOf(lines.slice(4))],
  examples: [{ index: 5, input: {}, expected: {} }],
}

const playerThat = (decide: (line: string, index: number) => string): Player => ({
  atlas,
  world: (index) => ({ index }),
  decide: (index) => Promise.resolve(decide(lines[index] ?? '', index)),
})

const right = playerThat((line) => line)

it('the last dimension turns fastest', () => {
  const all = lines.map((_, index) => [...digitsOf(atlas)(index).values()].join(''))
  expect(all).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3'])
})

it('a block is equal when each of its lines is, the last block with fewer', async () => {
  expect(await play(right, { name: 'toy', block: 1 }, [])).toMatchObject({ versions: 1, differences: [] })
})

it('a block with one other line differs, and the case is named where its answer is written out', async () => {
  const { differences } = await play(
    playerThat((line, index) => (index === 5 ? 'other' : line)),
    { name: 'toy', block: 1 },
    [],
  )
  expect(differences).toEqual([{ version: undefined, index: 5, input: '{"index":5}', expected: '{}', actual: 'other' }])
})

it('a block that differs where nothing is written out names its cases and both digests', async () => {
  const wrong = playerThat((line, index) => (index === 4 ? 'other' : index === 5 ? '{}' : line))
  const { differences } = await play(wrong, { name: 'toy', block: 1 }, [])
  expect(differences).toEqual([
    {
      version: undefined,
      index: null,
      input: 'cases 4 to 5, of which 1 are written out and equal',
      expected: digestOf(lines.slice(4)),
      actual: digestOf(['other', '{}']),
    },
  ])
})

it('versions that are left out are not played', async () => {
  const versioned = { ...right, atlas: { ...atlas, meta: { ...atlas.meta, versions: ['1', '2'] }, blocks: {} } }
  const played = await play(versioned, { name: 'toy', block: 1 }, ['1'])
  expect([played.versions, played.differences.map(({ version }) => version)]).toEqual([1, ['2']])
})
