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
import type { Kept } from '../../core/plan.js'
import type { InvalidInput } from '../../core/problem.js'
import type { Numbering } from '../../internal/lists.js'
import { type KubeObject, targetOf } from '../../apiserver/object.js'
import { type Coverage, scopeTable } from '../../apiserver/scope.js'
import { type Grounds, assumptionsOf, attentionOf } from './assumptions.js'
import { type Snapshot, blockingKind, soundUids, watching } from './snapshot.js'
import { type CoverageFacts, coverageFacts } from './coverage-facts.js'
import { drain } from './drain.js'
import { assumedFrom, getObjectIn } from './get-object.js'
import { passDelete } from './pass-delete.js'
import type { PassInput } from './pass-input.js'
import { passOrphan } from './pass-orphan.js'
import { type GroupKind, type Policy, findPolicyProblems } from './policy.js'
import type { KeepReason, OwnerFamily, Pass, Plan } from './reason.js'
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
      fp.map((uids) => decide(policy, snapshot, uids)),
    )
  }

/** The plan of a sound snapshot, whose uids are numbered. */
export const decide = (policy: Policy, snapshot: Snapshot, uids: Numbering): Plan => {
  const planned = decideAll(watching(policy, snapshot), snapshot, uids)
  const kind = blockingKind(policy, snapshot)
  return kind === undefined ? planned : blocked(kind, snapshot.objects, planned)
}

/** A plan of which nothing comes to pass, since the list of a kind is missing. */
const blocked = ({ group, kind }: GroupKind, objects: ReadonlyArray<KubeObject>, plan: Plan): Plan => {
  const [orphan, deletion] = plan.passes
  const reason: KeepReason = { _tag: 'KindUnsynced', group, kind }
  return { ...plan, passes: [nothingIn(orphan, objects, reason), nothingIn(deletion, objects, reason)] }
}

const nothingIn = (pass: Pass, objects: ReadonlyArray<KubeObject>, reason: KeepReason): Pass => {
  const reasons = new Map<string, Kept<OwnerFamily>['reasons']>(
    pass.kept.map((one) => [one.target.id, one.reasons] as const),
  )
  for (const { target } of [...pass.removals, ...pass.amendments]) reasons.set(target.id, [reason])
  return {
    ...pass,
    removals: [],
    amendments: [],
    examined: [],
    kept: objects.flatMap((each) => {
      const why = reasons.get(each.metadata.uid)
      return why === undefined ? [] : [{ target: targetOf(each), reasons: why }]
    }),
  }
}

const decideAll = (policy: Policy, snapshot: Snapshot, uids: Numbering): Plan => {
  const { at, objects } = snapshot
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
  const passes = [passOrphan(input), passDelete(input)] as const
  return {
    at,
    passes,
    wakeAt: fp.none,
    assumptions: isPlain(snapshot.coverage) ? [] : assumptionsOf(passes, groundsOf(input, seen)),
  }
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
