/**
 * What transitions read and write, in cells. Each object has five: what the server holds, its node in the owner
 * collector's graph, the flags of that node, its place in the collector's queues, and what typed informers show of it.
 * One more cell is the clock.
 */
import type { WholeObject } from '../../apiserver/object.js'
import type { Change } from '../../controllers/controller.js'
import { dependentsOf, nodesOf } from '../../controllers/owner/memory/index.js'
import { isLinked } from './links.js'
import { kindOf } from './informers.js'
import type { World } from './world.js'

/** Which cell of an object. */
export type Cell = 'Stored' | 'Node' | 'Flags' | 'Queued' | 'Shown'

const cells = { Stored: 0n, Node: 1n, Flags: 2n, Queued: 3n, Shown: 4n } as const

/** The cell of the clock. */
export const clockCell = 1n

/** Every cell there is, and that may come to be. */
export const everyCell = -1n

/** One cell of an object, by the object's number. */
export const cellOf = (number: number, cell: Cell): bigint => 1n << (1n + 5n * BigInt(number) + cells[cell])

/** One cell of several objects. */
export const cellsOf = (numbers: Iterable<number>, cell: Cell): bigint => {
  let mask = 0n
  for (const number of numbers) mask |= cellOf(number, cell)
  return mask
}

/** What may be read and written. */
export interface Footprint {
  reads: bigint
  writes: bigint
}

/** What either of two reads and writes. */
export const both = (a: Footprint, b: Footprint): Footprint => ({
  reads: a.reads | b.reads,
  writes: a.writes | b.writes,
})

/** True for footprints that leave it open which of two comes first. */
export const conflicts = (a: Footprint, b: Footprint): boolean =>
  (a.writes & (b.reads | b.writes)) !== 0n || (a.reads & b.writes) !== 0n

/** The objects that a world speaks of, by number, and how they hang together. */
export interface Universe {
  readonly numberOf: (uid: string) => number | undefined
  readonly uids: ReadonlyArray<string>
  /** As the server holds it; where it is gone, as somebody may still know it. */
  readonly objects: ReadonlyArray<WholeObject | undefined>
  readonly isStored: (number: number) => boolean
  readonly ownersOf: (number: number) => ReadonlyArray<number>
  readonly dependentsOf: (number: number) => ReadonlyArray<number>
  readonly linksOf: (number: number) => ReadonlyArray<number>
  readonly kinds: ReadonlyArray<string>
}

/** The objects of a world. */
export const universeOf = ({ server, collector, informers }: World, asked: ReadonlyArray<WholeObject>): Universe => {
  const numbers = new Map<string, number>()
  const objects: (WholeObject | undefined)[] = []
  const owners: Set<string>[] = []
  const note = (uid: string, object?: WholeObject): number => {
    let number = numbers.get(uid)
    if (number === undefined) {
      number = objects.length
      numbers.set(uid, number)
      objects.push(object)
      owners.push(new Set())
    } else objects[number] ??= object
    for (const owner of object?.metadata.ownerReferences ?? []) owners[number]?.add(owner.uid)
    return number
  }
  const noteChange = ({ object, ...change }: Change): void => {
    note(object.metadata.uid, object)
    if ('old' in change && change.old !== undefined) note(object.metadata.uid, change.old)
  }
  for (const object of server.list()) note(object.metadata.uid, object)
  const stored = objects.length
  for (const changes of collector.events.values()) for (const change of changes) noteChange(change)
  for (const pending of informers.values())
    for (const { change, before } of pending) {
      noteChange(change)
      if (before !== undefined) note(before.metadata.uid, before)
    }
  const nodes = nodesOf(collector.memory)
  for (const { identity, owners: named } of nodes) {
    const number = note(identity.uid)
    for (const owner of named) owners[number]?.add(owner.uid)
  }
  for (const node of nodes) for (const uid of dependentsOf(node)) owners[note(uid)]?.add(node.identity.uid)
  for (const { work } of collector.attempts) note(work.item.uid)
  for (const object of asked) note(object.metadata.uid, object)
  for (const named of [...owners]) for (const uid of named) note(uid)
  const numbersOf = owners.map((named) => [...named].flatMap((uid) => numbers.get(uid) ?? []))
  const dependents: number[][] = objects.map(() => [])
  numbersOf.forEach((named, number) => {
    for (const owner of named) dependents[owner]?.push(number)
  })
  const links: (ReadonlyArray<number> | undefined)[] = []
  return {
    numberOf: (uid) => numbers.get(uid),
    uids: [...numbers.keys()],
    objects,
    kinds: objects.map((object) => (object === undefined ? '' : kindOf(object))),
    isStored: (number) => number < stored,
    ownersOf: (number) => numbersOf[number] ?? [],
    dependentsOf: (number) => dependents[number] ?? [],
    linksOf: (number) =>
      (links[number] ??= objects.flatMap((other, at) => {
        const object = objects[number]
        return at !== number && object !== undefined && other !== undefined && isLinked(object, other) ? [at] : []
      })),
  }
}
