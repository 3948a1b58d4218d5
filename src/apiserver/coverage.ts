/**
 * The kinds and namespaces that a snapshot lists in full. An object that isn't in the snapshot doesn't exist if its
 * kind and namespace are covered; otherwise it is unknown, and objects that depend on it are kept.
 */

/** The namespaces in which one resource was listed: all of them, or the named ones. */
export interface CoveredResource {
  /** API group, empty for the core group, e.g. `apps`. Every served version of a resource lists the same objects. */
  readonly group: string
  /** Kind of the objects, e.g. `ReplicaSet`. */
  readonly kind: string
  /** Namespaces that were listed; `all` for every one, and for kinds of the cluster. */
  readonly namespaces: 'all' | ReadonlyArray<string>
  /** The source of a stated coverage; a listing doesn't tell its own extent. */
  readonly because?: string | undefined
}

/** What a snapshot covers; `everything` takes the snapshot for the whole cluster. */
export type Coverage =
  | { readonly _tag: 'Everything'; readonly because?: string | undefined }
  | { readonly _tag: 'Resources'; readonly resources: ReadonlyArray<CoveredResource> }

/** The group of an API version: `apps/v1` is of group `apps`, `v1` of the core group, which has no name. */
export const groupOf = (apiVersion: string): string => {
  const slash = apiVersion.indexOf('/')
  return slash < 0 ? '' : apiVersion.slice(0, slash)
}

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

/** A coverage as a question: is every object of this kind in this namespace (absent for the cluster) in the snapshot? */
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
