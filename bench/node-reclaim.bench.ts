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

type Yardstick = (snapshot: Snapshot, wanted: number) => ReadonlySet<string>

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
  (snapshot, wanted) => firstEnough(snapshot, wanted),
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
  (snapshot, wanted) => firstEnough(snapshot, wanted),
)

export const nodeReclaimUnrelatedPort = benchOf(
  'node-reclaim-unrelated-port',
  `${unrelated}, beside one that counts what stands on a layer`,
  [1_000, 10_000],
  thicketOf,
  shapePolicy,
  (snapshot, wanted) => firstEnoughByCounts(snapshot, wanted),
)

const wantedOf = ({ node }: Snapshot, { target }: Policy): number => {
  if (target._tag === 'Bytes') return Number(target.bytes)
  const disk = node.imageFs._tag === 'Unknown' ? null : node.imageFs.value
  const [capacity, available] = [numberIn(disk?.capacityBytes), numberIn(disk?.availableBytes)]
  return Math.trunc((capacity * 20) / 100) - available
}

/** Images in the order of their last use until what stands on nothing any more is enough. */
const firstEnough: Yardstick = ({ node, layers }, wanted) => {
  const parent = new Map(layers.layers.map(({ id, parent: below }) => [id, below]))
  const size = new Map(layers.layers.map(({ id, unpacked }) => [id, Number(unpacked.least)]))
  const top = new Map(layers.images.map(({ id, topLayer }) => [id, topLayer]))
  const users = new Map<string, number>()
  for (const { topLayer } of layers.images)
    for (let layer = topLayer; layer !== undefined; layer = parent.get(layer))
      users.set(layer, (users.get(layer) ?? 0) + 1)
  const goes = new Set<string>()
  let freed = 0
  for (const id of inOrderOfUse(node)) {
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

/** The same: a layer goes with the last image or layer that stands on it, so each is left once. */
const firstEnoughByCounts: Yardstick = ({ node, layers }, wanted) => {
  const parent = new Map(layers.layers.map(({ id, parent: below }) => [id, below]))
  const size = new Map(layers.layers.map(({ id, unpacked }) => [id, Number(unpacked.least)]))
  const top = new Map(layers.images.map(({ id, topLayer }) => [id, topLayer]))
  const holders = new Map<string, number>()
  const hold = (layer: string | undefined): void => {
    if (layer !== undefined) holders.set(layer, (holders.get(layer) ?? 0) + 1)
  }
  for (const { topLayer } of layers.images) hold(topLayer)
  for (const below of parent.values()) hold(below)
  const goes = new Set<string>()
  let freed = 0
  for (const id of inOrderOfUse(node)) {
    if (freed >= wanted) break
    goes.add(id)
    for (let layer = top.get(id); layer !== undefined; layer = parent.get(layer)) {
      const left = (holders.get(layer) ?? 0) - 1
      holders.set(layer, left)
      if (left > 0) break
      freed += size.get(layer) ?? 0
    }
  }
  return goes
}

const inOrderOfUse = ({ images, containers, memory }: Snapshot['node']): ReadonlyArray<string> => {
  const inUse = new Set(containers.map(({ imageId }) => imageId))
  const used = new Map(memory.records.map(({ id, lastUsed }) => [id, timeOf(lastUsed)]))
  return images
    .map(({ id }) => id)
    .filter((id) => !inUse.has(id))
    .sort((a, b) => (used.get(a) ?? 0) - (used.get(b) ?? 0) || (a < b ? -1 : 1))
}

type Fact = Snapshot['node']['memory']['records'][number]['lastUsed']

const timeOf = (fact: Fact): number =>
  fact._tag !== 'Unknown' && fact.value._tag === 'Some' ? fact.value.value.getTime() : 0

const numberIn = (
  value: { readonly _tag: 'None' } | { readonly _tag: 'Some'; readonly value: unknown } | undefined,
): number => (value?._tag === 'Some' ? Number(value.value) : 0)
