/** Which kinds a cluster is behind with, and what it still shows in full. */
import { type WholeObject, groupOf } from '../../apiserver/object.js'
import type { Coverage } from '../../apiserver/scope.js'
import type { Snapshot } from '../../controllers/owner/snapshot.js'
import type { CascadePlan } from '../../simulate/cascade/reason.js'
import type { AgedGroup, AgedKind, GroupKind } from './aged-kind.js'
import type { AdmissionPolicy } from './policy.js'
import type { AdmissionRefusal } from './refusal.js'

/** Kinds of which nothing was heard for longer than this, the longest first. */
export const kindsBehind = (ages: ReadonlyArray<AgedKind>, limit: number): ReadonlyArray<AgedKind> => {
  // As a rule there is none.
  if (ages.every(({ age }) => age <= limit)) return []
  return ages.filter(({ age }) => age > limit).sort((a, b) => b.age - a.age)
}

/**
 * Groups of which it is unknown what they serve. An owner reference can come from any kind of such a group, so that they matter to every
 * deletion; not those of which nothing can be deleted, nor those that could be asked until a moment ago.
 */
export const unknownGroups = (
  { maxAge, readOnlyGroups }: Pick<AdmissionPolicy, 'maxAge' | 'readOnlyGroups'>,
  stated: ReadonlyArray<string> = [],
  aged: ReadonlyArray<AgedGroup> = [],
): ReadonlyArray<string> => {
  if (stated.length + aged.length === 0) return []
  const behind = aged.flatMap(({ group, age }) => (age > maxAge ? [group] : []))
  return [...new Set([...stated, ...behind])].filter((group) => !readOnlyGroups.includes(group))
}

/** Kinds that are behind matter where they leave something unknown, or are those of what the plan was made on. */
export const doubtsOf = (
  behind: ReadonlyArray<AgedKind>,
  limit: number,
  objects: ReadonlyArray<WholeObject>,
  { unknown }: CascadePlan,
): ReadonlyArray<AdmissionRefusal> => {
  const [longest] = behind
  return longest === undefined || (unknown.length === 0 && !objects.some(isOfKinds(behind)))
    ? []
    : [{ _tag: 'Unknown', because: { _tag: 'Stale', age: longest.age, limit, kinds: behind } }]
}

/** Whether an object is of one of these kinds. */
const isOfKinds = (
  kinds: ReadonlyArray<GroupKind>,
): ((object: { readonly apiVersion: string; readonly kind: string }) => boolean) => {
  const keys = new Set(kinds.map(keyOf))
  return ({ apiVersion, kind }) => keys.has(keyOf({ group: groupOf(apiVersion), kind }))
}

/** What a snapshot covers, but for some kinds. */
export const coverageWithout = (
  { coverage, scopes }: Pick<Snapshot, 'coverage' | 'scopes'>,
  kinds: ReadonlyArray<GroupKind>,
): Coverage => {
  if (kinds.length === 0) return coverage
  const without = new Set(kinds.map(keyOf))
  const resources =
    coverage._tag === 'Resources'
      ? coverage.resources
      : scopes.map(({ apiVersion, kind }) => ({
          ...{ group: groupOf(apiVersion), kind, namespaces: 'all' as const, because: coverage.because },
        }))
  return { _tag: 'Resources', resources: resources.filter((resource) => !without.has(keyOf(resource))) }
}

const keyOf = ({ group, kind }: GroupKind): string => `${kind}.${group}`
