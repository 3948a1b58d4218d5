/**
 * Plans one run of the owner collector on a snapshot:
 *
 * 1. objects that cannot make it act are set aside (`scan.ts`);
 * 2. its memory is built of all others, and its queue is run until it is empty (`drain.ts`);
 * 3. owners that orphan their dependents do so (`pass-orphan.ts`);
 * 4. every other object is stated with what the attempt on it decided, or with why it stays (`pass-delete.ts`).
 *
 * Every decision is made on the same snapshot; what follows from a removal shows in the plan of the next one.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go Run
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { Assumption, Kept } from '../../core/plan.js'
import type { InvalidInput } from '../../core/problem.js'
import { type Numbering, elementAt, numberOfKey } from '../../internal/lists.js'
import { type KubeObject, targetOf } from '../../apiserver/object.js'
import { type Coverage, scopeTable } from '../../apiserver/scope.js'
import { type Grounds, assumptionsOf, attentionOf } from './assumptions.js'
import { type Snapshot, blockingKind, soundUids, watching } from './snapshot.js'
import { type CoverageFacts, coverageFacts } from './coverage-facts.js'
import { drain } from './drain.js'
import { assumedFrom, getObjectIn } from './get-object.js'
import { passDelete } from './pass-delete.js'
import type { DecidedPass, PassInput } from './pass-input.js'
import { passOrphan } from './pass-orphan.js'
import { type GroupKind, type Policy, findPolicyProblems } from './policy.js'
import type { OwnerFamily, Pass, Plan } from './reason.js'
import { scan } from './scan.js'

/** Why there is no plan: an invalid snapshot. */
export type PlanError = InvalidInput

/**
 * Decides what the owner collector would do with a snapshot of a cluster.
 *
 * Shape: metadata of the objects; an empty snapshot gives a plan without removals. Every object is in `removals` or in
 * `kept` of the pass `delete`, owners to orphan also in the pass `orphan`. Objects that stay but change are in
 * `amendments` too. `apply` shows the effect. Uncovered owners and dependents may exist, unless the policy says
 * otherwise; `assumptions` lists what depends on that policy or on stated coverage.
 * Order: removals and amendments by namespace, name and uid (parallel upstream); kept in the order of the snapshot;
 * events in the order in which they are recorded.
 * Fails: `InvalidInput` for an invalid policy or snapshot, or a duplicate uid.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 *
 * const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u-1' }
 * const planned = Owner.plan(Owner.defaultPolicy)({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [{ apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'shop', name: 'web-0', uid: 'u-2', ownerReferences: [owner] } }],
 *   scopes: [
 *     { apiVersion: 'apps/v1', kind: 'ReplicaSet', resource: 'replicasets', namespaced: true, strategicMergePatch: true },
 *     { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespaced: true, strategicMergePatch: true },
 *   ],
 *   coverage: { _tag: 'Everything' },
 * })
 * if (E.isRight(planned))
 *   for (const { target, reasons } of planned.right.passes[1].removals)
 *     console.log(target.name, reasons.map(Owner.explain))
 * // web-0 [ 'its owner ReplicaSet web does not exist' ]
 * ```
 */
export const plan =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, Plan> => {
    const invalid = findPolicyProblems(policy)
    if (invalid !== null) return fp.left(invalid)
    return fp.pipe(
      soundUids(snapshot),
      fp.map((uids) => planOf(snapshot, decide(policy, snapshot, uids, keptAs))),
    )
  }

/** What is decided; what the deletion keeps, by place, in the form of `stays`. */
export interface Decided<K> {
  readonly orphan: Pass
  readonly deletion: DecidedPass<K | null>
  readonly assumptions: ReadonlyArray<Assumption>
}

/** How an object that is kept is stated. */
type Stays<K> = (object: KubeObject, reasons: Kept<OwnerFamily>['reasons']) => K

const keptAs: Stays<Kept<OwnerFamily>> = (object, reasons) => ({ target: targetOf(object), reasons })

/** In most clusters nothing goes, and the list of all that is kept is not made twice. */
const planOf = ({ at }: Snapshot, { orphan, deletion, assumptions }: Decided<Kept<OwnerFamily>>): Plan => {
  const { kept } = deletion
  const whole = isWhole(kept) ? kept : kept.filter((one) => one !== null)
  return { at, passes: [orphan, { ...deletion, kept: whole }], wakeAt: fp.none, assumptions }
}

const isWhole = <A>(kept: ReadonlyArray<A | null>): kept is ReadonlyArray<A> => !kept.includes(null)

/** Decides a sound snapshot, whose uids are numbered. */
export const decide = <K>(policy: Policy, snapshot: Snapshot, uids: Numbering, stays: Stays<K>): Decided<K> => {
  const decided = decideAll(watching(policy, snapshot), snapshot, uids, stays)
  const kind = blockingKind(policy, snapshot)
  return kind === undefined ? decided : blocked(kind, snapshot.objects, uids, stays, decided)
}

/** Decisions of which nothing comes to pass, since the list of a kind is missing. */
const blocked = <K>(
  { group, kind }: GroupKind,
  objects: ReadonlyArray<KubeObject>,
  uids: Numbering,
  stays: Stays<K>,
  { orphan, deletion, assumptions }: Decided<K>,
): Decided<K> => {
  const reasons: Kept<OwnerFamily>['reasons'] = [{ _tag: 'KindUnsynced', group, kind }]
  const placesIn = ({ removals, amendments }: Decisions): ReadonlySet<number> =>
    new Set([...removals, ...amendments].map(({ target }) => numberOfKey(uids, target.id)))
  const kept = [...deletion.kept]
  for (const place of placesIn(deletion)) kept[place] = stays(elementAt(objects, place), reasons)
  const before = new Map(orphan.kept.map((one) => [numberOfKey(uids, one.target.id), one]))
  for (const place of placesIn(orphan)) before.set(place, keptAs(elementAt(objects, place), reasons))
  const nothing = { removals: [], amendments: [], examined: [] }
  const inPlace = [...before].sort(([a], [b]) => a - b).map(([, one]) => one)
  return { orphan: { ...orphan, ...nothing, kept: inPlace }, deletion: { ...deletion, ...nothing, kept }, assumptions }
}

type Decisions = Pick<Pass, 'removals' | 'amendments'>

const decideAll = <K>(policy: Policy, snapshot: Snapshot, uids: Numbering, stays: Stays<K>): Decided<K> => {
  const { objects } = snapshot
  const scopes = scopeTable(snapshot.scopes)
  const seen = coverageFacts(snapshot.coverage, snapshot.scopes, policy)
  const trusts = policy.uncovered === 'absent'
  const get = getObjectIn(objects, uids, scopes, trusts ? () => true : seen.covers)
  const scanned = scan(policy, objects, uids)
  const input: PassInput = {
    policy,
    objects,
    uids,
    scopes,
    scanned,
    drained: drain({ policy, scopes, get, objects, uids, scanned }),
    get,
    unseen: trusts ? () => null : seen.unseenDependents,
  }
  const [orphan, deletion] = [passOrphan(input), passDelete(input, stays)]
  const assumptions = isPlain(snapshot.coverage) ? [] : assumptionsOf([orphan, deletion], groundsOf(input, seen))
  return { orphan, deletion, assumptions }
}

const groundsOf = ({ objects, scopes, drained, unseen }: PassInput, seen: CoverageFacts): Grounds => {
  const assumedOfOwner = assumedFrom(scopes, seen.assumed)
  return {
    assumedOfOwner,
    assumedOfDependents: seen.assumedOfDependents,
    unseen,
    attention: attentionOf(objects, drained, assumedOfOwner),
  }
}

/** True for a coverage of everything on no ground: nothing is assumed. */
const isPlain = (coverage: Coverage): boolean => coverage._tag === 'Everything' && coverage.because === undefined
