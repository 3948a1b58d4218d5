/**
 * How the server keeps objects: slots, found by resource, namespace and name, or by namespace; and whether a request left an
 * object unchanged. The index builds no string keys, since every step of a simulation reads it.
 */
import { type WholeObject, type ObjectMeta, groupOf, namespaceOf } from './object.js'
import { isSameReference } from './owner-reference.js'
import type { Address } from './scope.js'

/** The place of one object; empty once the object is gone. */
export interface Slot {
  object: WholeObject | undefined
}

/** Slots by address; all versions of a resource are one. */
export interface ObjectIndex {
  readonly find: (address: Address) => Slot | undefined
  readonly put: (address: Address, slot: Slot) => void
  readonly take: (address: Address) => void
}

type Slots = Map<string, Map<string, Slot>>

/** An empty index. */
export const emptyObjectIndex = (): ObjectIndex => {
  const groups = new Map<string, Map<string, Slots>>()
  const versions = new Map<string, Map<string, Slots>>()
  const resourcesOf = (apiVersion: string): Map<string, Slots> => {
    const known = versions.get(apiVersion)
    if (known !== undefined) return known
    const group = groupOf(apiVersion)
    const resources = groups.get(group) ?? new Map<string, Slots>()
    groups.set(group, resources)
    versions.set(apiVersion, resources)
    return resources
  }
  const namesAt = ({ apiVersion, resource, namespace = '' }: Address): Map<string, Slot> | undefined =>
    resourcesOf(apiVersion).get(resource)?.get(namespace)
  return {
    find: (address) => namesAt(address)?.get(address.name),
    put: (address, slot) => {
      const names = namesAt(address)
      if (names !== undefined) {
        names.set(address.name, slot)
        return
      }
      const { apiVersion, resource, namespace = '', name } = address
      const resources = resourcesOf(apiVersion)
      const slots: Slots = resources.get(resource) ?? new Map<string, Map<string, Slot>>()
      resources.set(resource, slots.set(namespace, new Map([[name, slot]])))
    },
    take: (address) => {
      namesAt(address)?.delete(address.name)
    },
  }
}

export const objectsIn = (slots: Iterable<Slot>): ReadonlyArray<WholeObject> => {
  const objects: WholeObject[] = []
  for (const { object } of slots) if (object !== undefined) objects.push(object)
  return objects
}

export const slotsByNamespace = (slots: Iterable<Slot>): Map<string, Slot[]> => {
  const namespaces = new Map<string, Slot[]>()
  for (const slot of slots) if (slot.object !== undefined) addSlot(namespaces, slot, namespaceOf(slot.object))
  return namespaces
}

export const addSlot = (namespaces: Map<string, Slot[]>, slot: Slot, namespace: string | undefined): void => {
  if (namespace === undefined) return
  const others = namespaces.get(namespace)
  if (others === undefined) namespaces.set(namespace, [slot])
  else others.push(slot)
}

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
