/**
 * Which resource serves a kind, and whether it is namespaced. A kind that isn't in the table is unknown to the server,
 * so the collector can't look up its objects and leaves them alone.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go RESTMapping
 */

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
