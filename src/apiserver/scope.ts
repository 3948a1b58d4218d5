/**
 * Which resource serves a kind, whether it is namespaced, and so where an object is found; and which kinds and namespaces
 * a snapshot lists in full. A kind that isn't in the table is unknown to the server, so the collector can't look up its
 * objects and leaves them alone. An object that isn't in the snapshot doesn't exist if its kind and namespace are covered;
 * otherwise it is unknown, and objects that depend on it are kept.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go RESTMapping
 */
import { type OwnerReference, groupOf } from './object.js'

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
  /** In the order given; a later scope of the same version and kind replaces an earlier one. */
  readonly scopes: ReadonlyArray<Scope>
}

/** A table of scopes. */
export const scopeTable = (scopes: Iterable<Scope>): ScopeTable => {
  const versions = new Map<string, Map<string, Scope>>()
  for (const scope of scopes) {
    const kinds = versions.get(scope.apiVersion) ?? new Map<string, Scope>()
    versions.set(scope.apiVersion, kinds.set(scope.kind, scope))
  }
  let last: Scope | undefined
  return {
    find: (apiVersion, kind) => {
      // Neighbours in a listing or a queue are mostly of one kind.
      if (last?.kind !== kind || last.apiVersion !== apiVersion) last = versions.get(apiVersion)?.get(kind)
      return last
    },
    scopes: [...versions.values()].flatMap((kinds) => [...kinds.values()]),
  }
}

/** A table with further scopes, which replace those of the same version and kind. */
export const extendScopes =
  (further: Iterable<Scope>) =>
  (table: ScopeTable): ScopeTable =>
    scopeTable([...table.scopes, ...further])

/** The address of one object in a request. */
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
   * The kind is namespaced, and no namespace is known. The attempt is dropped.
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

/** The namespaces in which one resource was listed: all of them, or the named ones. */
export interface CoveredResource {
  /** API group, empty for the core group, e.g. `apps`. Every served version of a resource lists the same objects. */
  readonly group: string
  /** Kind of the objects, e.g. `ReplicaSet`. */
  readonly kind: string
  /** Namespaces that were listed; `all` also for cluster-scoped kinds. */
  readonly namespaces: 'all' | ReadonlyArray<string>
  /** Why the coverage is stated. */
  readonly because?: string | undefined
}

/** What a snapshot lists in full; `everything`: the whole cluster. */
export type Coverage =
  | { readonly _tag: 'Everything'; readonly because?: string | undefined }
  | { readonly _tag: 'Resources'; readonly resources: ReadonlyArray<CoveredResource> }

/** Asks something of a kind in a namespace; absent for the cluster. */
export type AskOfPlace<A> = (apiVersion: string, kind: string, namespace?: string) => A

/**
 * Who says that a place is covered: the stated source, the first of several. Undefined if the place isn't covered, or
 * if no source is stated.
 */
export const groundIn = (coverage: Coverage): AskOfPlace<string | undefined> => {
  if (coverage._tag === 'Everything') return () => coverage.because
  const covered = new Map<string, CoveredResource[]>()
  for (const resource of coverage.resources) {
    const key = keyOf(resource.kind, resource.group)
    const before = covered.get(key)
    if (before === undefined) covered.set(key, [resource])
    else before.push(resource)
  }
  return (apiVersion, kind, namespace) => {
    let ground: string | undefined
    for (const { namespaces, because } of covered.get(keyOf(kind, groupOf(apiVersion))) ?? []) {
      if (namespaces !== 'all' && (namespace === undefined || !namespaces.includes(namespace))) continue
      if (because === undefined) return undefined
      ground ??= because
    }
    return ground
  }
}

const keyOf = (kind: string, group: string): string => `${kind}.${group}`

/**
 * A coverage as a question: is every object of this kind in this namespace (absent for the whole cluster) in the snapshot?
 *
 * @example
 * ```ts
 * import { covers } from 'gcplan/apiserver'
 *
 * const isCovered = covers({ _tag: 'Resources', resources: [{ group: 'apps', kind: 'Deployment', namespaces: ['shop'] }] })
 * console.log(isCovered('apps/v1', 'Deployment', 'shop'), isCovered('apps/v1', 'Deployment')) // true false
 * ```
 */
export const covers = (coverage: Coverage): AskOfPlace<boolean> => {
  if (coverage._tag === 'Everything') return () => true
  const covered = new Map<string, ReadonlySet<string> | 'all'>()
  for (const { group, kind, namespaces } of coverage.resources) {
    const key = keyOf(kind, group)
    const before = covered.get(key)
    covered.set(key, namespaces === 'all' || before === 'all' ? 'all' : new Set([...(before ?? []), ...namespaces]))
  }
  return (apiVersion, kind, namespace) => {
    const namespaces = covered.get(keyOf(kind, groupOf(apiVersion)))
    return namespaces === 'all' || (namespace !== undefined && namespaces?.has(namespace) === true)
  }
}
