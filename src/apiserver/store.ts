/**
 * What a server holds, by uid, by address and in lists, and what it held before. It is mutable, and local to one server. One
 * address is asked for several times in a row, and one namespace by all of its content, so that the latest of each is kept.
 */
import { type WholeObject, isNamespace } from './object.js'
import type { Address } from './scope.js'
import {
  type Slot,
  type SlotLists,
  emptyObjectIndex,
  freeUid,
  objectsIn,
  putSlot,
  slotIn,
  slotLists,
} from './storage.js'

/** The objects of a server. */
export interface Store extends Pick<SlotLists, 'listIn' | 'listOf' | 'listBy'> {
  readonly find: (uid: string) => WholeObject | undefined
  readonly get: (address: Address) => WholeObject | undefined
  /** In the order of creation. */
  readonly list: () => ReadonlyArray<WholeObject>
  /** How many objects there are. */
  readonly size: () => number
  /** The object of a namespace. */
  readonly namespace: (name: string) => WholeObject | undefined
  /** Takes in an object that was not there; without an address nothing finds it by name. */
  readonly hold: (object: WholeObject, address: Address | undefined) => void
  /** Puts an object in the place of the one of its uid. */
  readonly put: (object: WholeObject) => void
  /** Lets an object go; without an address it is only hidden. */
  readonly remove: (object: WholeObject, address: Address | undefined) => void
  /** An object was at the address, and there is none now. */
  readonly isGone: (address: Address) => boolean
  /** The same for the object of a namespace. */
  readonly isNamespaceGone: (name: string) => boolean
  /** The uid for an object that is created: no object ever had it. */
  readonly freeUid: (object: WholeObject) => string
  readonly memory: () => StoreMemory
}

/** What a store remembers beside the objects that it holds. */
export interface StoreMemory {
  /** Uids that an object ever had; undefined while none was created. */
  readonly uids: Iterable<string> | undefined
  readonly gone: Iterable<GoneObject>
}

/** An object that a store held. */
interface GoneObject {
  readonly uid: string
  readonly address: Address | undefined
}

/** A store that remembers nothing yet. */
export const noMemory: StoreMemory = { uids: undefined, gone: [] }

/** A store without objects, which remembers what another held. */
export const storeAfter = (before: StoreMemory): Store => {
  const byUid = new Map<string, Slot>()
  const index = emptyObjectIndex()
  const lists = slotLists(() => byUid.values())
  const latest: Latest = { address: undefined, slot: undefined, name: undefined, space: undefined }
  /** Filled when the first object is created, since most calculations create none. */
  let uids = before.uids === undefined ? undefined : new Set(before.uids)
  /** Two lists, since a cascade lets go of all that a server holds. */
  const goneUids: string[] = []
  const goneFrom: (Address | undefined)[] = []
  for (const { uid, address } of before.gone) {
    goneUids.push(uid)
    goneFrom.push(address)
    // The slot of an object that is gone stays in the index, empty.
    if (address !== undefined) putSlot(index, address, { object: undefined })
  }
  /** Asked for several times between two changes. */
  let listed: ReadonlyArray<WholeObject> | undefined
  const slotAt = (address: Address): Slot | undefined => {
    if (latest.address !== address) {
      latest.address = address
      latest.slot = slotIn(index, address)
    }
    return latest.slot
  }
  const spaceOf = (name: string): Slot | undefined => {
    if (latest.name !== name) {
      latest.name = name
      latest.space = slotIn(index, { apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name })
    }
    return latest.space
  }
  const put = (object: WholeObject): Slot => {
    listed = undefined
    const present = byUid.get(object.metadata.uid)
    const slot = present ?? { object }
    slot.object = object
    if (present === undefined) {
      byUid.set(object.metadata.uid, slot)
      lists.add(slot)
    } else lists.move(slot)
    return slot
  }
  return {
    listIn: lists.listIn,
    listOf: lists.listOf,
    listBy: lists.listBy,
    find: (uid) => byUid.get(uid)?.object,
    get: (address) => slotAt(address)?.object,
    list: () => (listed ??= objectsIn(byUid.values())),
    size: () => byUid.size,
    namespace: (name) => spaceOf(name)?.object,
    hold: (object, address) => {
      const slot = put(object)
      uids?.add(object.metadata.uid)
      if (address !== undefined) putSlot(index, address, slot)
      latest.address = undefined
      if (isNamespace(object)) latest.name = undefined
    },
    put,
    remove: ({ metadata: { uid } }, address) => {
      listed = undefined
      const slot = byUid.get(uid)
      if (slot !== undefined) slot.object = undefined
      byUid.delete(uid)
      goneUids.push(uid)
      goneFrom.push(address)
    },
    isGone: (address) => isEmpty(slotAt(address)),
    isNamespaceGone: (name) => isEmpty(spaceOf(name)),
    freeUid: (object) => freeUid((uids ??= new Set([...byUid.keys(), ...goneUids])), object),
    memory: () => ({ uids, gone: goneUids.map((uid, place) => ({ uid, address: goneFrom[place] })) }),
  }
}

/** The address and the namespace that were asked for last, and their slots. */
interface Latest {
  address: Address | undefined
  slot: Slot | undefined
  name: string | undefined
  space: Slot | undefined
}

const isEmpty = (slot: Slot | undefined): boolean => slot !== undefined && slot.object === undefined
