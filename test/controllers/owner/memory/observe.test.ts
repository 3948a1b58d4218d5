import { describe, expect, it } from 'vitest'

import {
  type Memory,
  added,
  defaultPolicy,
  deleted,
  emptyMemory,
  itemsToDelete,
  memoryOf,
  nodesOf,
  observe,
  observeAll,
  updated,
} from '../../../../src/controllers/owner/index.js'
import { object, to } from '../build.js'

const told = (memory: Memory): unknown => [
  nodesOf(memory).map(({ identity, owners, virtual }) => [identity.uid, owners.map(({ uid }) => uid), virtual]),
  itemsToDelete(memory).map(({ uid }) => uid),
]

describe('a list of events, folded in at once', () => {
  const before = memoryOf(defaultPolicy)([object('a'), object('b', [to('a')]), object('c')])

  it.each([
    ['what goes', [deleted(object('c')), deleted(object('a'))]],
    ['what comes and goes', [added(object('d', [to('b')])), deleted(object('d', [to('b')]))]],
    ['what goes and comes back', [deleted(object('c')), added(object('c', [to('b')]))]],
    ['what changes', [updated(object('b', [to('c')]), object('b', [to('a')])), added(object('d', [to('x')]))]],
  ])('changes the memory as one by one: %s', (_, events) => {
    for (const memory of [before, emptyMemory]) {
      const oneByOne = events.reduce((folded, event) => observe(defaultPolicy)(event)(folded), memory)
      expect(told(observeAll(defaultPolicy)(events)(memory))).toEqual(told(oneByOne))
    }
  })

  it('forgets what is gone, and looks at what that leaves', () => {
    expect(told(observeAll(defaultPolicy)([deleted(object('a'))])(before))).toEqual([
      [
        ['b', ['a'], false],
        ['c', [], false],
      ],
      ['b'],
    ])
  })
})
