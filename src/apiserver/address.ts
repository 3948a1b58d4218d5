/**
 * Object addresses, and whether two names mean the same object.
 */
import type { KubeObject, OwnerReference } from './object.js'
import type { Scope, ScopeTable } from './scope.js'

/** What a request for one object names. */
export interface Address {
  readonly apiVersion: string
  readonly kind: string
  /** Plural name in paths, e.g. `replicasets`. */
  readonly resource: string
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string
  readonly name: string
}

/** The name of an object as served under a scope; a kind of the cluster is looked up without a namespace. */
export const addressAs = (
  { apiVersion, kind, resource, namespaced }: Scope,
  namespace: string | undefined,
  name: string,
): Address =>
  namespaced && namespace !== undefined
    ? { apiVersion, kind, resource, namespace, name }
    : { apiVersion, kind, resource, name }

/** The namespace of an object; text without characters is none. */
export const namespaceOf = ({ metadata }: KubeObject): string | undefined =>
  metadata.namespace === '' ? undefined : metadata.namespace

/** Owner references of an object; none is the empty list. */
export const ownersOf = ({ metadata }: KubeObject): ReadonlyArray<OwnerReference> =>
  metadata.ownerReferences ?? noReferences

const noReferences: ReadonlyArray<OwnerReference> = []

/** True for a reference whose owner is to wait until the dependent is gone. */
export const isBlocking = (reference: OwnerReference): boolean => reference.blockOwnerDeletion === true

/** True for a reference that names an object by the version, kind and name under which it was observed. */
export const namesExactly =
  (reference: OwnerReference) =>
  ({ apiVersion, kind, metadata }: KubeObject): boolean =>
    reference.uid === metadata.uid &&
    reference.name === metadata.name &&
    reference.kind === kind &&
    reference.apiVersion === apiVersion

/** True when two references are the same in every field; absent differs from false. */
export const isSameReference = (a: OwnerReference, b: OwnerReference): boolean =>
  a.uid === b.uid &&
  a.name === b.name &&
  a.kind === b.kind &&
  a.apiVersion === b.apiVersion &&
  a.controller === b.controller &&
  a.blockOwnerDeletion === b.blockOwnerDeletion

/** Why an owner or an object can't be looked up. */
export type Unsearchable =
  /**
   * No resource serves the kind in that version. The attempt is repeated for ever.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/operations.go apiResource
   */
  | { readonly _tag: 'RestMappingError'; readonly apiVersion: string; readonly kind: string }
  /**
   * The kind lives in namespaces, and there is none to look in. The attempt is forgotten.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/errors.go namespacedOwnerOfClusterScopedObjectErr
   */
  | { readonly _tag: 'NamespacedOwnerOfClusterScopedObject'; readonly apiVersion: string; readonly kind: string }

/**
 * Where an object of a kind is looked for, seen from a namespace; absent for the cluster.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/operations.go getObject
 */
export const whereToLook =
  (scopes: ScopeTable, namespace: string | undefined) =>
  ({ apiVersion, kind, name }: Pick<OwnerReference, 'apiVersion' | 'kind' | 'name'>): Address | Unsearchable => {
    const scope = scopes.find(apiVersion, kind)
    if (scope === undefined) return { _tag: 'RestMappingError', apiVersion, kind }
    return scope.namespaced && namespace === undefined
      ? { _tag: 'NamespacedOwnerOfClusterScopedObject', apiVersion, kind }
      : addressAs(scope, namespace, name)
  }

/** True for what {@link whereToLook} could not name. */
export const isUnsearchable = (found: Address | Unsearchable): found is Unsearchable => '_tag' in found
