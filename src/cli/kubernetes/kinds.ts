/**
 * Resolves a kind as kubectl does: by kind, resource or short name, optionally followed by a dot and the group, or
 * the version and group.
 */
import { either as E, function as F } from 'fp-ts'

import type { KubeObject, Scope } from '../../apiserver/index.js'
import { askNearest } from '../nearest.js'
import { type ShortNames, categoryAll, resourceKey } from './short-names.js'

/** A kind of one API group. */
export interface NamedKind {
  readonly group: string
  readonly kind: string
  /** Absent for a kind that objects name but the server does not serve. */
  readonly resource?: string
  readonly namespaced: boolean
  /** Part of the API itself, not a custom resource. */
  readonly isBuiltIn: boolean
  /** Everything it is called, in lower case and without a group. */
  readonly names: ReadonlySet<string>
  readonly versions: ReadonlySet<string>
}

/** The served kinds, and the other kinds that objects name. */
export const kindsOf = (
  scopes: ReadonlyArray<Scope>,
  objects: ReadonlyArray<KubeObject>,
  shortNames: ShortNames,
): ReadonlyArray<NamedKind> => {
  const kinds = new Map<string, NamedKind & { readonly names: Set<string>; readonly versions: Set<string> }>()
  for (const { apiVersion, kind, resource, namespaced, strategicMergePatch } of scopes) {
    const { group, version } = partsOf(apiVersion)
    const key = `${kind}.${group}`
    const names = [kind.toLowerCase(), resource, ...(shortNames.get(resourceKey(resource, group)) ?? [])]
    const known = kinds.get(key)
    if (known === undefined) {
      const isBuiltIn = strategicMergePatch
      const sets = { names: new Set(names), versions: new Set([version]) }
      kinds.set(key, { group, kind, resource, namespaced, isBuiltIn, ...sets })
    } else known.versions.add(version)
  }
  for (const { apiVersion, kind, metadata } of objects) {
    const { group, version } = partsOf(apiVersion)
    const key = `${kind}.${group}`
    if (kinds.has(key)) continue
    const sets = { names: new Set([kind.toLowerCase()]), versions: new Set([version]) }
    kinds.set(key, { group, kind, namespaced: metadata.namespace !== undefined, isBuiltIn: false, ...sets })
  }
  return [...kinds.values()]
}

/** Group and version of `apps/v1`; the core group has no name. */
export const partsOf = (apiVersion: string): { readonly group: string; readonly version: string } => {
  const slash = apiVersion.indexOf('/')
  return { group: apiVersion.slice(0, Math.max(0, slash)), version: apiVersion.slice(slash + 1) }
}

/** The kinds that a word means; the error says which word may be meant instead. */
export const findKinds =
  (kinds: ReadonlyArray<NamedKind>) =>
  (word: string): E.Either<string, ReadonlyArray<NamedKind>> => {
    const lower = word.toLowerCase()
    const dot = lower.indexOf('.')
    const name = dot < 0 ? lower : lower.slice(0, dot)
    const place = dot < 0 ? undefined : lower.slice(dot + 1)
    const found = kinds.filter(
      ({ names, group, versions }) => names.has(name) && (place === undefined || isPlace(place, group, versions)),
    )
    if (found.length > 0) return E.right(found)
    return E.left(
      `no kind is called ${JSON.stringify(word)}${askNearest(
        kinds.flatMap(({ names }) => [...names]),
        name,
      )}`,
    )
  }

const isPlace = (place: string, group: string, versions: ReadonlySet<string>): boolean =>
  place === group || [...versions].some((version) => place === (group === '' ? version : `${version}.${group}`))

/**
 * The kinds that a word of `--covers` means. Covering a kind that was not meant would delete objects: of kinds with one
 * name kubectl takes the one of the API itself, and otherwise asks for the group.
 */
export const findListedKinds =
  (kinds: ReadonlyArray<NamedKind>) =>
  (word: string): E.Either<string, ReadonlyArray<NamedKind>> => {
    if (word === 'all')
      return E.right(kinds.filter(({ group, resource = '' }) => categoryAll.has(resourceKey(resource, group))))
    return F.pipe(
      findKinds(kinds)(word),
      E.flatMap((found) => {
        const builtIn = found.filter(({ isBuiltIn }) => isBuiltIn)
        if (found.length === 1) return E.right(found)
        return builtIn.length > 0
          ? E.right(builtIn)
          : E.left(`${JSON.stringify(word)} is a kind of several groups: ${found.map(sayKind).join(', ')}`)
      }),
    )
  }

/** A kind with its group. */
const sayKind = ({ kind, group }: Pick<NamedKind, 'kind' | 'group'>): string =>
  group === '' ? kind : `${kind}.${group}`
