import { expect, it } from 'vitest'

import { nodeRow } from '../../../src/cli/fleet/rows.js'
import { millis } from '../../../src/core/time.js'
import { right } from '../../decode/reading.js'
import { growing, later, nodeOf, onlyEviction, podsOf, policiesOf } from '../../simulate/node/build.js'

const choice = { chosen: { _tag: 'Default' }, notes: [] } as const

it('a row about a node has the first of its evictions, and all of them', () => {
  const node = nodeOf({
    growth: growing(2),
    usedBytes: 8800,
    images: [],
    pressure: podsOf({ small: 50, big: 300 }),
  })
  const start = { ...choice, node, policies: policiesOf(onlyEviction), horizon: millis(400_000) }
  const row = right(nodeRow(false)(start))
  expect(row).toMatchObject({
    evictsAt: later(110),
    evictions: [
      { at: later(110), name: 'big' },
      { at: expect.any(Date) as Date, name: 'small' },
    ],
  })
})
