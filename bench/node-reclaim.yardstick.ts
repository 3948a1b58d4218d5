/** Answers what the least is that takes images in the kubelet's order until enough is free: ids, without reasons. */
import type { Snapshot } from '../src/reclaim/snapshot.js'

/** Ids of what goes until so many bytes are free. */
export type Yardstick = (snapshot: Snapshot, wanted: number) => ReadonlySet<string>

/** Every layer counts the images that stand on it, so that each image walks to the ground. */
export const firstEnough: Yardstick = (snapshot, wanted) => {
  const parent = parentsIn(snapshot)
  const users = new Map<string, number>()
  for (const { topLayer } of snapshot.layers.images)
    for (let layer = topLayer; layer !== undefined; layer = parent.get(layer))
      users.set(layer, (users.get(layer) ?? 0) + 1)
  return untilEnough(snapshot, wanted, { parent, holders: users, walk: 'to-the-ground' })
}

/** A layer counts what stands on it itself, and goes with the last of that, so that each is left once. */
export const firstEnoughByCounts: Yardstick = (snapshot, wanted) => {
  const parent = parentsIn(snapshot)
  const holders = new Map<string, number>()
  const hold = (layer: string | undefined): void => {
    if (layer !== undefined) holders.set(layer, (holders.get(layer) ?? 0) + 1)
  }
  for (const { topLayer } of snapshot.layers.images) hold(topLayer)
  for (const below of parent.values()) hold(below)
  return untilEnough(snapshot, wanted, { parent, holders, walk: 'to-what-stays' })
}

interface Store {
  readonly parent: ReadonlyMap<string, string | undefined>
  /** How many hold a layer; counted down. */
  readonly holders: Map<string, number>
  readonly walk: 'to-the-ground' | 'to-what-stays'
}

const untilEnough = (
  { node, layers }: Snapshot,
  wanted: number,
  { parent, holders, walk }: Store,
): ReadonlySet<string> => {
  const size = new Map(layers.layers.map(({ id, unpacked }) => [id, Number(unpacked.least)]))
  const top = new Map(layers.images.map(({ id, topLayer }) => [id, topLayer]))
  const goes = new Set<string>()
  let freed = 0
  for (const id of inOrderOfUse(node)) {
    if (freed >= wanted) break
    goes.add(id)
    for (let layer = top.get(id); layer !== undefined; layer = parent.get(layer)) {
      const left = (holders.get(layer) ?? 0) - 1
      holders.set(layer, left)
      if (left === 0) freed += size.get(layer) ?? 0
      else if (walk === 'to-what-stays') break
    }
  }
  return goes
}

const parentsIn = ({ layers }: Snapshot): Store['parent'] =>
  new Map(layers.layers.map(({ id, parent: below }) => [id, below]))

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
