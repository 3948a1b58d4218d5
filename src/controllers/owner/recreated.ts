/**
 * Which object has the name of an absent owner now. A recreated object has a new uid, so it is another object.
 */
import { isUnsearchable, whereToLook } from '../../apiserver/scope.js'
import { namespaceOf } from '../../apiserver/object.js'
import { groupOf } from '../../apiserver/coverage.js'
import type { KubeObject, OwnerReference } from '../../apiserver/object.js'
import type { Address, ScopeTable } from '../../apiserver/scope.js'

/** The uid of the object that has the name of an owner now, seen from a namespace. */
export type FindRecreated = (namespace: string | undefined, reference: OwnerReference) => string | undefined

/** An owner that does not exist, seen from the namespace of its dependent. */
export interface AbsentReference {
  readonly namespace: string | undefined
  readonly reference: OwnerReference
}

/**
 * Finds the objects that have the names of absent owners, in one go over all objects, since most names have no object.
 */
export const findRecreated = (
  absentOwners: ReadonlyArray<AbsentReference>,
  objects: ReadonlyArray<KubeObject>,
  scopes: ScopeTable,
): FindRecreated => {
  if (absentOwners.length === 0) return () => undefined
  const names = new Set(absentOwners.map(({ reference }) => reference.name))
  const holders = new Map<string, string>()
  for (const object of objects) {
    const { apiVersion, kind, metadata } = object
    if (!names.has(metadata.name)) continue
    const resource = scopes.find(apiVersion, kind)?.resource
    if (resource !== undefined)
      holders.set(keyOf({ apiVersion, resource, name: metadata.name }, namespaceOf(object)), metadata.uid)
  }
  return (namespace, reference) => {
    if (holders.size === 0) return undefined
    const address = whereToLook(scopes, namespace)(reference)
    if (isUnsearchable(address)) return undefined
    const uid = holders.get(keyOf(address, address.namespace))
    return uid === reference.uid ? undefined : uid
  }
}

const keyOf = (
  { apiVersion, resource, name }: Pick<Address, 'apiVersion' | 'resource' | 'name'>,
  namespace: string | undefined,
): string => JSON.stringify([groupOf(apiVersion), resource, namespace, name])
