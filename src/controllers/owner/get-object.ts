/**
 * Lookups in a snapshot: GET requests, and which object has the name of an absent owner now. A recreated object has a new
 * uid, so it is another object.
 */
import { type AskOfPlace, type Address, type ScopeTable, isUnsearchable, whereToLook } from '../../apiserver/scope.js'
import { type KubeObject, type OwnerReference, groupOf, namespaceOf } from '../../apiserver/object.js'
import type { Answer } from './classify.js'
import type { Assumed, CoverageFacts } from './coverage-facts.js'
import type { ApiClient } from './memory/api-requests.js'
import type { KeepReason } from './reason.js'
import { type Numbering, numberOfKey } from '../../internal/lists.js'

/** Answers a request for an object by name; the uid is the one that is expected. */
export type GetObject = ApiClient<never>['get']

/** Whether the absence of an object from the snapshot says that it does not exist. */
export type Covers = AskOfPlace<boolean>

/** What was taken to hold where an owner, seen from a namespace, is taken not to exist. */
export type AssumedOfOwner = (
  namespace: string | undefined,
  owner: Pick<OwnerReference, 'apiVersion' | 'kind'>,
) => Assumed | undefined

/**
 * Looks in a snapshot. No index of names is needed: another object of the name leaves a reference dangling just as none
 * does. Versions of one resource show the same object.
 */
export const getObjectIn =
  (objects: ReadonlyArray<KubeObject>, uids: Numbering, scopes: ScopeTable, covers: Covers): GetObject =>
  (address, uid) => {
    const node = numberOfKey(uids, uid)
    const object = objects[node]
    if (object !== undefined && isAt(scopes, address, object)) return { _tag: 'Found', object }
    return covers(address.apiVersion, address.kind, address.namespace) ? notFound : notCovered
  }

/** What the absence of owners depends on: the place where they were looked for decides. */
export const assumedFrom =
  (scopes: ScopeTable, assumed: CoverageFacts['assumed']): AssumedOfOwner =>
  (namespace, { apiVersion, kind }) =>
    assumed(apiVersion, kind, scopes.find(apiVersion, kind)?.namespaced === true ? namespace : undefined)

/** Where requests about an object itself go. */
export const addressIn = (scopes: ScopeTable, object: KubeObject): Address | KeepReason => {
  const { apiVersion, kind, metadata } = object
  const address = whereToLook(scopes, namespaceOf(object))({ apiVersion, kind, name: metadata.name })
  if (!isUnsearchable(address)) return address
  return { _tag: address._tag === 'RestMappingError' ? 'KindNotServed' : 'NamespaceMissing' }
}

const notFound: Answer<never> = { _tag: 'NotFound' }
const notCovered: Answer<never> = { _tag: 'NotCovered' }

const isAt = (scopes: ScopeTable, address: Address, object: KubeObject): boolean => {
  const { apiVersion, kind, metadata } = object
  if (metadata.name !== address.name) return false
  // A cluster-scoped kind is looked up without a namespace, whatever the object says.
  if (address.namespace !== undefined && namespaceOf(object) !== address.namespace) return false
  if (kind === address.kind && apiVersion === address.apiVersion) return true
  return (
    groupOf(apiVersion) === groupOf(address.apiVersion) && scopes.find(apiVersion, kind)?.resource === address.resource
  )
}

/** The uid of the object that has the name of an owner now, seen from a namespace. */
export type FindRecreated = (namespace: string | undefined, reference: OwnerReference) => string | undefined

/**
 * Finds the objects that have the names of absent owners, in one go over all objects, since most names have no object.
 */
export const findRecreated = (
  names: ReadonlySet<string>,
  objects: ReadonlyArray<KubeObject>,
  scopes: ScopeTable,
): FindRecreated => {
  if (names.size === 0) return () => undefined
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
