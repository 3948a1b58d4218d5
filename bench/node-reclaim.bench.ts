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

/** A benchmark over snapshots of about so many images. */
const benchOf = (
  name: string,
  about: string,
  snapshotOf: (size: number) => Snapshot,
  policyOf: (snapshot: Snapshot) => Policy,
): Bench => ({
  name,
  about,
  sizes: [1_000, 10_000],
  prepare: (size) => {
    const snapshot = snapshotOf(size)
    const policy = policyOf(snapshot)
    const wanted = wantedOf(snapshot, policy)
    const decide = plan(policy)
    const first = plan({ ...policy, mode: 'least-recently-used' })
    return {
      items: snapshot.node.images.length,
      work: () => decide(snapshot),
      yardstick: () => firstEnough(snapshot, wanted),
      disagreement: () => {
        const [cheapest, inOrder] = [decide(snapshot), first(snapshot)]
        if (E.isLeft(cheapest) || E.isLeft(inOrder)) return 'the plan was refused'
        const [measured, other] = [cheapest.right.passes[0].measured, inOrder.right.passes[0].measured]
        if (measured?.reached !== true) return 'the goal was not reached'
        if (measured.cost > (other?.cost ?? 0)) return 'taking images in order costs less'
        if (measured.leastCost === null || measured.cost > measured.leastCost * 1.01)
          return 'more than 1 % above the bound'
        const naive = firstEnough(snapshot, wanted)
        return inOrder.right.passes[0].removals.every(({ target }) => naive.has(target.id)) ? null : 'other images go'
      },
    }
  },
})

export const nodeReclaim = benchOf(
  'node-reclaim',
  'the cheapest set of images that is enough, over about n images and 5 n layers',
  (size) => reclaimSnapshot(nodeOf(size))(1),
  () => reclaimPolicy,
)

export const nodeReclaimUnrelated = benchOf(
  'node-reclaim-unrelated',
  'the same over n images that stand on any others, with costs that have nothing to do with bytes',
  (size) => shapeSnapshot(layouts.thicket, numbers.unrelated, size, 1),
  shapePolicy,
)

const wantedOf = ({ node }: Snapshot, { target }: Policy): number => {
  if (target._tag === 'Bytes') return Number(target.bytes)
  const disk = node.imageFs._tag === 'Unknown' ? null : node.imageFs.value
  const [capacity, available] = [numberIn(disk?.capacityBytes), numberIn(disk?.availableBytes)]
  return Math.trunc((capacity * 20) / 100) - available
}

/** Images in the order of their last use until what stands on nothing any more is enough. */
const firstEnough = ({ node, layers }: Snapshot, wanted: number): ReadonlySet<string> => {
  const parent = new Map(layers.layers.map(({ id, parent: below }) => [id, below]))
  const size = new Map(layers.layers.map(({ id, unpacked }) => [id, Number(unpacked.least)]))
  const top = new Map(layers.images.map(({ id, topLayer }) => [id, topLayer]))
  const users = new Map<string, number>()
  for (const { topLayer } of layers.images)
    for (let layer = topLayer; layer !== undefined; layer = parent.get(layer))
      users.set(layer, (users.get(layer) ?? 0) + 1)
  const inUse = new Set(node.containers.map(({ imageId }) => imageId))
  const used = new Map(node.memory.records.map(({ id, lastUsed }) => [id, timeOf(lastUsed)]))
  const order = node.images
    .map(({ id }) => id)
    .filter((id) => !inUse.has(id))
    .sort((a, b) => (used.get(a) ?? 0) - (used.get(b) ?? 0) || (a < b ? -1 : 1))
  const goes = new Set<string>()
  let freed = 0
  for (const id of order) {
    if (freed >= wanted) break
    goes.add(id)
    for (let layer = top.get(id); layer !== undefined; layer = parent.get(layer)) {
      const left = (users.get(layer) ?? 0) - 1
      users.set(layer, left)
      if (left === 0) freed += size.get(layer) ?? 0
    }
  }
  return goes
}

type Fact = Snapshot['node']['memory']['records'][number]['lastUsed']

const timeOf = (fact: Fact): number =>
  fact._tag !== 'Unknown' && fact.value._tag === 'Some' ? fact.value.value.getTime() : 0

const numberIn = (
  value: { readonly _tag: 'None' } | { readonly _tag: 'Some'; readonly value: unknown } | undefined,
): number => (value?._tag === 'Some' ? Number(value.value) : 0)
