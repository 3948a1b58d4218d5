/** The kinds that a policy's decisions rest on, for a guard that asks whether all of them were listed. */
import { groupOf } from '../../apiserver/object.js'
import type { Scope } from '../../apiserver/scope.js'
import type { Policy } from './policy.js'
import { type GroupKind, groupKindText } from './rules.js'
import { namespaceKind } from './snapshot.js'
import { referenceTable } from './usage/table.js'
import { sourcesByTarget } from './usage/vote.js'

/**
 * The kinds that have to be listed in full before a policy is carried out: namespaces, the kinds that its rules and limits are about, and
 * those that may use objects of such a kind.
 *
 * Shape: rules for objects of every kind are about all that the table of references names. A kind that is not served has no objects, and
 * is left out; one of a group that could not be discovered may have some, and is not. What objects opt in by annotation is not
 * counted: while its users are unknown, a plan keeps it anyway.
 * Order: namespaces, then as the policy names them, each followed by its users.
 *
 * @example
 * ```ts
 * import * as Lifecycle from 'gcplan/controllers/lifecycle'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 *
 * const kinds = [{ of: { group: 'batch', kind: 'Job' }, rules: { enabled: true, afterFinished: true, ttlSeconds: 3600 } }]
 * const needed = Lifecycle.neededKinds({ ...Lifecycle.defaultPolicy, kinds })({ scopes: scopes_1_36.scopes })
 * console.log(needed.map(({ kind }) => kind)) // [ 'Namespace', 'Job' ]
 * ```
 */
export const neededKinds =
  (policy: Policy) =>
  ({
    scopes,
    undiscoveredGroups = [],
  }: {
    readonly scopes: ReadonlyArray<Scope>
    readonly undiscoveredGroups?: ReadonlyArray<string> | undefined
  }): ReadonlyArray<GroupKind> => {
    const sources = sourcesByTarget([...referenceTable, ...policy.references], policy.extractors)
    const served = new Set(scopes.map(({ apiVersion, kind }) => groupKindText({ group: groupOf(apiVersion), kind })))
    const down = new Set(undiscoveredGroups)
    const isForAll =
      Object.keys(policy.cluster).length > 0 ||
      policy.namespaces.some(({ of, rules }) => of === undefined && Object.keys(rules).length > 0)
    const named = [...policy.kinds, ...policy.namespaces].flatMap(({ of }) => of ?? [])
    const about = [...named, ...policy.capacities, ...(isForAll ? allTargets(policy) : [])]
    const needed = [{ group: '', kind: namespaceKind }, ...about].flatMap(({ group, kind }) => [
      { group, kind },
      ...(sources.get(groupKindText({ group, kind })) ?? []).map(({ source }) => source),
    ])
    return [...new Map(needed.map((each) => [groupKindText(each), each])).entries()].flatMap(([name, each]) =>
      served.has(name) || down.has(each.group) ? [each] : [],
    )
  }

const allTargets = ({ references, extractors }: Policy): ReadonlyArray<GroupKind> => [
  ...[...referenceTable, ...references].map(({ target }) => target),
  ...extractors.flatMap(({ targets }) => targets),
]
