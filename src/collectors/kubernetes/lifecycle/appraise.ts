/**
 * Answers what can be said of every object before anybody asks who uses it: its rules, whether it takes part at all, and
 * the votes of its owners and of finishing.
 */
import type { WholeObject } from '../api/index.js'
import { covers, groupOf } from '../coverage.js'
import { isBeingDeleted } from '../object.js'
import { annotatedRules, annotationNames, namespaceAnnotationNames } from './annotations.js'
import type { Sighting } from './finished.js'
import { observeFinish } from './finished.js'
import type { KeepReason } from './keep-reason.js'
import type { Policy } from './policy.js'
import { rulesProblem } from './policy-check.js'
import type { Layer, Resolution, Rules } from './rules.js'
import { groupKindText, resolveRules } from './rules.js'
import type { OwnerStanding, Snapshot } from './snapshot.js'
import { kindsSeen, namespaceKind } from './usage/survey.js'
import type { Candidacy, Vote } from './vote.js'
import { finishedVote, ownerVote } from './vote.js'

/** What is known of one object before its use is. */
export type Appraisal =
  | { readonly _tag: 'Settled'; readonly candidacy: Candidacy }
  | { readonly _tag: 'Open'; readonly rules: Resolution; readonly owner: Vote; readonly finished: Vote }

/** Observers of a policy by kind; a later one replaces an earlier one. */
export const observersOf = (policy: Policy): ReadonlyMap<string, (object: WholeObject) => Sighting> =>
  new Map(policy.finished.map((observer) => [groupKindText(observer), observeFinish(observer)]))

/** Appraises objects one by one. */
export const appraiser = (policy: Policy, snapshot: Snapshot): ((object: WholeObject) => Appraisal) => {
  const kindOf = kindsSeen()
  const standings = new Map<string, OwnerStanding>(snapshot.owners.map((standing) => [standing.uid, standing]))
  const observers = observersOf(policy)
  const read = readStated(policy)
  const surroundings = surroundingsOf(policy, snapshot, read, kindOf)
  return (object) => {
    if (policy.period._tag === 'Disabled') return skipped({ _tag: 'Disabled' })
    const { state, layers, unclear, resolution } = surroundings(object)
    if (state !== null) return state
    const stated = read(object, 'object')
    const rules =
      stated.rules === none ? resolution : resolveRules([{ from: 'object', rules: stated.rules }, ...layers])
    if (rules.enabled?.value === false && rules.enabled.from !== 'cluster')
      return out({ _tag: 'OptedOut', by: rules.enabled.from })
    if (stated.unreadable !== null)
      return skipped({ _tag: 'RulesUnreadable', of: 'object', because: stated.unreadable })
    if (unclear !== null) return skipped(unclear)
    if (rules.enabled?.value !== true) return out({ _tag: 'NotEnabled' })
    const { deletionTimestamp, finalizers = [], uid } = object.metadata
    if (deletionTimestamp !== undefined) return out({ _tag: 'BeingDeleted', since: deletionTimestamp, finalizers })
    const look = observers.get(kindOf(object))
    return {
      _tag: 'Open',
      rules,
      owner: ownerVote(object, standings.get(uid)),
      finished: finishedVote(rules, policy.missingFinishTime, look === undefined ? null : () => look(object)),
    }
  }
}

const skipped = (reason: KeepReason): Appraisal => ({
  _tag: 'Settled',
  candidacy: { _tag: 'Frozen', reasons: [reason] },
})

const out = (reason: KeepReason): Appraisal => ({ _tag: 'Settled', candidacy: { _tag: 'Out', reasons: [reason] } })

/** What an object states; no rules at all are always the same record. */
interface Stated {
  readonly rules: Rules
  /** Why some of it can not be read. */
  readonly unreadable: string | null
}

const none: Rules = {}
const nothing: Stated = { rules: none, unreadable: null }

const readStated = ({ stated }: Policy): ((object: WholeObject, role: 'object' | 'namespace') => Stated) => {
  if (stated === 'nowhere') return () => nothing
  if (stated !== 'annotations')
    return (object, role) => {
      try {
        const found = stated(object, role)
        if (found._tag === 'Left') return { rules: none, unreadable: found.left }
        const problem = rulesProblem(found.right)
        return problem === null
          ? { rules: found.right, unreadable: null }
          : { rules: none, unreadable: `${problem.path} is to be ${problem.expected}, not ${problem.actual}` }
      } catch {
        return { rules: none, unreadable: 'the reader of rules failed' }
      }
    }
  const readers = { object: annotatedRules(annotationNames), namespace: annotatedRules(namespaceAnnotationNames) }
  return (object, role) => {
    const { rules, unreadable } = readers[role](object)
    const [first] = unreadable
    if (first !== undefined)
      return { rules, unreadable: `${first.annotation} is to be ${first.expected}, not ${first.actual}` }
    return Object.keys(rules).length === 0 ? nothing : { rules, unreadable: null }
  }
}

/** What the namespace and the cluster say of all objects of one kind in one place. */
interface Surroundings {
  /** Why none of them is to be touched. */
  readonly state: Appraisal | null
  readonly layers: ReadonlyArray<Layer>
  /** Why nobody can tell what the namespace says. */
  readonly unclear: KeepReason | null
  /** The rules of an object that states none. */
  readonly resolution: Resolution
}

const surroundingsOf = (
  policy: Policy,
  snapshot: Snapshot,
  read: (object: WholeObject, role: 'object' | 'namespace') => Stated,
  kindOf: (object: WholeObject) => string,
): ((object: WholeObject) => Surroundings) => {
  const namespaces = new Map<string, WholeObject>()
  for (const object of snapshot.objects)
    if (object.kind === namespaceKind && groupOf(object.apiVersion) === '') namespaces.set(object.metadata.name, object)
  const listed = covers(snapshot.coverage)('v1', namespaceKind)
  const configured = new Map(
    policy.namespaces.map(({ namespace, of, rules }) => [
      JSON.stringify([namespace, of === undefined ? null : groupKindText(of)]),
      rules,
    ]),
  )
  const make = (namespace: string, kind: string): Surroundings => {
    const cluster: Layer = { from: 'cluster', rules: policy.cluster }
    if (namespace === '') return { state: null, layers: [cluster], unclear: null, resolution: resolveRules([cluster]) }
    const object = namespaces.get(namespace)
    const stated = object === undefined ? nothing : read(object, 'namespace')
    const layers: Layer[] = []
    const ofKind = configured.get(JSON.stringify([namespace, kind]))
    if (ofKind !== undefined) layers.push({ from: 'namespace-kind', rules: ofKind })
    layers.push({ from: 'namespace', rules: stated.rules })
    const ofAll = configured.get(JSON.stringify([namespace, null]))
    if (ofAll !== undefined) layers.push({ from: 'namespace', rules: ofAll })
    layers.push(cluster)
    return {
      state:
        object !== undefined && isBeingDeleted(object) ? skipped({ _tag: 'NamespaceBeingDeleted', namespace }) : null,
      layers,
      unclear:
        object === undefined && !listed
          ? { _tag: 'NamespaceUnknown', namespace }
          : stated.unreadable === null
            ? null
            : { _tag: 'RulesUnreadable', of: 'namespace', because: stated.unreadable },
      resolution: resolveRules(layers),
    }
  }
  const known = new Map<string, Map<string, Surroundings>>()
  return (object) => {
    const [namespace, kind] = [object.metadata.namespace ?? '', kindOf(object)]
    const kinds = known.get(namespace) ?? new Map<string, Surroundings>()
    if (kinds.size === 0) known.set(namespace, kinds)
    const before = kinds.get(kind)
    if (before !== undefined) return before
    const made = make(namespace, kind)
    kinds.set(kind, made)
    return made
  }
}
