/**
 * Whether every kind that may refer to an object was listed in full.
 */
import type { Coverage } from '../../../apiserver/coverage.js'
import { covers, groupOf } from '../../../apiserver/coverage.js'
import type { Scope } from '../../../apiserver/scope.js'
import type { GroupKind } from '../rules.js'
import { groupKindText } from '../rules.js'
import type { ReferenceExtractor } from './reference.js'
import { namespaceKind } from './survey.js'
import type { ReferenceRow } from './table.js'
import { optionalGroups, podSpecs } from './table.js'

/** A kind that may refer to another, from its own namespace or from any. */
export interface Source {
  readonly source: GroupKind
  readonly crosses: boolean
}

/** The kinds that may refer to objects of a kind; nothing is known of a kind that is not in the map. */
export const sourcesByTarget = (
  rows: ReadonlyArray<ReferenceRow>,
  extractors: ReadonlyArray<ReferenceExtractor>,
): ReadonlyMap<string, ReadonlyArray<Source>> => {
  const sources = new Map<string, Map<string, Source>>()
  const add = (target: GroupKind, source: GroupKind, crosses: boolean): void => {
    const key = groupKindText(target)
    const known = sources.get(key) ?? new Map<string, Source>()
    const name = groupKindText(source)
    known.set(name, { source, crosses: crosses || known.get(name)?.crosses === true })
    sources.set(key, known)
  }
  for (const { source, target, lives, form } of rows) {
    const crosses = lives !== undefined || form === 'secret-parameters'
    if (source !== 'PodSpec') add(target, source, crosses)
    else for (const carrier of podSpecs) add(target, carrier.source, crosses)
  }
  for (const { source, targets } of extractors) for (const target of targets) add(target, source, true)
  return new Map([...sources].map(([target, known]) => [target, [...known.values()]]))
}

/** The first kind of some sources that was not all listed, as far as it matters to a namespace; null when all were. */
export const unlistedSource = (
  coverage: Coverage,
  scopes: ReadonlyArray<Scope>,
): ((sources: ReadonlyArray<Source>, namespace: string) => GroupKind | null) => {
  const covered = covers(coverage)
  const namespaced = new Map(
    scopes.map((scope) => [groupKindText({ group: groupOf(scope.apiVersion), kind: scope.kind }), scope.namespaced]),
  )
  return (sources, namespace) => {
    for (const { source, crosses } of sources) {
      const name = groupKindText(source)
      if (optionalGroups.has(source.group) && !namespaced.has(name)) continue
      const within = crosses || namespace === '' || namespaced.get(name) === false ? undefined : namespace
      if (!covered(`${source.group}/v1`, source.kind, within)) return source
    }
    return null
  }
}

/** The first kind that may have objects in a namespace and was not all listed there; null when all were. */
export const unlistedContent =
  (coverage: Coverage, scopes: ReadonlyArray<Scope>) =>
  (namespace: string): GroupKind | null => {
    if (coverage._tag === 'Everything') return null
    const covered = covers(coverage)
    const missing = scopes.find(
      ({ apiVersion, kind, namespaced }) => namespaced && !covered(apiVersion, kind, namespace),
    )
    if (missing !== undefined) return { group: groupOf(missing.apiVersion), kind: missing.kind }
    return scopes.some(({ namespaced }) => namespaced) ? null : { group: '', kind: namespaceKind }
  }
