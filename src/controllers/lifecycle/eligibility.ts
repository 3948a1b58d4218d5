/**
 * What is known of an object before its users are surveyed: its rules, whether it takes part, and the votes of its
 * owners and of its completion.
 */
import { match, pipe } from '../../core/fp.js'
import { groupBy } from '../../internal/lists.js'
import { covers } from '../../apiserver/scope.js'
import type { WholeObject } from '../../apiserver/index.js'
import { groupOf, isBeingDeleted } from '../../apiserver/object.js'
import { type Sighting, observeFinish } from './finished.js'
import type { KeepReason } from './keep-reason.js'
import { type Policy, rulesProblem } from './policy.js'
import {
  type StatedRules,
  type Layer,
  type Resolution,
  type Rules,
  annotatedRules,
  annotationNames,
  namespaceAnnotationNames,
  bindingOrigins,
  groupKindText,
  resolveRules,
} from './rules.js'
import { type OwnerStatus, type Snapshot, kindsSeen, namespaceKind } from './snapshot.js'
import { type Eligibility, type Vote, abstain, finishedVote, isOwned, ownerVote } from './vote.js'

/** What is known of one object before the votes; objects under the same rules share one. */
export type Assessment =
  | { readonly _tag: 'Settled'; readonly eligibility: Eligibility }
  | { readonly _tag: 'Open'; readonly rules: Resolution }

/** What is asked about one object. */
export interface Assessor {
  readonly assess: (object: WholeObject) => Assessment
  readonly ownerVote: (object: WholeObject) => Vote
  readonly finishedVote: (object: WholeObject, rules: Resolution) => Vote
}

/** Observers of a policy by kind; a later one replaces an earlier one. */
export const observersOf = (policy: Policy): ReadonlyMap<string, (object: WholeObject) => Sighting> =>
  new Map(policy.finished.map((observer) => [groupKindText(observer), observeFinish(observer)]))

/** Determines the eligibility of objects, one by one. */
export const assessor = (policy: Policy, snapshot: Snapshot): Assessor => {
  const kindOf = kindsSeen()
  const standings = new Map<string, OwnerStatus>(snapshot.owners.map((standing) => [standing.uid, standing]))
  const observers = observersOf(policy)
  const read = readStated(policy)
  const surroundings = surroundingsOf(policy, snapshot, read, kindOf)
  const assess = (object: WholeObject): Assessment => {
    const around = surroundings(object)
    if (around.state !== null) return around.state
    const stated = read(object, 'object')
    const open = around.resolve(stated.rules)
    const { enabled } = open.rules
    if (enabled?.value === false && bindingOrigins.has(enabled.from)) return out({ _tag: 'OptedOut', by: enabled.from })
    if (stated.unreadable !== null)
      return skipped({ _tag: 'RulesUnreadable', of: 'object', because: stated.unreadable })
    if (around.unclear !== null) return skipped(around.unclear)
    if (enabled?.value !== true) return notEnabled
    const { deletionTimestamp, finalizers = [] } = object.metadata
    return deletionTimestamp === undefined ? open : out({ _tag: 'BeingDeleted', since: deletionTimestamp, finalizers })
  }
  return {
    assess: policy.period._tag === 'Disabled' ? () => disabled : assess,
    ownerVote: (object) => (isOwned(object) ? ownerVote(standings.get(object.metadata.uid)) : abstain),
    finishedVote: (object, { afterFinished }) =>
      afterFinished?.value === true
        ? finishedVote(afterFinished.from, policy.missingFinishTime, observers.get(kindOf(object)), object)
        : abstain,
  }
}

const skipped = (reason: KeepReason): Assessment => ({
  _tag: 'Settled',
  eligibility: { _tag: 'Undecided', reasons: [reason] },
})

const out = (reason: KeepReason): Assessment => ({
  _tag: 'Settled',
  eligibility: { _tag: 'Needed', reasons: [reason] },
})

const disabled = skipped({ _tag: 'Disabled' })
const notEnabled = out({ _tag: 'NotEnabled' })

type Open = Extract<Assessment, { readonly _tag: 'Open' }>

/**
 * Resolves the rules of objects of one kind in one namespace. Consecutive objects with the same rules share one record.
 */
const resolving = (layers: ReadonlyArray<Layer>): ((rules: Rules) => Open) => {
  const open: Open = { _tag: 'Open', rules: resolveRules(layers) }
  let last: { readonly rules: Rules; readonly open: Open } = { rules: none, open }
  return (rules) => {
    if (last.rules !== rules)
      last = { rules, open: { _tag: 'Open', rules: resolveRules([{ from: 'object', rules }, ...layers]) } }
    return last.open
  }
}

/** The rules that an object states; if it states none, always the same record. */
interface Stated {
  readonly rules: Rules
  /** Why some of it cannot be read. */
  readonly unreadable: string | null
}

const none: Rules = {}
const nothing: Stated = { rules: none, unreadable: null }

const readStated = ({ stated }: Policy): ((object: WholeObject, role: 'object' | 'namespace') => Stated) => {
  if (stated === 'nowhere') return () => nothing
  if (stated !== 'annotations')
    return (object, role) => {
      try {
        return pipe(
          stated(object, role),
          match((unreadable): Stated => ({ rules: none, unreadable }), checked),
        )
      } catch {
        return { rules: none, unreadable: 'the reader of rules failed' }
      }
    }
  const readers = { object: annotatedRules(annotationNames), namespace: annotatedRules(namespaceAnnotationNames) }
  let last: StatedRules | null = null
  let same = nothing
  return (object, role) => {
    const found = readers[role](object)
    if (found !== last) {
      last = found
      same = statedBy(found)
    }
    return same
  }
}

/** Checks the rules that a user's reader returned. */
const checked = (rules: Rules): Stated => {
  const problem = rulesProblem(rules)
  return problem === null
    ? { rules, unreadable: null }
    : { rules: none, unreadable: `${problem.path}: expected ${problem.expected}, got ${problem.actual}` }
}

const statedBy = ({ rules, unreadable: [first] }: StatedRules): Stated =>
  first !== undefined
    ? { rules, unreadable: `${first.annotation}: expected ${first.expected}, got ${first.actual}` }
    : Object.keys(rules).length === 0
      ? nothing
      : { rules, unreadable: null }

/** What the namespace and the cluster say of all objects of one kind in one place. */
interface Surroundings {
  /** Why none of them is to be touched. */
  readonly state: Assessment | null
  /** Why the rules of the namespace are unknown. */
  readonly unclear: KeepReason | null
  /** Combines them with the rules that an object states. */
  readonly resolve: (rules: Rules) => Open
}

const surroundingsOf = (
  policy: Policy,
  snapshot: Snapshot,
  read: (object: WholeObject, role: 'object' | 'namespace') => Stated,
  kindOf: (object: WholeObject) => string,
): ((object: WholeObject) => Surroundings) => {
  const namespaces = groupBy(
    ({ metadata }) => metadata.name,
    snapshot.objects.filter(({ apiVersion, kind }) => kind === namespaceKind && groupOf(apiVersion) === ''),
  )
  const listed = covers(snapshot.coverage)('v1', namespaceKind)
  const configured = new Map(
    policy.namespaces.map(({ namespace, of, rules }) => [
      JSON.stringify([namespace, of === undefined ? null : groupKindText(of)]),
      rules,
    ]),
  )
  const ofKinds = new Map(policy.kinds.map(({ of, rules }) => [groupKindText(of), rules]))
  const make = (namespace: string, kind: string): Surroundings => {
    const ofKind = ofKinds.get(kind)
    const layers: Layer[] = ofKind === undefined ? [] : [{ from: 'kind', rules: ofKind }]
    layers.push({ from: 'cluster', rules: policy.cluster })
    return namespace === ''
      ? { state: null, unclear: null, resolve: resolving(layers) }
      : within(namespace, kind, layers)
  }
  const within = (namespace: string, kind: string, above: ReadonlyArray<Layer>): Surroundings => {
    // Two with one name are two versions of it, and it is unknown which is newer.
    const seen = namespaces.get(namespace) ?? []
    const object = seen.length === 1 ? seen[0] : undefined
    const stated = object === undefined ? nothing : read(object, 'namespace')
    const layers: Layer[] = []
    const ofKind = configured.get(JSON.stringify([namespace, kind]))
    if (ofKind !== undefined) layers.push({ from: 'namespace-kind', rules: ofKind })
    layers.push({ from: 'namespace', rules: stated.rules })
    const ofAll = configured.get(JSON.stringify([namespace, null]))
    if (ofAll !== undefined) layers.push({ from: 'namespace', rules: ofAll })
    return {
      state: seen.some(isBeingDeleted) ? skipped({ _tag: 'NamespaceBeingDeleted', namespace }) : null,
      unclear:
        object === undefined && (seen.length > 1 || !listed)
          ? { _tag: 'NamespaceUnknown', namespace }
          : stated.unreadable === null
            ? null
            : { _tag: 'RulesUnreadable', of: 'namespace', because: stated.unreadable },
      resolve: resolving([...layers, ...above]),
    }
  }
  const known = new Map<string, Map<string, Surroundings>>()
  const ask = (namespace: string, kind: string): Surroundings => {
    const kinds = known.get(namespace) ?? new Map<string, Surroundings>()
    if (kinds.size === 0) known.set(namespace, kinds)
    const before = kinds.get(kind)
    if (before !== undefined) return before
    const made = make(namespace, kind)
    kinds.set(kind, made)
    return made
  }
  // Objects of one namespace come one after another.
  let last: { readonly namespace: string; readonly kind: string; readonly around: Surroundings } | null = null
  return (object) => {
    const namespace = object.metadata.namespace ?? ''
    const kind = kindOf(object)
    if (last === null || last.namespace !== namespace || last.kind !== kind)
      last = { namespace, kind, around: ask(namespace, kind) }
    return last.around
  }
}
