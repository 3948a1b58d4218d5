/**
 * What the passes read: a snapshot, what was attempted on it, and where its objects are.
 */
import type { KubeObject } from '../../apiserver/object.js'
import { namespaceOf } from '../../apiserver/object.js'
import type { Address, ScopeTable } from '../../apiserver/scope.js'
import { isUnsearchable, whereToLook } from '../../apiserver/scope.js'
import type { Numbering } from '../../internal/intern.js'
import { numberOfKey } from '../../internal/intern.js'
import type { UncoveredKinds } from './coverage-facts.js'
import type { Drained } from './drain.js'
import type { GetObject } from './get-object.js'
import type { Node } from './memory/node.js'
import type { Policy } from './policy.js'
import type { KeepReason } from './reason.js'
import type { Scan } from './scan.js'

/** A snapshot, what the collector attempted, and what requests find. */
export interface PassInput {
  readonly policy: Policy
  readonly objects: ReadonlyArray<KubeObject>
  readonly uids: Numbering
  readonly scopes: ScopeTable
  readonly scanned: Scan
  readonly drained: Drained
  readonly get: GetObject
  /** Kinds that may hold dependents of an object in this namespace and are not covered; null for none. */
  readonly unseen: (namespace: string | undefined) => UncoveredKinds | null
}

/** Where requests about an object itself go. */
export const addressIn = (scopes: ScopeTable, object: KubeObject): Address | KeepReason => {
  const { apiVersion, kind, metadata } = object
  const address = whereToLook(scopes, namespaceOf(object))({ apiVersion, kind, name: metadata.name })
  if (!isUnsearchable(address)) return address
  return { _tag: address._tag === 'RestMappingError' ? 'KindNotServed' : 'NamespaceMissing' }
}

/** Objects of graph nodes, in the order of the snapshot. */
export const objectsOf = ({ objects, uids }: PassInput, nodes: ReadonlyArray<Node>): ReadonlyArray<KubeObject> =>
  nodes
    .map(({ identity }) => numberOfKey(uids, identity.uid))
    .sort((a, b) => a - b)
    .flatMap((place) => objects[place] ?? [])

/** The dependents of an owner in the graph, in the order of the snapshot. */
export const dependentsOf = (input: PassInput, uid: string): ReadonlyArray<KubeObject> => {
  const { view } = input.drained
  const node = view.node(uid)
  return node === undefined ? [] : objectsOf(input, view.dependents(node))
}
