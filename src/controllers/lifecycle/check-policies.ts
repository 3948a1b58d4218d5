/**
 * Lints a policy: rules that never apply, TTLs that never start, and limits that can't be met.
 */
import { groupOf } from '../../apiserver/object.js'
import { covers } from '../../apiserver/scope.js'
import type { Capacity } from './capacity.js'
import type { KindRules, NamespaceRules, Policy } from './policy.js'
import type { Plan } from './reason.js'
import { type GroupKind, type Rules, groupKindText } from './rules.js'
import { type Snapshot, definitionKind, namespaceKind } from './snapshot.js'
import { referenceTable } from './usage/table.js'
import { sourcesByTarget } from './usage/vote.js'

/** One thing to look at; `at` is a path into the policy. */
export type PolicyFinding =
  /** The collector is disabled: none of the rules has an effect. */
  | { readonly _tag: 'RulesWhileDisabled'; readonly at: 'period' }
  /** Opts in everything in the cluster, whether or not its users did. */
  | { readonly _tag: 'ClusterOptsIn'; readonly at: 'cluster.enabled' }
  /**
   * Finished or unused objects are deleted at once: there is no time to inspect them, and a new user may come too late.
   */
  | { readonly _tag: 'TtlOfZero'; readonly at: string }
  /** Nothing detects when objects of this kind are finished or unused: they stay forever. */
  | {
      readonly _tag: 'NotObserved'
      readonly at: string
      readonly kind: GroupKind
      readonly what: 'finished' | 'unused'
    }
  /** Rules for objects that are not opted in and cannot opt in. */
  | { readonly _tag: 'NobodyOptsIn'; readonly at: string }
  /** Rules opt in without a vote: only objects with owners, or with votes of their own, can go. */
  | { readonly _tag: 'NobodyVotes'; readonly at: string }
  /** The retention is longer than the TTL. */
  | {
      readonly _tag: 'RetentionOutlivesTtl'
      readonly at: string
      readonly minRetentionSeconds: number
      readonly ttlSeconds: number
    }
  /** Rules opt in without a TTL or limit: objects without a TTL of their own stay. */
  | { readonly _tag: 'NoTtlNorLimit'; readonly at: string }
  /** No limit counts these objects, so retention has no effect. */
  | { readonly _tag: 'RetentionWithoutLimit'; readonly at: string; readonly minRetentionSeconds: number }
  /** Every object of the kind has a TTL, which no limit cuts short: the limit has no effect. */
  | {
      readonly _tag: 'LimitNeverTakes'
      readonly at: string
      readonly kind: GroupKind
      readonly ttlSeconds: number
      readonly from: 'kind' | 'cluster'
    }
  /** A later observer of the same kind replaces it. */
  | { readonly _tag: 'ObserverReplaced'; readonly at: string; readonly kind: GroupKind }
  /** Rules for a namespace that does not exist. */
  | { readonly _tag: 'NamespaceAbsent'; readonly at: string; readonly namespace: string }
  /** Rules of a namespace for a cluster-scoped kind, or one that is not served. */
  | { readonly _tag: 'KindNotInNamespaces'; readonly at: string; readonly kind: GroupKind }
  /** Its namespace opts out, so its rules for one kind have no effect. */
  | { readonly _tag: 'NamespaceOptsOut'; readonly at: string; readonly namespace: string }
  /** Rules for a kind that is not served. */
  | { readonly _tag: 'KindNotServed'; readonly at: string; readonly kind: GroupKind }
  /** A limit for a kind that is not served. */
  | { readonly _tag: 'CapacityOfUnservedKind'; readonly at: string; readonly kind: GroupKind }
  /** Candidates that are retained, or whose TTL has not expired, exceed the limit. */
  | { readonly _tag: 'CapacityBelowRetention'; readonly at: string; readonly limit: number; readonly retained: number }

/**
 * Lints a policy without a cluster.
 *
 * Order: as in {@link Policy}.
 *
 * @example
 * ```ts
 * import * as Lifecycle from 'gcplan/controllers/lifecycle'
 *
 * const policy: Lifecycle.Policy = {
 *   ...Lifecycle.defaultPolicy,
 *   period: { _tag: 'Enabled', epoch: 'first' },
 *   namespaces: [
 *     { namespace: 'ci', of: { group: '', kind: 'ConfigMap' }, rules: { enabled: true, ttlSeconds: 0, afterFinished: true } },
 *   ],
 * }
 * console.log(Lifecycle.checkPolicies(policy).map(({ _tag, at }) => `${_tag} ${at}`))
 * // [
 * //   'TtlOfZero namespaces[0].rules.ttlSeconds',
 * //   'NotObserved namespaces[0].rules.afterFinished'
 * // ]
 * ```
 */
export const checkPolicies = (policy: Policy): ReadonlyArray<PolicyFinding> => {
  const { period, cluster, kinds, namespaces } = policy
  const rules = Object.keys(cluster).length + kinds.length + namespaces.length + policy.capacities.length
  const optedOut = new Set(
    namespaces
      .filter(({ of, rules: all }) => of === undefined && all.enabled === false)
      .map(({ namespace }) => namespace),
  )
  const rulesOf = rulesCheck(policy)
  return [
    ...(period._tag === 'Disabled' && rules > 0 ? [{ _tag: 'RulesWhileDisabled', at: 'period' } as const] : []),
    ...(cluster.enabled === true ? [{ _tag: 'ClusterOptsIn', at: 'cluster.enabled' } as const] : []),
    ...rulesOf('cluster', cluster, undefined, []),
    ...kinds.flatMap(({ of, rules: mine }, index) => rulesOf(`kinds[${index}].rules`, mine, of, [cluster])),
    ...namespaces.flatMap(({ namespace, of, rules: mine }, index): ReadonlyArray<PolicyFinding> => [
      ...(of !== undefined && optedOut.has(namespace)
        ? [{ _tag: 'NamespaceOptsOut', at: `namespaces[${index}]`, namespace } as const]
        : []),
      ...rulesOf(`namespaces[${index}].rules`, mine, of, besides(policy, namespace, of)),
    ]),
    ...policy.finished.flatMap(({ group, kind }, index): ReadonlyArray<PolicyFinding> =>
      policy.finished.slice(index + 1).some((later) => later.kind === kind && later.group === group)
        ? [{ _tag: 'ObserverReplaced', at: `finished[${index}]`, kind: { group, kind } }]
        : [],
    ),
    ...policy.capacities.flatMap((capacity, index) => idleLimit(policy, capacity, `capacities[${index}].limit`)),
  ]
}

/** A limit for objects of which every one has a time to live. */
const idleLimit = ({ cluster, kinds }: Policy, { group, kind }: Capacity, at: string): ReadonlyArray<PolicyFinding> => {
  const own = kinds.find(({ of }) => of.kind === kind && of.group === group)?.rules.ttlSeconds
  const ttlSeconds = own ?? cluster.ttlSeconds
  const from = own === undefined ? 'cluster' : 'kind'
  return ttlSeconds === undefined ? [] : [{ _tag: 'LimitNeverTakes', at, kind: { group, kind }, ttlSeconds, from }]
}

/** Rules that some objects of a namespace are under as well; of one kind, or of any. */
const besides = ({ cluster, kinds, namespaces }: Policy, namespace: string, of: GroupKind | undefined) => {
  const concerns = (other: GroupKind | undefined): boolean =>
    of === undefined || other === undefined || groupKindText(other) === groupKindText(of)
  return [...namespaces.filter((other) => other.namespace === namespace), ...kinds]
    .filter((other) => concerns(other.of))
    .map(({ rules }) => rules)
    .concat(cluster)
}

/** What is wrong with rules, whoever made them; `of` is the kind they are for, if it is one. */
const rulesCheck = (
  policy: Policy,
): ((
  at: string,
  rules: Rules,
  of: GroupKind | undefined,
  others: ReadonlyArray<Rules>,
) => ReadonlyArray<PolicyFinding>) => {
  const finishing = new Set(policy.finished.map(groupKindText))
  const used = new Set([
    ...sourcesByTarget([...referenceTable, ...policy.references], policy.extractors).keys(),
    definitionKind,
    namespaceKind,
  ])
  return (at, rules, of, others) => {
    const { enabled, ttlSeconds, minRetentionSeconds, afterFinished, afterUnused } = rules
    const name = of === undefined ? null : groupKindText(of)
    const counts = policy.capacities.some((capacity) => of === undefined || groupKindText(capacity) === name)
    const findings: PolicyFinding[] = []
    if (ttlSeconds === 0) findings.push({ _tag: 'TtlOfZero', at: `${at}.ttlSeconds` })
    if (ttlSeconds !== undefined && minRetentionSeconds !== undefined && minRetentionSeconds > ttlSeconds)
      findings.push({ _tag: 'RetentionOutlivesTtl', at: `${at}.minRetentionSeconds`, minRetentionSeconds, ttlSeconds })
    if (minRetentionSeconds !== undefined && !counts)
      findings.push({ _tag: 'RetentionWithoutLimit', at: `${at}.minRetentionSeconds`, minRetentionSeconds })
    if (of !== undefined && name !== null && afterFinished === true && !finishing.has(name))
      findings.push({ _tag: 'NotObserved', at: `${at}.afterFinished`, kind: of, what: 'finished' })
    if (of !== undefined && name !== null && afterUnused === true && !used.has(name))
      findings.push({ _tag: 'NotObserved', at: `${at}.afterUnused`, kind: of, what: 'unused' })
    const votes = [rules, ...others].some((layer) => layer.afterFinished === true || layer.afterUnused === true)
    if (enabled === true && !votes) findings.push({ _tag: 'NobodyVotes', at })
    const ends = counts || [rules, ...others].some((layer) => layer.ttlSeconds !== undefined)
    if (enabled === true && votes && !ends) findings.push({ _tag: 'NoTtlNorLimit', at })
    const optsIn =
      enabled !== undefined || policy.stated !== 'nowhere' || others.some((layer) => layer.enabled === true)
    if (!optsIn && at !== 'cluster') findings.push({ _tag: 'NobodyOptsIn', at })
    return findings
  }
}

/**
 * Lints a policy against a cluster: rules that match nothing there.
 *
 * Order: as in {@link Policy}.
 */
export const checkPoliciesIn =
  ({ objects, scopes, coverage }: Pick<Snapshot, 'objects' | 'scopes' | 'coverage'>) =>
  (policy: Policy): ReadonlyArray<PolicyFinding> => {
    const listed = covers(coverage)('v1', namespaceKind)
    const there = new Set(
      objects
        .filter(({ kind, apiVersion }) => kind === namespaceKind && apiVersion === 'v1')
        .map(({ metadata }) => metadata.name),
    )
    const served = new Map(
      scopes.map(({ apiVersion, kind, namespaced }) => [
        groupKindText({ group: groupOf(apiVersion), kind }),
        namespaced,
      ]),
    )
    const ofNamespace = ({ namespace, of }: NamespaceRules, index: number): ReadonlyArray<PolicyFinding> => {
      const at = `namespaces[${index}]`
      if (listed && !there.has(namespace)) return [{ _tag: 'NamespaceAbsent', at, namespace }]
      return of !== undefined && served.get(groupKindText(of)) !== true
        ? [{ _tag: 'KindNotInNamespaces', at, kind: of }]
        : []
    }
    const ofCapacity = ({ group, kind }: Capacity, index: number): ReadonlyArray<PolicyFinding> =>
      served.has(groupKindText({ group, kind }))
        ? []
        : [{ _tag: 'CapacityOfUnservedKind', at: `capacities[${index}]`, kind: { group, kind } }]
    const ofRules = ({ of }: KindRules, index: number): ReadonlyArray<PolicyFinding> =>
      served.has(groupKindText(of)) ? [] : [{ _tag: 'KindNotServed', at: `kinds[${index}]`, kind: of }]
    return [
      ...policy.kinds.flatMap(ofRules),
      ...policy.namespaces.flatMap(ofNamespace),
      ...policy.capacities.flatMap(ofCapacity),
    ]
  }

/**
 * Lints the limits of a policy against a plan that was made with it: limits that can't be met because of TTLs and
 * retention.
 *
 * Order: as in {@link Policy}.
 */
export const checkCapacities =
  ({ capacities }: Policy) =>
  ({ passes: [, capacity] }: Plan): ReadonlyArray<PolicyFinding> =>
    capacities.flatMap(({ group, kind, limit }, index): ReadonlyArray<PolicyFinding> => {
      const kept = capacity.kept.filter(({ target }) => target.kind === kind && groupOf(target.apiVersion) === group)
      const retained = kept.filter(({ reasons: [first] }) => first._tag !== 'WithinCapacity').length
      return retained === 0
        ? []
        : [{ _tag: 'CapacityBelowRetention', at: `capacities[${index}].limit`, limit, retained }]
    })
