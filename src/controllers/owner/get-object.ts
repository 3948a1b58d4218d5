/**
 * GET requests, answered from a snapshot and its coverage.
 */
import type { Numbering } from '../../internal/intern.js'
import { numberOfKey } from '../../internal/intern.js'
import type { AskOfPlace } from '../../apiserver/coverage.js'
import { groupOf } from '../../apiserver/coverage.js'
import type { KubeObject, OwnerReference } from '../../apiserver/object.js'
import type { ScopeTable, Address } from '../../apiserver/scope.js'
import { namespaceOf } from '../../apiserver/object.js'
import type { ApiClient } from './memory/program.js'
import type { Answer } from './classify.js'
import type { Assumed, CoverageFacts } from './coverage-facts.js'

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

/** What the absence of owners rests on: the place where they were looked for decides. */
export const assumedFrom =
  (scopes: ScopeTable, assumed: CoverageFacts['assumed']): AssumedOfOwner =>
  (namespace, { apiVersion, kind }) =>
    assumed(apiVersion, kind, scopes.find(apiVersion, kind)?.namespaced === true ? namespace : undefined)

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
