import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { reclaimPolicy, reclaimSnapshot, usualNode } from '../../bench/node-reclaim.input.js'
import * as KubeletImage from '../../src/kubelet/image/index.js'
import { millis, removalsOf } from '../../src/core/index.js'
import * as Reclaim from '../../src/reclaim/index.js'
import { runs } from '../runs.js'
import { stores } from './layers/generate.js'
import { naivelyFreed } from './layers/naive.js'
import { nodeWith } from './build.js'

const wanting = (bytes: number, mode: Reclaim.Mode): Reclaim.Policy => ({
  ...Reclaim.defaultPolicy,
  mode,
  target: { _tag: 'Bytes', bytes },
})

/** The least cost of all sets of images that may go and give back enough; null where none does. */
const byTrying = (snapshot: Reclaim.Snapshot, wanted: number, cost: (id: string) => number): number | null => {
  const used = new Set(snapshot.node.containers.map(({ imageId }) => imageId))
  const ids = snapshot.layers.images.map(({ id }) => id).filter((id) => !used.has(id))
  let least: number | null = null
  for (let set = 0; set < 2 ** ids.length; set++) {
    const gone = new Set(ids.filter((_, at) => (set >> at) % 2 === 1))
    if (naivelyFreed(snapshot.layers, gone) < wanted) continue
    const lost = [...gone].reduce((sum, id) => sum + cost(id), 0)
    if (least === null || lost < least) least = lost
  }
  return least
}

/** Bytes, halved for every week since the last use. */
const costsIn = ({ node }: Reclaim.Snapshot): ReadonlyMap<string, number> =>
  new Map(
    node.memory.records.map(({ id, size, lastUsed }) => {
      const used = lastUsed._tag !== 'Unknown' && lastUsed.value._tag === 'Some' ? lastUsed.value.value.getTime() : 0
      return [id, Number(size) * 2 ** (-(node.at.getTime() - used) / (7 * 86_400_000))]
    }),
  )

/** Without downloads, which several layers may share, so that the cheapest set is exactly the cheapest. */
const small = (images: number): fc.Arbitrary<Reclaim.Snapshot> =>
  fc.record({ store: stores(images), used: fc.nat(1000) }).map(({ store, used }) => {
    const layers = {
      ...store,
      layers: store.layers.map(({ id, parent, unpacked }) =>
        parent === undefined ? { id, unpacked } : { id, parent, unpacked },
      ),
    }
    return nodeWith(layers, {
      inUse: used % 3 === 0 ? [`image ${used % images}`] : [],
      counted: (id) => 1 + ((id.length * 31 + Number(id.slice(6)) * 17) % 50),
    })
  })

describe('the reclaim of least cost', () => {
  it.each([6, 9])('costs what trying every set of %d images costs, and frees enough', (images) => {
    fc.assert(
      fc.property(small(images), fc.nat(200), (snapshot, wanted) => {
        const planned = Reclaim.plan(wanting(wanted, 'least-cost'))(snapshot)
        if (E.isLeft(planned)) return false
        const { measured, removals } = planned.right.passes[0]
        const costs = costsIn(snapshot)
        const tried = byTrying(snapshot, wanted, (id) => costs.get(id) ?? 0)
        const gone = new Set(removals.map(({ target }) => target.imageId))
        const freed = naivelyFreed(snapshot.layers, gone)
        const sum = [...gone].reduce((total, id) => total + (costs.get(id) ?? 0), 0)
        if (tried === null) return measured?.reached === false
        return freed >= wanted && Math.abs(sum - tried) <= 1e-9 * (1 + tried)
      }),
      { numRuns: runs(2000) },
    )
  })

  it('lets no image go whose removal gives nothing back', () => {
    fc.assert(
      fc.property(small(8), fc.integer({ min: 1, max: 200 }), fc.boolean(), (snapshot, wanted, inOrder) => {
        const planned = Reclaim.plan(wanting(wanted, inOrder ? 'least-recently-used' : 'least-cost'))(snapshot)
        if (E.isLeft(planned)) return false
        const gone = removalsOf(planned.right).map(({ target }) => target.imageId)
        const all = naivelyFreed(snapshot.layers, new Set(gone))
        return gone.every((id) => naivelyFreed(snapshot.layers, new Set(gone.filter((other) => other !== id))) < all)
      }),
      { numRuns: runs(1000) },
    )
  })
})

describe('every mode', () => {
  it.each(['kubelet', 'least-recently-used', 'least-cost'] as const)('%s: names each image once', (mode) => {
    fc.assert(
      fc.property(small(8), fc.nat(200), (snapshot, wanted) => {
        const planned = Reclaim.plan(wanting(wanted, mode))(snapshot)
        if (E.isLeft(planned)) return false
        const { removals, kept } = planned.right.passes[0]
        const named = [...removals, ...kept].map(({ target }) => target.imageId).sort()
        return (
          named.join() ===
          snapshot.node.images
            .map(({ id }) => id)
            .sort()
            .join()
        )
      }),
    )
  })

  it('kubelet: removes what the image collector removes for space', () => {
    fc.assert(
      fc.property(small(8), fc.integer({ min: 0, max: 999 }), (snapshot, available) => {
        const image = { ...KubeletImage.defaultPolicy, maxAge: millis(0) }
        const imageFs = { ...snapshot.node.imageFs }
        const node = {
          ...snapshot.node,
          imageFs:
            imageFs._tag === 'Unknown'
              ? imageFs
              : {
                  ...imageFs,
                  value: { ...imageFs.value, availableBytes: { _tag: 'Some', value: available } as const },
                },
        }
        const real = KubeletImage.plan(image)(node)
        const ours = Reclaim.plan({ ...Reclaim.defaultPolicy, mode: 'kubelet', image })({ ...snapshot, node })
        return (
          E.isRight(real) &&
          E.isRight(ours) &&
          removalsOf(real.right)
            .map(({ target }) => target.id)
            .join() ===
            removalsOf(ours.right)
              .map(({ target }) => target.id)
              .join()
        )
      }),
      { numRuns: runs(1000) },
    )
  })
})

describe('on a hundred nodes made up like those of a company', () => {
  const reports = Array.from({ length: 100 }, (_, seed) => {
    const compared = Reclaim.compareModes(reclaimPolicy)(reclaimSnapshot(usualNode)(seed + 1))
    if (E.isLeft(compared)) throw new Error(JSON.stringify(compared.left))
    const [kubelet, inOrder, cheapest] = compared.right
    if (kubelet === undefined || inOrder === undefined || cheapest === undefined) throw new Error('three modes')
    return { kubelet, inOrder, cheapest }
  })
  const median = (numbers: ReadonlyArray<number>): number =>
    [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

  it('loses no more than the least recently used images would, on each of them', () => {
    expect(reports.filter(({ cheapest, inOrder }) => cheapest.cost > inOrder.cost)).toEqual([])
  })

  it('takes fewer images in the median', () => {
    expect(median(reports.map(({ cheapest }) => cheapest.images))).toBeLessThan(
      median(reports.map(({ inOrder }) => inOrder.images)),
    )
  })

  it('reaches the target in one run, where the kubelet needs several', () => {
    expect(reports.map(({ cheapest }) => cheapest.runs)).toEqual(reports.map(() => 1))
    expect(reports.every(({ cheapest }) => cheapest.goalMet)).toBe(true)
    expect(median(reports.map(({ kubelet }) => kubelet.runs))).toBeGreaterThan(2)
  })
})
