/**
 * Plans one run of the lifecycle collector:
 *
 * 1. every object is assessed: its rules, its owners, whether it has finished (`eligibility.ts`);
 * 2. for those that are to go when they are unused, their users are surveyed (`usage/`);
 * 3. candidates are marked, and go when their time to live is over (`pass-expire.ts`);
 * 4. of what is left, limits take the oldest (`pass-capacity.ts`).
 *
 * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Summary
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { elementAt } from '../../internal/lists.js'
import type { WholeObject } from '../../apiserver/index.js'
import { type Target, groupOf, targetOf } from '../../apiserver/object.js'
import { type ScopeTable, scopeTable } from '../../apiserver/scope.js'
import { type Assessment, type Assessor, assessor } from './eligibility.js'
import { passCapacity } from './pass-capacity.js'
import { passExpire } from './pass-expire.js'
import { type Wakes, type PassInput, type Eligibility, type Vote, deleteOf, noWakes, count } from './vote.js'
import { type Policy, findPolicyProblems } from './policy.js'
import type { Plan, Reason, Removal } from './reason.js'
import { type Resolution, groupKindText } from './rules.js'
import {
  type Mark,
  type Snapshot,
  inOrder,
  definedKind,
  definitionKind,
  isDefaultContent,
  kindOf,
  namespaceKind,
  placeOf,
  snapshotProblems,
} from './snapshot.js'
import { usageVotes } from './usage/vote.js'

/** Why there is no plan: an invalid snapshot. */
export type PlanError = InvalidInput

/**
 * Decides which objects are unneeded, marks them, and deletes them when their TTL expires or a capacity is exceeded.
 *
 * Shape: every object is in `removals` or `kept` of the pass `expire`; candidates of kinds with a limit that are kept
 * there are in the pass `capacity` as well. Amendments of `expire` set and clear marks, only when they change. `apply`
 * shows the effect.
 * Order: `expire` by the end of the time to live, then namespace, name and uid; `capacity` by kind as in the policy,
 * then the namespace with the oldest candidate first, in it the oldest first; kept by namespace, name and uid.
 * Units: spans in whole seconds.
 * Fails: `InvalidInput` for an invalid policy or snapshot, or a duplicate uid.
 *
 * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Proposal
 *
 * @example
 * ```ts
 * import * as Lifecycle from 'gcplan/controllers/lifecycle'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 *
 * const annotations = {
 *   [Lifecycle.annotationNames.enabled]: 'true',
 *   [Lifecycle.annotationNames.afterFinished]: 'true',
 *   [Lifecycle.annotationNames.ttlSeconds]: '3600',
 * }
 * const conditions = [{ type: 'Complete', status: 'True', lastTransitionTime: '2026-11-21T10:00:00Z' }]
 * const planned = Lifecycle.plan({ ...Lifecycle.defaultPolicy, period: { _tag: 'Enabled', epoch: 'first' } })({
 *   at: new Date('2026-11-21T12:00:00Z'),
 *   objects: [
 *     {
 *       apiVersion: 'batch/v1',
 *       kind: 'Job',
 *       metadata: { namespace: 'shop', name: 'bill', uid: 'u-1', resourceVersion: '7', annotations },
 *       status: { conditions },
 *     },
 *   ],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 *   owners: [],
 *   memory: Lifecycle.emptyMemory,
 * })
 * if (planned._tag === 'Right')
 *   for (const { target, reasons } of planned.right.passes[0].removals)
 *     console.log(target.name, reasons.map(Lifecycle.explain))
 * // bill [
 * //   'not needed since 2026-11-21T10:00:00.000Z, longer than its TTL of 1 h (set by the object)',
 * //   'it finished at 2026-11-21T10:00:00.000Z (after-finished set by the object)'
 * // ]
 * ```
 */
export const plan =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, Plan> =>
    fp.map(({ plan: decided }: Decided) => decided)(decide(policy)(snapshot))

/** A plan, and when it changes for callers that do not see keep reasons. */
export interface Decided {
  readonly plan: Plan
  readonly wakeAt: Wakes['first']
}

/** As {@link plan}. */
export const decide =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, Decided> => {
    const problems = findPolicyProblems(policy) ?? snapshotProblems(snapshot)
    if (problems !== null) return fp.left(problems)
    const input = passInputOf(policy, snapshot)
    const { objects } = snapshot
    const assess = assessor(policy, snapshot)
    const assessments = objects.map(assess.assess)
    const usage = usageVotes(policy, snapshot, objects, assessments, (object, rules) =>
      staysAnyway(assess, input, object, rules),
    )
    const limited = policy.capacities.length > 0
    const votes = new Map<number, RNEA.ReadonlyNonEmptyArray<Reason>>()
    const { pass: expire, candidates } = passExpire(
      input,
      (place) => {
        const assessment = elementAt(assessments, place)
        const eligibility =
          assessment._tag === 'Settled'
            ? assessment.eligibility
            : eligibilityOf(assess, elementAt(objects, place), assessment.rules, usage(place))
        if (limited && eligibility._tag === 'Candidate') votes.set(place, eligibility.reasons)
        return eligibility
      },
      (place) => rulesOf(elementAt(assessments, place)),
    )
    const capacity = passCapacity(input, candidates, (place) => votes.get(place) ?? [unvoted])
    const withContent = alongWith(objects)
    const wakeAt = input.wakes.first
    return fp.right({
      plan: {
        at: snapshot.at,
        passes: [
          { ...expire, removals: withContent(expire.removals) },
          { ...capacity, removals: withContent(capacity.removals) },
        ],
        wakeAt: wakeAt(() => true),
        assumptions: [],
      },
      wakeAt,
    })
  }

/** Never reported, since every candidate has a vote. */
const unvoted: Reason = { _tag: 'OwnersGone', dangling: 0, waiting: 0 }

const noRules: Resolution = {}

const eligibilityOf = (
  { ownerVote, finishedVote }: Assessor,
  object: WholeObject,
  rules: Resolution,
  usage: Vote,
): Eligibility => count(ownerVote(object), usage, finishedVote(object, rules))

/** True for an object that is kept regardless of its users. */
const staysAnyway = (
  { ownerVote, finishedVote }: Assessor,
  input: PassInput,
  object: WholeObject,
  rules: Resolution,
): boolean =>
  fp.isLeft(deleteOf(input, object)) ||
  [ownerVote(object), finishedVote(object, rules)].some(({ _tag }) => _tag === 'Keep' || _tag === 'Unknown')

const rulesOf = (assessment: Assessment): Resolution => (assessment._tag === 'Settled' ? noRules : assessment.rules)

const passInputOf = (policy: Policy, snapshot: Snapshot): PassInput => {
  const scopes = scopeTable(snapshot.scopes)
  return {
    policy,
    snapshot,
    scopes,
    propagation: propagationBy(policy, scopes),
    marks: new Map(snapshot.memory.marks.map((mark): readonly [string, Mark] => [mark.uid, mark])),
    epoch: policy.period._tag === 'Enabled' ? policy.period.epoch : null,
    wakes: noWakes(),
  }
}

const propagationBy = ({ propagation }: Policy, { scopes }: ScopeTable): PassInput['propagation'] => {
  const stated = new Map(propagation.map((one) => [groupKindText(one), one.policy]))
  return new Map(
    scopes.map((scope) => [
      scope,
      stated.get(groupKindText({ group: groupOf(scope.apiVersion), kind: scope.kind })) ?? 'Background',
    ]),
  )
}

/** Removals, with the objects that are deleted with them as reasons. */
const alongWith =
  (objects: ReadonlyArray<WholeObject>) =>
  (removals: ReadonlyArray<Removal>): ReadonlyArray<Removal> => {
    const holders = new Set(removals.filter(({ target }) => holds(target)).map(({ target }) => target.id))
    if (holders.size === 0) return removals
    const contents = contentsOf(objects, holders)
    return removals.map((removal) => {
      const content = (contents.get(removal.target.id) ?? []).map((target) => ({ target }))
      const [first, ...rest] = inOrder(content).map(({ target }) => target)
      if (first === undefined) return removal
      const [acting, ...others] = removal.reasons
      return { ...removal, reasons: [acting, ...others, { _tag: 'TakesAlong', objects: [first, ...rest] }] }
    })
  }

const holds = ({ kind }: Target): boolean => kind === namespaceKind || kind === 'CustomResourceDefinition'

const contentsOf = (
  objects: ReadonlyArray<WholeObject>,
  holders: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlyArray<Target>> => {
  const contents = new Map<string, Target[]>()
  const kinds = new Map<string, Target[]>()
  const namespaces = new Map<string, Target[]>()
  for (const object of objects) {
    const { uid, name } = object.metadata
    if (!holders.has(uid)) continue
    const content: Target[] = []
    contents.set(uid, content)
    const kind = kindOf(object)
    const defined = kind === definitionKind ? definedKind(object) : null
    if (defined !== null) kinds.set(defined, content)
    if (kind === namespaceKind) namespaces.set(name, content)
  }
  for (const object of objects) {
    kinds.get(kindOf(object))?.push(targetOf(object))
    if (placeOf(object) !== '' && !isDefaultContent(object)) namespaces.get(placeOf(object))?.push(targetOf(object))
  }
  return contents
}
