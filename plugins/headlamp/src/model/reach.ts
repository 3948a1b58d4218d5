/** Which lists a question about an object needs: those in which an object may go along with it, or may hold it. */
import type { Discovered, ServedKind } from './discovery.js'
import { defaultPolicy } from 'gcplan/controllers/owner'

/** Where dependents of an object may be. */
export type Reach = { readonly _tag: 'Namespace'; readonly namespace: string } | { readonly _tag: 'Cluster' }

/** What tells an object's place. */
export interface Placed {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined }
}

/** The group of an API version; empty for the core group. */
export const groupOf = (apiVersion: string): string =>
  apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''

/** True for a Namespace, which goes with everything in it. */
export const isNamespace = ({ apiVersion, kind }: Pick<Placed, 'apiVersion' | 'kind'>): boolean =>
  kind === 'Namespace' && groupOf(apiVersion) === ''

/** An object of a namespace has its dependents there, and a Namespace its content; an object of the cluster has them anywhere. */
export const reachOf = (object: Placed): Reach => {
  const { namespace = '', name } = object.metadata
  if (isNamespace(object)) return { _tag: 'Namespace', namespace: name }
  return namespace === '' ? { _tag: 'Cluster' } : { _tag: 'Namespace', namespace }
}

/**
 * The kinds to list, each in the version that its group prefers: those of the namespace or of all, and those of the cluster.
 * Left out are kinds that the garbage collector does not watch.
 */
export const kindsToList = ({ kinds }: Discovered): ReadonlyArray<ServedKind> => {
  const seen = new Set<string>()
  return kinds.filter((kind) => {
    const key = `${kind.resource}.${groupOf(kind.apiVersion)}`
    if (seen.has(key) || !isWatched(kind)) return false
    seen.add(key)
    return true
  })
}

/** Kinds that the garbage collector does not watch, as they cannot be listed, watched or deleted. */
export const unwatchedKinds = ({
  kinds,
}: Discovered): ReadonlyArray<{ readonly group: string; readonly kind: string }> => {
  const watched = new Set(kinds.filter(isCollectable).map(keyOf))
  const unwatched = kinds.filter((kind) => !watched.has(keyOf(kind)))
  return [
    ...new Map(unwatched.map((kind) => [keyOf(kind), { group: groupOf(kind.apiVersion), kind: kind.kind }])).values(),
  ]
}

const isWatched = (kind: ServedKind): boolean =>
  isCollectable(kind) &&
  !defaultPolicy.ignoredKinds.some(
    (ignored) => ignored.kind === kind.kind && ignored.group === groupOf(kind.apiVersion),
  )

const isCollectable = ({ verbs }: ServedKind): boolean =>
  ['list', 'watch', 'delete'].every((verb) => verbs.includes(verb))

const keyOf = ({ apiVersion, kind }: ServedKind): string => `${kind}.${groupOf(apiVersion)}`
