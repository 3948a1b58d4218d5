import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { keyedByText } from '../../../src/internal/trie/branch.js'
import type { Queue } from '../../../src/internal/trie/queue.js'
import {
  emptyQueue,
  enqueue,
  first,
  inOrder,
  leave,
  lengthOf,
  queueKeying,
  replace,
  waiting,
} from '../../../src/internal/trie/queue.js'

interface Held {
  readonly key: string
  readonly worth: number
}

const keying = queueKeying(keyedByText<Held>(({ key }) => key))
const held = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', '__proto__'), worth: fc.nat(3) })
const steps = fc.array(
  fc.record({ does: fc.constantFrom('enqueue' as const, 'replace' as const, 'leave' as const), held }),
  { maxLength: 60 },
)
type Step = { readonly does: 'enqueue' | 'replace' | 'leave'; readonly held: Held }

const take =
  (owner: object | null) =>
  (queue: Queue<Held>, step: Step): Queue<Held> => {
    switch (step.does) {
      case 'enqueue':
        return enqueue(keying, owner, queue, step.held)
      case 'replace':
        return replace(keying, owner, queue, step.held)
      case 'leave':
        return leave(keying, owner, queue, step.held.key)
    }
  }

const takeList = (list: ReadonlyArray<Held>, { does, held: value }: Step): ReadonlyArray<Held> => {
  const present = list.some(({ key }) => key === value.key)
  switch (does) {
    case 'enqueue':
      return present ? list : [...list, value]
    case 'replace':
      return list.map((other) => (other.key === value.key ? value : other))
    case 'leave':
      return list.filter(({ key }) => key !== value.key)
  }
}

describe('a queue', () => {
  it('is a list without repeated keys', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (taken, inPlace) => {
        const queue = taken.reduce(take(inPlace ? {} : null), emptyQueue<Held>())
        const list = taken.reduce<ReadonlyArray<Held>>(takeList, [])
        expect(inOrder(queue)).toEqual(list)
        expect(first(queue)).toEqual(list[0])
        expect(lengthOf(queue)).toBe(list.length)
        for (const value of list) expect(waiting(keying, queue, value.key)).toBe(value)
      }),
    )
  })

  it('stays as it was when another is made from it', () => {
    fc.assert(
      fc.property(steps, steps, (before, after) => {
        const queue = before.reduce(take(null), emptyQueue<Held>())
        const values = inOrder(queue)
        after.reduce(take({}), queue)
        expect(inOrder(queue)).toEqual(values)
      }),
    )
  })
})
