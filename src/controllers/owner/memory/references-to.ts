/**
 * The references of an object to one owner.
 */
import type { OwnerReference } from '../../../apiserver/object.js'

/** Longer lists are indexed once: an object that names 100,000 absent owners is asked about each of them. */
const longList = 16

const indexes = new WeakMap<ReadonlyArray<OwnerReference>, ReadonlyMap<string, ReadonlyArray<OwnerReference>>>()

/** References to a uid in a list of references that nobody changes, in their order. */
export const referencesTo = (owners: ReadonlyArray<OwnerReference>, uid: string): ReadonlyArray<OwnerReference> => {
  if (owners.length <= longList) return owners.filter((reference) => reference.uid === uid)
  const index = indexes.get(owners) ?? indexOf(owners)
  indexes.set(owners, index)
  return index.get(uid) ?? []
}

const indexOf = (owners: ReadonlyArray<OwnerReference>): ReadonlyMap<string, ReadonlyArray<OwnerReference>> => {
  const index = new Map<string, OwnerReference[]>()
  for (const reference of owners) {
    const before = index.get(reference.uid)
    if (before === undefined) index.set(reference.uid, [reference])
    else before.push(reference)
  }
  return index
}
