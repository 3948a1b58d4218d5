/**
 * Answers how long it takes to find the images whose loss costs least, on nodes of a thousand and of ten thousand images,
 * such as companies fill them, and with costs that have nothing to do with bytes. The yardstick takes images in the kubelet's order until enough is free, and gives no reasons.
 */
import { either as E } from 'fp-ts'

import { plan } from '../src/reclaim/plan.js'
import type { Policy } from '../src/reclaim/policy.js'
import type { Snapshot } from '../src/reclaim/snapshot.js'
import type { Bench } from './bench.js'
import { layouts, numbers, shapePolicy, shapeSnapshot } from './node-reclaim-shapes.input.js'
import { nodeOf, reclaimPolicy, reclaimSnapshot } from './node-reclaim.input.js'
import { type Yardstick, firstEnough, firstEnoughByCounts } from './node-reclaim.yardstick.js'

/** A benchmark over snapshots of about so many images. */
const benchOf = (
  name: string,
  about: string,
  sizes: ReadonlyArray<number>,
  snapshotOf: (size: number) => Snapshot,
  policyOf: (snapshot: Snapshot) => Policy,
  yardstick: Yardstick,
): Bench => ({
  name,
  about,
  sizes,
  prepare: (size) => {
    const snapshot = snapshotOf(size)
    const policy = policyOf(snapshot)
    const wanted = wantedOf(snapshot, policy)
    const decide = plan(policy)
    const first = plan({ ...policy, mode: 'least-recently-used' })
    return {
      items: snapshot.node.images.length,
      work: () => decide(snapshot),
      yardstick: () => yardstick(snapshot, wanted),
      disagreement: () => {
        const [cheapest, inOrder] = [decide(snapshot), first(snapshot)]
        if (E.isLeft(cheapest) || E.isLeft(inOrder)) return 'the plan was refused'
        const [measured, other] = [cheapest.right.passes[0].measured, inOrder.right.passes[0].measured]
        if (measured?.reached !== true) return 'the goal was not reached'
        if (measured.cost > (other?.cost ?? 0)) return 'taking images in order costs less'
        if (measured.leastCost === null || measured.cost > measured.leastCost * 1.01)
          return 'more than 1 % above the bound'
        const naive = yardstick(snapshot, wanted)
        return inOrder.right.passes[0].removals.every(({ target }) => naive.has(target.id)) ? null : 'other images go'
      },
    }
  },
})

export const nodeReclaim = benchOf(
  'node-reclaim',
  'the cheapest set of images that is enough, over about n images and 5 n layers',
  [1_000, 10_000],
  (size) => reclaimSnapshot(nodeOf(size))(1),
  () => reclaimPolicy,
  firstEnough,
)

const unrelated = 'the same over n images that stand on any others, with costs that have nothing to do with bytes'
const thicketOf = (size: number): Snapshot => shapeSnapshot(layouts.thicket, numbers.unrelated, size, 1)

/** The yardstick walks from each image to the ground; of 10,000 images that takes it more than a minute. */
export const nodeReclaimUnrelated = benchOf(
  'node-reclaim-unrelated',
  unrelated,
  [1_000],
  thicketOf,
  shapePolicy,
  firstEnough,
)

export const nodeReclaimUnrelatedPort = benchOf(
  'node-reclaim-unrelated-port',
  `${unrelated}, beside one that counts what stands on a layer`,
  [1_000, 10_000],
  thicketOf,
  shapePolicy,
  firstEnoughByCounts,
)

const wantedOf = ({ node }: Snapshot, { target }: Policy): number => {
  if (target._tag === 'Bytes') return Number(target.bytes)
  const disk = node.imageFs._tag === 'Unknown' ? null : node.imageFs.value
  const [capacity, available] = [numberIn(disk?.capacityBytes), numberIn(disk?.availableBytes)]
  return Math.trunc((capacity * 20) / 100) - available
}

const numberIn = (
  value: { readonly _tag: 'None' } | { readonly _tag: 'Some'; readonly value: unknown } | undefined,
): number => (value?._tag === 'Some' ? Number(value.value) : 0)
