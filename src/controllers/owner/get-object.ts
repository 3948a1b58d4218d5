/**
 * Answers what a request for an owner would find, as far as the snapshot shows.
 */
import type { Numbering } from '../../internal/intern.js'
import { numberOfKey } from '../../internal/intern.js'
import type { AskOfPlace } from '../../apiserver/coverage.js'
import { groupOf } from '../../apiserver/coverage.js'
import type { KubeObject, OwnerReference } from '../../apiserver/object.js'
import type { ScopeTable } from '../../apiserver/scope.js'
import type { Answer } from './classify.js'
import type { Address, Unsearchable } from '../../apiserver/address.js'
import { isUnsearchable, namespaceOf, whereToLook } from '../../apiserver/address.js'
import type { Assumed, CoverageFacts } from './coverage-facts.js'

/** Looks for the owner of a reference, seen from a namespace. */
export type ResolveOwner = (
  namespace: string | undefined,
) => (reference: OwnerReference) => Answer<never> | Unsearchable

/** Looks for what a reference means at the place where it says. */
export type GetObject = (address: Address, reference: OwnerReference) => Answer<never>

/** Whether the absence of an object from the snapshot says that it does not exist. */
export type Covers = AskOfPlace<boolean>

/** What was taken to hold where an owner, seen from a namespace, is taken not to exist. */
export type AssumedOfOwner = (
  namespace: string | undefined,
  owner: Pick<OwnerReference, 'apiVersion' | 'kind'>,
) => Assumed | undefined

/**
 * Looks in a snapshot. No index of names is needed: what stands at the place without the uid leaves the reference dangling
 * just as nothing does. Versions of one resource show the same object.
 */
export const getObjectIn =
  (objects: ReadonlyArray<KubeObject>, uids: Numbering, scopes: ScopeTable, covers: Covers): GetObject =>
  (address, { uid }) => {
    const node = numberOfKey(uids, uid)
    const object = objects[node]
    if (object !== undefined && isAt(scopes, address, object)) return { _tag: 'Found', object }
    return covers(address.apiVersion, address.kind, address.namespace) ? notFound : notCovered
  }

/** A look that also finds out where to look. */
export const resolveOwnerFrom =
  (scopes: ScopeTable, lookUp: GetObject): ResolveOwner =>
  (namespace) =>
  (reference) => {
    const address = whereToLook(scopes, namespace)(reference)
    return isUnsearchable(address) ? address : lookUp(address, reference)
  }

/** What the absence of owners rests on: the place where they were looked for decides. */
export const assumedFrom =
  (scopes: ScopeTable, assumed: CoverageFacts['assumed']): AssumedOfOwner =>
  (namespace, { apiVersion, kind }) =>
    assumed(apiVersion, kind, scopes.find(apiVersion, kind)?.namespaced === true ? namespace : undefined)

const notFound: Answer<never> = { _tag: 'NotFound' }
const notCovered: Answer<never> = { _tag: 'NotCovered' }

const isAt = (scopes: ScopeTable, address: Address, object: KubeObject): boolean => {
  const { apiVersion, kind, metadata } = object
  if (metadata.name !== address.name || namespaceOf(object) !== address.namespace) return false
  if (kind === address.kind && apiVersion === address.apiVersion) return true
  return (
    groupOf(apiVersion) === groupOf(address.apiVersion) && scopes.find(apiVersion, kind)?.resource === address.resource
  )
}
