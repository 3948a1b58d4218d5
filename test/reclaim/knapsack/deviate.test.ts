import { describe, expect, it } from 'vitest'

import { deviationsOf } from '../../../src/reclaim/knapsack/deviate.js'
import { choicesFrom } from './build.js'

type Row = readonly [within: number, whole: 0 | 1, slack: number, gainChange: number]

const deviations = (limit: number, ...rows: ReadonlyArray<Row>) => {
  const found = deviationsOf(
    choicesFrom(...rows.map(([within]) => [within, 0, 0] as const)),
    {
      whole: Uint8Array.from(rows, ([, whole]) => whole),
      cost: 0,
      gain: 0,
      costChange: Float64Array.from(rows, (_, at) => 100 + at),
      gainChange: Float64Array.from(rows, ([, , , change]) => change),
      slack: Float64Array.from(rows, ([, , slack]) => slack),
    },
    limit,
  )
  return { ...found, choice: [...found.choice], end: [...found.end] }
}

describe('the choices that may be made otherwise', () => {
  it('are those with no more slack than the limit', () => {
    const { choice, whole, cost, gain, end } = deviations(5, [-1, 0, 5, 3], [-1, 1, 6, 9], [-1, 1, 4, -2])
    expect([choice, [...whole], [...cost], [...gain], end]).toEqual([
      [0, 2],
      [0, 1],
      [100, 102],
      [3, -2],
      [1, 2],
    ])
  })

  it('need the slack of all around them that is taken as a whole, not that of the others', () => {
    const chain = (outer: 0 | 1) => deviations(5, [-1, outer, 3, 1], [0, 1, 2, 1], [1, 0, 0, 1], [2, 0, 1, 1]).choice
    expect(chain(1)).toEqual([0, 1, 2])
    expect(chain(0)).toEqual([0, 1, 2, 3])
  })

  it('may lie in one that may not be made otherwise, and are then in the next one around that may', () => {
    const inner = deviations(5, [-1, 0, 1, 1], [0, 0, 9, 1], [1, 0, 2, 1], [-1, 0, 0, 9])
    expect([inner.choice, inner.end]).toEqual([
      [3, 0, 2],
      [1, 3, 3],
    ])
    const outermost = deviations(5, [-1, 0, 9, 1], [0, 0, 2, 1])
    expect([outermost.choice, outermost.end]).toEqual([[1], [1]])
  })

  it('come in the order of what they change, the larger first, then in that of the input', () => {
    const side = deviations(9, [-1, 0, 0, 2], [-1, 0, 0, -5], [-1, 0, 0, 2], [-1, 0, 0, 5], [-1, 0, 0, 3])
    expect(side.choice).toEqual([1, 3, 4, 0, 2])
    expect(side.end).toEqual([1, 2, 3, 4, 5])
  })

  it('come with what is inside right after, and that with the most inside first', () => {
    const { choice, end } = deviations(
      9,
      [-1, 0, 0, 1],
      [0, 0, 0, 9],
      [0, 0, 0, 8],
      [2, 0, 0, 1],
      [2, 0, 0, 2],
      [0, 0, 0, 10],
      [5, 0, 0, 1],
      [-1, 0, 0, 7],
      [7, 0, 0, 1],
    )
    // Of 1, 2 and 5, two are in 2; of the outermost, 7 changes more although more is in 0.
    expect(choice).toEqual([7, 8, 0, 2, 3, 4, 5, 6, 1])
    expect(end).toEqual([2, 2, 9, 6, 5, 6, 8, 8, 9])
  })

  it('are the first one first where two have the same inside', () => {
    expect(deviations(9, [-1, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 8], [0, 0, 0, 9]).choice).toEqual([0, 1, 3, 2])
  })

  it('are none where nothing is within the limit', () => {
    expect(deviations(0.5, [-1, 0, 1, 1], [0, 0, 1, 1])).toMatchObject({ choice: [], end: [] })
  })
})
