/**
 * Plans all collectors of a control plane from one snapshot:
 *
 * 1. each collector is asked separately (`ask.ts`); the lifecycle collector also gets the owner status of objects;
 * 2. their answers are merged by object: what they remove (`join.ts`), and why objects stay (`keeps.ts`);
 * 3. each object that any collector removes is removed once, unless all must agree and one objects (`vote.ts`).
 *
 * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Proposal
 */
import { earliest, isNonEmpty, type Numbering, elementAt, numberOfKey, numbering } from '../../internal/lists.js'
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { type Target, isBeingDeleted, targetOf } from '../../apiserver/object.js'
import { type Answers, ask } from './ask.js'
import { type NotDue, type Wakes, allRun } from './schedule.js'
import { policiesProblems, problemsBesidesUids, snapshotProblems } from './check.js'
import { type Joined, type Wish, calls, join } from './join.js'
import { keepsIn } from './keeps.js'
import type { Policies } from './policy.js'
import type { Amendment, KeepReason, Kept, Plan, Reason, Removal } from './reason.js'
import type { Snapshot } from './snapshot.js'
import { type Listing, viewsOf } from './views.js'
import { objections } from './vote.js'

/** Why there is no plan: an invalid snapshot or policy. */
export type PlanError = InvalidInput

/**
 * Decides what all collectors would do with one snapshot of a cluster.
 *
 * Shape: every object is in `removals` or in `kept` of the one pass, with the reasons of every applicable collector. If
 * each acts on its own, a removal has the calls of all that want it; if all must agree, those of the first. Without
 * agreement an object is kept, with `Held` first. Terminating objects and pods on missing or out-of-service nodes need
 * no agreement. A disabled lifecycle is not asked.
 * Order: removals by collector in the order of `collectors`, then in the collector's order; kept as in the snapshot.
 * Units: `wakeAt` is when the first collector changes a decision, or its reason to keep an object. With capacities of
 * the lifecycle it may be early.
 * Fails: `InvalidInput` for an invalid snapshot or policy, or a duplicate uid.
 *
 * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Proposal
 *
 * @example
 * ```ts
 * import { known } from 'gcplan'
 * import * as PodGc from 'gcplan/controllers/pod'
 * import * as ControlPlane from 'gcplan/simulate/control-plane'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 *
 * const running = { apiVersion: 'batch/v1', kind: 'Job', metadata: { namespace: 'shop', name: 'bill', uid: 'u-1' } }
 * const ownerReferences = [{ apiVersion: 'batch/v1', kind: 'Job', name: 'bill', uid: 'u-1', controller: true }]
 * const done = (name: string) => ({
 *   apiVersion: 'v1',
 *   kind: 'Pod',
 *   metadata: { namespace: 'shop', name, uid: name, ownerReferences },
 *   status: { phase: 'Succeeded' },
 * })
 * const snapshot: ControlPlane.Snapshot = {
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [running, done('bill-1'), done('bill-2')],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 *   apiNodes: known([]),
 *   memory: ControlPlane.emptyMemory,
 * }
 * const pod = { ...PodGc.defaultPolicy, terminatedPodGcThreshold: 1 }
 * for (const agreement of ['each-on-its-own', 'all-agree'] as const) {
 *   const planned = ControlPlane.planKubernetes({ ...ControlPlane.defaultPolicies, agreement, pod })(snapshot)
 *   if (planned._tag === 'Right') console.log(agreement, planned.right.passes[0].removals.map(({ target }) => target.name))
 *   // each-on-its-own [ 'bill-1' ]
 *   // all-agree []
 * }
 * ```
 */
export const planKubernetes =
  (policies: Policies) =>
  (snapshot: Snapshot): E.Either<PlanError, Plan> =>
    fp.map(({ plan }: Decided) => plan)(decide(policies, allRun)(snapshot))

/** A plan, and when each collector wakes. */
export interface Decided {
  readonly plan: Plan
  readonly wakes: Wakes
}

/** As {@link planKubernetes}, without those who rest. */
export const decide =
  (policies: Policies, notDue: NotDue) =>
  (snapshot: Snapshot): E.Either<PlanError, Decided> => {
    const invalid = policiesProblems(policies) ?? problemsBesidesUids(snapshot)
    if (invalid !== null) return fp.left(invalid)
    const uids = numbering(snapshot.objects.map(({ metadata }) => metadata.uid))
    const repeated = uids.distinct ? null : snapshotProblems(snapshot)
    if (repeated !== null) return fp.left(repeated)
    const views = viewsOf(snapshot)
    return fp.pipe(
      ask(policies, snapshot, views, uids, notDue),
      fp.map((answers) => decided(policies, snapshot, uids, views.listing, answers)),
    )
  }

const decided = (
  policies: Policies,
  snapshot: Snapshot,
  uids: Numbering,
  listing: Listing,
  answers: Answers,
): Decided => {
  const said = join(answers, uids)
  const keepsAt = keepsIn(answers, listing)
  const { objects } = snapshot
  const targets = new Map<number, Target>()
  const targetAt = (place: number): Target => {
    const known = targets.get(place)
    if (known !== undefined) return known
    const target = targetOf(elementAt(objects, place))
    targets.set(place, target)
    return target
  }
  const requires = (ids: ReadonlyArray<{ readonly id: string }>): ReadonlyArray<Target> =>
    ids.map(({ id }) => targetAt(numberOfKey(uids, id)))
  const removals: Removal[] = []
  const gone = new Uint8Array(objects.length)
  const held = new Map<number, KeepReason>()
  for (const [place, wishes] of said.wishes) {
    const [first, ...others] = wishes.flatMap(({ reasons }) => reasons)
    if (first === undefined) continue
    const against =
      policies.agreement === 'each-on-its-own' || isBeingDeleted(elementAt(objects, place))
        ? []
        : objections([first, ...others], keepsAt(place))
    const [objector, ...more] = against
    if (objector !== undefined) {
      held.set(place, { _tag: 'Held', wanted: [first, ...others], by: [objector, ...more] })
      continue
    }
    gone[place] = 1
    removals.push(removalOf(policies, targetAt(place), wishes, [first, ...others], requires))
  }
  const wakes = wakesOf(answers, (uid) => gone[numberOfKey(uids, uid)] !== 1)
  const wakeAt = earliest(Object.values(wakes))
  const plan: Plan = {
    at: snapshot.at,
    passes: [
      {
        name: 'cluster',
        observesAgain: false,
        goal: { _tag: 'RemoveAll' },
        onFailure: 'continue',
        removals,
        amendments: amendmentsIn(said, targetAt, requires),
        reserve: [],
        kept: keptOf(objects, keepsAt, gone, held),
        events: said.events,
        refusal: fp.none,
      },
    ],
    wakeAt: wakeAt === undefined ? fp.none : fp.some(wakeAt),
    assumptions: answers.flatMap(({ assumptions }) => assumptions),
  }
  return { plan, wakes }
}

const removalOf = (
  { agreement }: Policies,
  target: Target,
  wishes: ReadonlyArray<Wish>,
  reasons: readonly [Reason, ...Reason[]],
  requires: (ids: ReadonlyArray<{ readonly id: string }>) => ReadonlyArray<Target>,
): Removal => {
  const acting = agreement === 'all-agree' ? wishes.slice(0, 1) : wishes
  return {
    target,
    actions: acting.flatMap(({ collector, removal }) =>
      calls(collector, removal.actions),
    ) as unknown as Removal['actions'],
    reasons,
    requires: requires(acting.flatMap(({ removal }) => removal.requires)),
    frees: 0,
  }
}

const amendmentsIn = (
  { amendments }: Joined,
  targetAt: (place: number) => Target,
  requires: (ids: ReadonlyArray<{ readonly id: string }>) => ReadonlyArray<Target>,
): ReadonlyArray<Amendment> =>
  amendments.map(({ place, collector, amendment, reasons }) => ({
    target: targetAt(place),
    actions: calls(collector, amendment.actions) as unknown as Amendment['actions'],
    reasons: reasons as Amendment['reasons'],
    requires: requires(amendment.requires),
  }))

const nobodysMatter: Kept['reasons'] = [{ _tag: 'NobodysMatter' }]

const keptOf = (
  objects: Snapshot['objects'],
  keepsAt: (place: number) => ReadonlyArray<KeepReason>,
  gone: Uint8Array,
  held: ReadonlyMap<number, KeepReason>,
): ReadonlyArray<Kept> => {
  const kept: Kept[] = []
  for (let place = 0; place < objects.length; place++) {
    if (gone[place] === 1) continue
    const said = keepsAt(place)
    const hold = held.size === 0 ? undefined : held.get(place)
    const reasons = hold === undefined ? said : [hold, ...said]
    kept.push({ target: targetOf(elementAt(objects, place)), reasons: isNonEmpty(reasons) ? reasons : nobodysMatter })
  }
  return kept
}

/** When each of them says something else that a plan tells: of an object that goes, not why others would keep it. */
const wakesOf = (answers: Answers, tells: (uid: string) => boolean): Wakes => {
  const wakes: { -readonly [Who in keyof Wakes]: Wakes[Who] } = {}
  for (const { collector, wakeAt } of answers) {
    const first = wakeAt(tells)
    if (fp.isSome(first)) wakes[collector] = first.value
  }
  return wakes
}
