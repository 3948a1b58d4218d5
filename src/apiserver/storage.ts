/**
 * How the server keeps objects: slots, found by resource, namespace and name, or by namespace; and whether a request left an
 * object unchanged. The index builds no string keys, since every step of a simulation reads it.
 */
import { type WholeObject, type ObjectMeta, groupOf, namespaceOf, isSameReference } from './object.js'
import type { Address } from './scope.js'

/** The place of one object; empty once the object is gone. */
export interface Slot {
  object: WholeObject | undefined
}

/**
 * Slots by address; all versions of a resource are one. It is changed in place by functions that stand apart from it: what the
 * compiler makes of those of one index would be lost with it (`bench/kubernetes-cascade.bench.ts`).
 */
export interface ObjectIndex {
  readonly groups: Map<string, Map<string, Slots>>
  readonly versions: Map<string, Map<string, Slots>>
  /** Neighbours in a listing or a queue are mostly of one place. */
  latest: { readonly place: Address; readonly names: Map<string, Slot> } | undefined
}

type Slots = Map<string, Map<string, Slot>>

/** An empty index. */
export const emptyObjectIndex = (): ObjectIndex => ({ groups: new Map(), versions: new Map(), latest: undefined })

const resourcesOf = ({ groups, versions }: ObjectIndex, apiVersion: string): Map<string, Slots> => {
  const known = versions.get(apiVersion)
  if (known !== undefined) return known
  const group = groupOf(apiVersion)
  const resources = groups.get(group) ?? new Map<string, Slots>()
  groups.set(group, resources)
  versions.set(apiVersion, resources)
  return resources
}

const namesAt = (index: ObjectIndex, place: Address): Map<string, Slot> | undefined => {
  const { latest } = index
  if (latest !== undefined && isOfSamePlace(latest.place, place)) return latest.names
  const { apiVersion, resource, namespace = '' } = place
  const names = resourcesOf(index, apiVersion).get(resource)?.get(namespace)
  if (names !== undefined) index.latest = { place, names }
  return names
}

/** The slot at an address. */
export const slotIn = (index: ObjectIndex, address: Address): Slot | undefined =>
  namesAt(index, address)?.get(address.name)

/** Puts a slot at an address. */
export const putSlot = (index: ObjectIndex, address: Address, slot: Slot): void => {
  const names = namesAt(index, address)
  if (names !== undefined) {
    names.set(address.name, slot)
    return
  }
  const { apiVersion, resource, namespace = '', name } = address
  const resources = resourcesOf(index, apiVersion)
  const slots: Slots = resources.get(resource) ?? new Map<string, Map<string, Slot>>()
  resources.set(resource, slots.set(namespace, new Map([[name, slot]])))
}

const isOfSamePlace = (a: Address, b: Address): boolean =>
  a.resource === b.resource && a.namespace === b.namespace && a.apiVersion === b.apiVersion

export const objectsIn = (slots: Iterable<Slot>): ReadonlyArray<WholeObject> => {
  const objects: WholeObject[] = []
  for (const { object } of slots) if (object !== undefined) objects.push(object)
  return objects
}

/** Slots by a key that an object never changes; made when first asked for, since most calculations never ask. */
interface SlotIndex {
  /** What the slots of a key hold now, in the order in which they came in. */
  readonly of: (key: string) => ReadonlyArray<WholeObject>
  /** Takes a new slot in, if the index was made. */
  readonly add: (slot: Slot) => void
}

/** An index over the slots that `all` gives. */
const slotIndex = (all: () => Iterable<Slot>, keyOf: (object: WholeObject) => string | undefined): SlotIndex => {
  let byKey: Map<string, Slot[]> | undefined
  const add = (into: Map<string, Slot[]>, slot: Slot): void => {
    const key = slot.object === undefined ? undefined : keyOf(slot.object)
    if (key === undefined) return
    const others = into.get(key)
    if (others === undefined) into.set(key, [slot])
    else others.push(slot)
  }
  return {
    of: (key) => {
      if (byKey === undefined) {
        byKey = new Map()
        for (const slot of all()) add(byKey, slot)
      }
      const slots = byKey.get(key) ?? []
      const objects = objectsIn(slots)
      // Slots of objects that are gone are left out from now on.
      if (objects.length < slots.length)
        byKey.set(
          key,
          slots.filter(({ object }) => object !== undefined),
        )
      return objects
    },
    add: (slot) => {
      if (byKey !== undefined) add(byKey, slot)
    },
  }
}

/** An index by a key that changes of objects change; every slot that changed has to be added again. */
const movingIndex = (all: () => Iterable<Slot>, keyOf: (object: WholeObject) => string | undefined): SlotIndex => {
  const byKey = new Map<string, Set<Slot>>()
  const add = (slot: Slot): void => {
    const key = slot.object === undefined ? undefined : keyOf(slot.object)
    if (key === undefined) return
    const others = byKey.get(key)
    if (others === undefined) byKey.set(key, new Set([slot]))
    else others.add(slot)
  }
  for (const slot of all()) add(slot)
  return {
    of: (key) => {
      const objects: WholeObject[] = []
      const slots = byKey.get(key)
      for (const slot of slots ?? [])
        // Slots that have moved to another key or are empty are left out from now on.
        if (slot.object !== undefined && keyOf(slot.object) === key) objects.push(slot.object)
        else slots?.delete(slot)
      return objects
    },
    add,
  }
}

/** The key of an object in an index; none for objects that are not in it. */
export type IndexKey = (object: WholeObject) => string | undefined

/** Slots by namespace, by kind, by both, and by indexes that are asked for. */
export interface SlotLists {
  readonly listIn: (namespace: string) => ReadonlyArray<WholeObject>
  readonly listOf: (group: string, kind: string, namespace?: string) => ReadonlyArray<WholeObject>
  readonly listBy: (index: IndexKey, key: string) => ReadonlyArray<WholeObject>
  /** Takes a new slot in. */
  readonly add: (slot: Slot) => void
  /** Takes in that the object of a slot has changed. */
  readonly move: (slot: Slot) => void
}

/** Lists of the slots that `all` gives. */
export const slotLists = (all: () => Iterable<Slot>): SlotLists => {
  const byNamespace = slotIndex(all, namespaceOf)
  const byKind = slotIndex(all, kindKey)
  const byKindIn = slotIndex(all, (object) => `${kindKey(object)}/${namespaceOf(object) ?? ''}`)
  const indexes = new Map<IndexKey, SlotIndex>()
  const indexOf = (keyOf: IndexKey): SlotIndex => {
    const made = indexes.get(keyOf) ?? movingIndex(all, keyOf)
    indexes.set(keyOf, made)
    return made
  }
  const move = (slot: Slot): void => {
    // Every change comes here, and most calculations ask for no index.
    if (indexes.size > 0) for (const index of indexes.values()) index.add(slot)
  }
  return {
    listIn: byNamespace.of,
    listOf: (group, kind, namespace) =>
      namespace === undefined ? byKind.of(`${kind}.${group}`) : byKindIn.of(`${kind}.${group}/${namespace}`),
    listBy: (index, key) => indexOf(index).of(key),
    add: (slot) => {
      byNamespace.add(slot)
      byKind.add(slot)
      byKindIn.add(slot)
      move(slot)
    },
    move,
  }
}

const kindKey = ({ apiVersion, kind }: WholeObject): string => `${kind}.${groupOf(apiVersion)}`

/** True if the status, the specification and the metadata that requests can change are as before. */
export const isSame = (before: WholeObject, after: WholeObject): boolean =>
  before === after ||
  (before.status === after.status &&
    before.spec === after.spec &&
    (before.metadata === after.metadata || isSameMeta(before.metadata, after.metadata)))

/** The fields that requests change. */
const isSameMeta = (a: ObjectMeta, b: ObjectMeta): boolean =>
  a.deletionTimestamp?.getTime() === b.deletionTimestamp?.getTime() &&
  a.deletionGracePeriodSeconds === b.deletionGracePeriodSeconds &&
  a.generation === b.generation &&
  areSame(a.finalizers, b.finalizers, (one, other) => one === other) &&
  areSame(a.ownerReferences, b.ownerReferences, isSameReference)

const areSame = <A>(
  a: ReadonlyArray<A> | undefined,
  b: ReadonlyArray<A> | undefined,
  same: (one: A, other: A) => boolean,
): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.length === b.length &&
    a.every((one, index) => {
      const other = b[index]
      return other !== undefined && same(one, other)
    }))

/** A uid that no object has had, made of the kind and the name, so that a reader sees whose it is. */
export const freeUid = (taken: ReadonlySet<string>, { kind, metadata: { uid, name } }: WholeObject): string => {
  const wanted = uid === '' ? `${kind.toLowerCase()}-${name}` : uid
  let free = wanted
  for (let count = 2; taken.has(free); count++) free = `${wanted}-${count}`
  return free
}
