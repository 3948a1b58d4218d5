/**
 * Which resource serves a kind, whether it is namespaced, and so where an object is found. A kind that isn't in the table is
 * unknown to the server, so the collector can't look up its objects and leaves them alone.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go RESTMapping
 */
import type { OwnerReference } from './object.js'

/** How one kind of one version is served. */
export interface Scope {
  readonly apiVersion: string
  readonly kind: string
  /** Plural name in paths, e.g. `replicasets`. */
  readonly resource: string
  readonly namespaced: boolean
  /** False for kinds of custom resources: the server answers 415 to a strategic merge patch. */
  readonly strategicMergePatch: boolean
}

/** Scopes by version and kind. */
export interface ScopeTable {
  /** The scope of a kind; `undefined` for one that is not served. */
  readonly find: (apiVersion: string, kind: string) => Scope | undefined
  /** In the order given; a later scope of the same version and kind replaces an earlier one in its place. */
  readonly scopes: ReadonlyArray<Scope>
}

/** A table of scopes. */
export const scopeTable = (scopes: Iterable<Scope>): ScopeTable => {
  const versions = new Map<string, Map<string, Scope>>()
  for (const scope of scopes) {
    const kinds = versions.get(scope.apiVersion) ?? new Map<string, Scope>()
    versions.set(scope.apiVersion, kinds.set(scope.kind, scope))
  }
  return {
    find: (apiVersion, kind) => versions.get(apiVersion)?.get(kind),
    scopes: [...versions.values()].flatMap((kinds) => [...kinds.values()]),
  }
}

/** A table with further scopes, which replace those of the same version and kind. */
export const extendScopes =
  (further: Iterable<Scope>) =>
  (table: ScopeTable): ScopeTable =>
    scopeTable([...table.scopes, ...further])

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

/** The address of an object under a scope; without a namespace for a cluster-scoped kind. */
export const addressAs = (
  { apiVersion, kind, resource, namespaced }: Scope,
  namespace: string | undefined,
  name: string,
): Address =>
  namespaced && namespace !== undefined
    ? { apiVersion, kind, resource, namespace, name }
    : { apiVersion, kind, resource, name }

/** Why an owner or an object can't be looked up. */
export type Unsearchable =
  /**
   * No resource serves the kind in that version. The attempt is repeated forever.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/operations.go apiResource
   */
  | { readonly _tag: 'RestMappingError'; readonly apiVersion: string; readonly kind: string }
  /**
   * The kind lives in namespaces, and there is none to look in. The attempt is forgotten.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/errors.go namespacedOwnerOfClusterScopedObjectErr
   */
  | { readonly _tag: 'NamespacedOwnerOfClusterScopedObject'; readonly apiVersion: string; readonly kind: string }

/**
 * The address under which a dependent's owner is looked up; `namespace` is that of the dependent, absent if it is
 * cluster-scoped.
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

/** True if {@link whereToLook} found no address. */
export const isUnsearchable = (found: Address | Unsearchable): found is Unsearchable => '_tag' in found
