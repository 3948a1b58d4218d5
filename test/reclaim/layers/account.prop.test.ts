import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, it } from 'vitest'

import { freedInTurn } from '../../../src/reclaim/layers/account.js'
import { freedBy, sharesOf } from '../../../src/reclaim/layers/index.js'
import { stackOf } from '../../../src/reclaim/layers/stack.js'
import { runs } from '../../runs.js'
import { bounded, stores } from './generate.js'
import { naivelyFreed } from './naive.js'

describe('what images give back', () => {
  it('is what nothing that stays stands on', () => {
    fc.assert(
      fc.property(stores(8), fc.nat(255), (store, chosen) => {
        const gone = new Set(store.images.filter((_, at) => (chosen >> at) % 2 === 1).map(({ id }) => id))
        const freed = freedBy(store)(gone)
        const naive = naivelyFreed(store, gone)
        return E.isRight(freed) && freed.right.bytes.least === naive && freed.right.bytes.most === naive
      }),
      { numRuns: runs(2000) },
    )
  })

  it('never shrinks when more images go', () => {
    fc.assert(
      fc.property(stores(8, bounded), fc.nat(255), fc.nat(7), (store, chosen, more) => {
        const few = new Set(store.images.filter((_, at) => (chosen >> at) % 2 === 1).map(({ id }) => id))
        const [a, b] = [freedBy(store)(few), freedBy(store)(new Set([...few, `image ${more}`]))]
        return E.isRight(a) && E.isRight(b) && Number(a.right.bytes.least) <= Number(b.right.bytes.least)
      }),
    )
  })

  it('comes to the same when they go one after the other', () => {
    fc.assert(
      fc.property(stores(8), fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7]), (store, places) => {
        const stack = stackOf(store)
        const order = places.filter((place) => place < store.images.length)
        const together = freedBy(store)(new Set(order.map((image) => `image ${image}`)))
        if (E.isLeft(stack) || E.isLeft(together)) return false
        return (
          freedInTurn(stack.right, order).reduce<number>((sum, one) => sum + Number(one), 0) ===
          together.right.bytes.least
        )
      }),
      { numRuns: runs(2000) },
    )
  })

  it('is for each image alone its exclusive part, without downloads', () => {
    fc.assert(
      fc.property(stores(8), (drawn) => {
        const store = {
          ...drawn,
          layers: drawn.layers.map(({ id, parent, unpacked }) =>
            parent === undefined ? { id, unpacked } : { id, parent, unpacked },
          ),
        }
        const shares = sharesOf(store)
        return (
          E.isRight(shares) &&
          shares.right.images.every(({ id, exclusive }) => {
            const freed = freedBy(store)(new Set([id]))
            return (
              E.isRight(freed) &&
              freed.right.bytes.least === exclusive.least &&
              freed.right.bytes.most === exclusive.most
            )
          })
        )
      }),
      { numRuns: runs(1000) },
    )
  })
})

describe('layers that images share', () => {
  it('are each layer below two images, once, with all images above it', () => {
    fc.assert(
      fc.property(stores(8), (store) => {
        const shares = sharesOf(store)
        if (E.isLeft(shares)) return false
        const parent = new Map(store.layers.map((layer) => [layer.id, layer.parent]))
        const users = new Map<string, string[]>()
        for (const { id, topLayer } of store.images)
          for (let layer = topLayer; layer !== undefined; layer = parent.get(layer))
            users.set(layer, [...(users.get(layer) ?? []), id])
        const grouped = shares.right.shared.flatMap((group) =>
          group.layers.map((layer) => [layer, group.images] as const),
        )
        const expected = [...users].filter(([, images]) => images.length > 1)
        return (
          grouped.length === expected.length &&
          new Set(grouped.map(([layer]) => layer)).size === grouped.length &&
          grouped.every(([layer, images]) => users.get(layer)?.join() === images.join())
        )
      }),
      { numRuns: runs(1000) },
    )
  })
})
