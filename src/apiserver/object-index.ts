/**
 * An index of objects by resource, namespace and name. It builds no string keys, since every step of a simulation reads
 * it.
 */
import type { WholeObject } from './pod.js'
import { groupOf } from './coverage.js'
import type { Address } from './address.js'

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

/** Slots by namespace and name. */
type Slots = Map<string, Map<string, Slot>>

/** An index of nothing. */
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
