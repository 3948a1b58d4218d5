/**
 * The votes of an object's users: a known user keeps it; if a possible user wasn't listed, its use is unknown. Only
 * objects that expire when unused are surveyed.
 */
import { elementAt } from '../../../internal/lists.js'
import { type Coverage, type Scope, covers } from '../../../apiserver/scope.js'
import type { WholeObject } from '../../../apiserver/index.js'
import { groupOf, targetOf } from '../../../apiserver/object.js'
import { type Assessment, observersOf } from '../eligibility.js'
import type { KeepReason } from '../keep-reason.js'
import type { Policy } from '../policy.js'
import { observeFinish, unusedClaimObserver } from '../finished.js'
import { type Origin, type Resolution, type GroupKind, groupKindText } from '../rules.js'
import {
  type Snapshot,
  compareObjects,
  placeOf,
  definedKind,
  definitionKind,
  kindOf,
  namespaceKind,
} from '../snapshot.js'
import { type Vote, abstain } from '../vote.js'
import { readersFor } from './reader.js'
import { type Precedes, type Survey, byCounting, byReaching, activityOf, survey } from './survey.js'
import { type ReferenceExtractor, type ReferenceRow, referenceTable, optionalGroups, podSpecs } from './table.js'

/** What is unknown about the use of an object by unlisted objects; null when nothing is. */
type Doubting = (object: WholeObject) => KeepReason | null

/** The votes of users, by the place of an object in the list. */
export const usageVotes = (
  policy: Policy,
  snapshot: Snapshot,
  objects: ReadonlyArray<WholeObject>,
  assessments: ReadonlyArray<Assessment>,
  staysAnyway: (object: WholeObject, rules: Resolution) => boolean,
): ((place: number) => Vote) => {
  const wanted = new Set<string>()
  assessments.forEach((assessment, place) => {
    if (asksForUse(assessment)) wanted.add(kindOf(elementAt(objects, place)))
  })
  if (wanted.size === 0) return () => abstain
  const rows = [...referenceTable, ...policy.references]
  const precedes: Precedes = (place, other) => compareObjects(elementAt(objects, place), elementAt(objects, other)) < 0
  const readers = readersFor(rows, policy.extractors, wanted)
  const seen = survey(objects, precedes, wanted, readers, activityOf(policy, observersOf(policy)))
  const doubt = doubting(policy, snapshot, objects, seen)
  // An object that only disuse would collect, and whose use is fully known, is no root: it must be reached from one.
  const isRoot = (place: number): boolean => {
    const [assessment, object] = [elementAt(assessments, place), elementAt(objects, place)]
    return !asksForUse(assessment) || staysAnyway(object, assessment.rules) || doubt(object) !== null
  }
  const liveness =
    policy.liveness === 'count'
      ? byCounting(objects.length, seen, precedes)
      : byReaching(objects.length, seen, precedes, isRoot)
  return (place) => {
    const assessment = elementAt(assessments, place)
    if (!asksForUse(assessment) || assessment.rules.afterUnused === undefined) return abstain
    const { from } = assessment.rules.afterUnused
    const object = elementAt(objects, place)
    const users = liveness.users(place)
    if (users > 0) {
      const first = targetOf(elementAt(objects, liveness.first(place)))
      return { _tag: 'Keep', reason: { _tag: 'InUse', users, first, from } }
    }
    const reason = doubt(object)
    return reason === null ? disused(from, unusedSince(policy, object)) : { _tag: 'Unknown', reason }
  }
}

const disused = (from: Origin, at: Date | undefined): Vote =>
  at === undefined
    ? { _tag: 'Collect', reason: { _tag: 'Unused', from }, since: null }
    : { _tag: 'Collect', reason: { _tag: 'Unused', at, from }, since: at }

const observeClaim = observeFinish(unusedClaimObserver)

const claimKind = groupKindText(unusedClaimObserver)

/** The instant that a claim states; none where it says nothing, or that a pod uses it. */
const unusedSince = ({ unusedClaims }: Policy, object: WholeObject): Date | undefined => {
  const seen = unusedClaims === 'condition' && kindOf(object) === claimKind ? observeClaim(object) : null
  return seen === null || 'failed' in seen ? undefined : seen.at
}

const asksForUse = (assessment: Assessment): assessment is Extract<Assessment, { readonly _tag: 'Open' }> =>
  assessment._tag === 'Open' && assessment.rules.afterUnused?.value === true

const doubting = (
  policy: Policy,
  { coverage, scopes, undiscoveredGroups = [] }: Snapshot,
  objects: ReadonlyArray<WholeObject>,
  { doubtAbout }: Survey,
): Doubting => {
  const sources = sourcesByTarget([...referenceTable, ...policy.references], policy.extractors)
  const unlisted = unlistedSource(coverage, scopes, undiscoveredGroups)
  const content = unlistedContent(coverage, scopes, undiscoveredGroups)
  const asked = new Map<string, KeepReason | null>()
  const once = (key: string, ask: () => KeepReason | null): KeepReason | null => {
    const before = asked.get(key)
    if (before !== undefined) return before
    const answer = ask()
    asked.set(key, answer)
    return answer
  }
  const uncovered = (source: { readonly group: string; readonly kind: string } | null): KeepReason | null =>
    source === null ? null : { _tag: 'UsersNotCovered', source }
  return (object) => {
    const kind = kindOf(object)
    const namespace = placeOf(object)
    const held = holdersDoubt(object, kind)
    if (held !== null) return held
    const known = sources.get(kind)
    if (known === undefined)
      return kind === definitionKind || kind === namespaceKind ? null : { _tag: 'UsageUnobserved' }
    return once(`${kind}\n${namespace}`, () => {
      const doubt = doubtAbout(kind, namespace)
      return doubt === undefined
        ? uncovered(unlisted(known, namespace))
        : { _tag: 'UserUnclear', user: targetOf(elementAt(objects, doubt.user)), because: doubt.because }
    })
  }
  function holdersDoubt(object: WholeObject, kind: string): KeepReason | null {
    if (kind === namespaceKind) return uncovered(content(object.metadata.name))
    if (kind !== definitionKind) return null
    const defined = definedKind(object)
    if (defined === null) return { _tag: 'UserUnclear', user: targetOf(object), because: 'unreadable' }
    const dot = defined.indexOf('.')
    const instances = { group: dot < 0 ? '' : defined.slice(dot + 1), kind: dot < 0 ? defined : defined.slice(0, dot) }
    return uncovered(unlisted([{ source: instances, crosses: true }], ''))
  }
}

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

/**
 * The first kind that may refer to objects of a namespace and wasn't listed in full; null if all were. Of a group that could not be
 * discovered only kinds are listed that the coverage names.
 */
export const unlistedSource = (
  coverage: Coverage,
  scopes: ReadonlyArray<Scope>,
  undiscoveredGroups: ReadonlyArray<string> = [],
): ((sources: ReadonlyArray<Source>, namespace: string) => GroupKind | null) => {
  const covered = covers(coverage)
  const namespaced = new Map(
    scopes.map((scope) => [groupKindText({ group: groupOf(scope.apiVersion), kind: scope.kind }), scope.namespaced]),
  )
  return (sources, namespace) => {
    for (const { source, crosses } of sources) {
      const name = groupKindText(source)
      const isDown = undiscoveredGroups.includes(source.group)
      if (optionalGroups.has(source.group) && !namespaced.has(name) && !isDown) continue
      if (isDown && coverage._tag === 'Everything') return source
      const within = crosses || namespace === '' || namespaced.get(name) === false ? undefined : namespace
      if (!covered(`${source.group}/v1`, source.kind, within)) return source
    }
    return null
  }
}

/** The first kind that may have objects in a namespace and was not all listed there; null when all were. */
export const unlistedContent =
  (coverage: Coverage, scopes: ReadonlyArray<Scope>, undiscoveredGroups: ReadonlyArray<string> = []) =>
  (namespace: string): GroupKind | null => {
    const [down] = undiscoveredGroups
    if (down !== undefined) return { group: down, kind: '*' }
    if (coverage._tag === 'Everything') return null
    const covered = covers(coverage)
    const missing = scopes.find(
      ({ apiVersion, kind, namespaced }) => namespaced && !covered(apiVersion, kind, namespace),
    )
    if (missing !== undefined) return { group: groupOf(missing.apiVersion), kind: missing.kind }
    return scopes.some(({ namespaced }) => namespaced) ? null : { group: '', kind: namespaceKind }
  }
