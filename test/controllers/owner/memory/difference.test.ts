import { describe, expect, it } from 'vitest'

import { referenceChanges, unblockedOwners } from '../../../../src/controllers/owner/memory/graph-changes.js'
import { to } from '../build.js'

describe('a reference', () => {
  it.each([
    ['name', { name: 'other' }],
    ['kind', { kind: 'Pod' }],
    ['version', { apiVersion: 'v2' }],
    ['controller', { controller: true }],
    ['controller, which was not said', { controller: false }],
    ['blocking', { blockOwnerDeletion: true }],
  ])('is another one with another %s', (_, more) => {
    expect(referenceChanges([to('a')], [to('a', more)])).toEqual({
      added: [],
      removed: [],
      changed: [{ before: to('a'), after: to('a', more) }],
    })
    expect(referenceChanges([to('a', more)], [to('a', more)])).toEqual({ added: [], removed: [], changed: [] })
  })

  it('to another uid takes the place of one that is removed', () => {
    expect(referenceChanges([to('a'), to('b')], [to('b'), to('c', { name: 'a' })])).toEqual({
      added: [to('c', { name: 'a' })],
      removed: [to('a')],
      changed: [],
    })
  })

  it('that comes twice is compared with the last of before, and added the second time', () => {
    const [first, second] = [to('a', { name: 'one' }), to('a', { name: 'two' })]
    expect(referenceChanges([first, second], [first])).toEqual({
      added: [],
      removed: [],
      changed: [{ before: second, after: first }],
    })
    expect(referenceChanges([first], [first, second])).toEqual({ added: [second], removed: [], changed: [] })
  })
})

describe('an owner', () => {
  it('is unblocked when a reference that blocked it is gone or blocks it no longer', () => {
    const [blocking, free] = [{ blockOwnerDeletion: true }, { blockOwnerDeletion: false }]
    const unblocked = (before: Parameters<typeof referenceChanges>[0], after: typeof before): ReadonlyArray<string> =>
      unblockedOwners(referenceChanges(before, after))
    expect(unblocked([to('a', blocking), to('b')], [])).toEqual(['a'])
    expect(unblocked([to('a', blocking)], [to('a', free)])).toEqual(['a'])
    expect(unblocked([to('a', blocking)], [to('a', { ...blocking, controller: true })])).toEqual([])
    expect(unblocked([to('a')], [to('a', blocking)])).toEqual([])
    expect(unblocked([], [to('a', blocking)])).toEqual([])
  })
})
