import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import * as Layers from '../../../src/reclaim/layers/index.js'
import { frozenCopy } from '../../../src/testing/arbitrary/frozen.js'
import { spoilOne } from '../../../src/testing/arbitrary/spoil.js'
import { runs } from '../../runs.js'
import { bounded, stores } from './generate.js'

const some = stores(8, bounded)

const goneIn = ({ images }: Layers.LayerStore, chosen: number): ReadonlySet<string> =>
  new Set(images.filter((_, at) => (chosen >> at) % 2 === 1).map(({ id }) => id))

const told = (
  store: Layers.LayerStore,
  chosen: number,
): { readonly freed: Layers.Freed; readonly shares: Layers.SharedUse } => {
  const freed = Layers.freedBy(store)(goneIn(store, chosen))
  const shares = Layers.sharesOf(store)
  if (E.isLeft(freed) || E.isLeft(shares)) throw new Error('refused')
  return { freed: freed.right, shares: shares.right }
}

/** Without order. */
const setOf = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> =>
  list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

const permuted = (store: Layers.LayerStore): fc.Arbitrary<Layers.LayerStore> => {
  const all = <A>(list: ReadonlyArray<A>): fc.Arbitrary<ReadonlyArray<A>> =>
    fc.shuffledSubarray([...list], { minLength: list.length })
  return fc.record({ layers: all(store.layers), images: all(store.images), holders: all(store.holders) })
}

describe('laws of layers', () => {
  it('deterministic: the same store gives the same, frozen or not, and is not changed', () => {
    fc.assert(
      fc.property(some, fc.nat(255), (store, chosen) => {
        const before = structuredClone(store)
        const first = told(store, chosen)
        expect(told(frozenCopy(store), chosen)).toEqual(first)
        expect(store).toEqual(before)
      }),
      { numRuns: runs(300) },
    )
  })

  it('deterministic: the order of a store changes nothing but the order of what is told', () => {
    fc.assert(
      fc.property(
        some.chain((store) => permuted(store).map((other) => [store, other] as const)),
        fc.nat(255),
        ([store, other], chosen) => {
          const gone = goneIn(store, chosen)
          const [a, b] = [Layers.freedBy(store)(gone), Layers.freedBy(other)(gone)]
          if (E.isLeft(a) || E.isLeft(b)) throw new Error('refused')
          expect(b.right.bytes).toEqual(a.right.bytes)
          expect(setOf(b.right.layers)).toEqual(setOf(a.right.layers))
          expect(setOf(b.right.blobs)).toEqual(setOf(a.right.blobs))
          const [s, t] = [told(store, 0).shares, told(other, 0).shares]
          expect(setOf(t.images)).toEqual(setOf(s.images))
          const groups = ({ shared }: Layers.SharedUse): unknown =>
            setOf(shared.map((one) => ({ ...one, images: setOf(one.images) })))
          expect(groups(t)).toEqual(groups(s))
        },
      ),
      { numRuns: runs(500) },
    )
  })

  it('ordered: a layer that goes comes after the one below it, and all of an image come with the last of it', () => {
    fc.assert(
      fc.property(some, fc.nat(255), (store, chosen) => {
        const { layers } = told(store, chosen).freed
        const parent = new Map(store.layers.map(({ id, parent: below }) => [id, below]))
        return layers.every((id, at) => {
          const below = parent.get(id)
          return below === undefined || layers.indexOf(below) < at
        })
      }),
      { numRuns: runs(300) },
    )
  })

  it('bounded: the least of a sum is never above its most, and unknown sizes are never nothing', () => {
    fc.assert(
      fc.property(some, fc.nat(255), (store, chosen) => {
        const { freed, shares } = told(store, chosen)
        const sums = [
          freed.bytes,
          ...shares.images.flatMap(({ unpacked, exclusive }) => [unpacked, exclusive]),
          ...shares.shared.map(({ unpacked }) => unpacked),
        ]
        expect(sums.every(({ least, most }) => most === undefined || Number(least) <= Number(most))).toBe(true)
        const open = new Set(store.layers.filter(({ unpacked }) => unpacked.most === undefined).map(({ id }) => id))
        if (freed.layers.some((id) => open.has(id))) expect(freed.bytes.most).toBeUndefined()
      }),
      { numRuns: runs(300) },
    )
  })

  it('plain: what is told survives JSON', () => {
    fc.assert(
      fc.property(some, fc.nat(255), (store, chosen) => {
        const found = told(store, chosen)
        expect(JSON.parse(JSON.stringify(found))).toEqual(found)
      }),
    )
  })

  it('never throws: garbage is refused as a value, and a store with one field spoiled is told of or refused', () => {
    fc.assert(
      fc.property(fc.anything(), some, (garbage, store) => {
        expect(E.isLeft(Layers.sharesOf(garbage as Layers.LayerStore))).toBe(true)
        expect(E.isLeft(Layers.freedBy(garbage as Layers.LayerStore)(new Set()))).toBe(true)
        expect(garbage instanceof Set || E.isLeft(Layers.freedBy(store)(garbage as ReadonlySet<string>))).toBe(true)
      }),
      { numRuns: runs(300) },
    )
    fc.assert(
      fc.property(some.chain(spoilOne), (spoiled) => {
        const found = [
          Layers.sharesOf(spoiled as Layers.LayerStore),
          Layers.freedBy(spoiled as Layers.LayerStore)(new Set(['image 0'])),
        ]
        // Both look at the same store, and say the same of it.
        expect(new Set(found.map(E.isLeft)).size).toBe(1)
      }),
      { numRuns: runs(1000) },
    )
  })
})
