/** Explains why an object still exists: what keeps it, what blocks its deletion, and who must act. */
import type { either as E, option as O } from 'fp-ts'

import { isLeft, right } from '../../core/either.js'
import { none, some } from '../../core/option.js'
import type { InvalidInput } from '../../core/problem.js'
import type { WholeObject, Target } from '../../apiserver/object.js'
import { isBeingDeleted, targetOf } from '../../apiserver/object.js'
import { plan } from '../../controllers/owner/plan.js'
import type { Policy } from '../../controllers/owner/policy.js'
import type { AmendReason, KeepReason, Plan, Reason } from '../../controllers/owner/reason.js'
import type { Snapshot } from '../../controllers/owner/snapshot.js'
import { coverageFacts } from '../../controllers/owner/coverage-facts.js'
import { scopeTable } from '../../apiserver/scope.js'
import { blockingDependents, blockersOf, blockerContext } from './blockers.js'
import type { BlockerContext } from './blockers.js'
import type { Actor } from './actor.js'
import { actorOf, collector, keeper } from './actor.js'
import type { Blocker } from './reason.js'

/** Why an object is still there. */
export interface Diagnosis {
  readonly target: Target
  readonly state: 'stays' | 'going' | 'terminating' | 'stuck'
  /** Why the collector keeps it, deletes it or changes it. */
  readonly reasons: ReadonlyArray<Reason | AmendReason | KeepReason>
  /** What holds it while it is being deleted. */
  readonly blockers: ReadonlyArray<Blocker>
  /** Objects that hold it through others, nearest first, each with what holds it; no more than fifty. */
  readonly behind: ReadonlyArray<{ readonly target: Target; readonly blockers: readonly [Blocker, ...Blocker[]] }>
  /** Each once, in the order in which they were come upon. */
  readonly actors: readonly [Actor, ...Actor[]]
}

/**
 * Explains why an object still exists.
 *
 * Shape: nothing for a uid that the snapshot does not hold. `stuck` means that no component will ever release it.
 * Order: blockers as kubelet, finalizers, what the collector waits for; `behind` by distance.
 * Fails: `InvalidInput` when the policy or the snapshot is not what its type says.
 *
 * @example
 * ```ts
 * import { either as E, option as O } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 * import { diagnose, explainCascade } from 'gcplan/simulate/cascade'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 *
 * const at = new Date('2026-01-01T12:00:00Z')
 * const finalizers = ['example.com/backup']
 * const metadata = { namespace: 'shop', name: 'db', uid: 'u-1', finalizers, deletionTimestamp: at }
 * const found = diagnose(Owner.defaultPolicy)({
 *   at,
 *   objects: [{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata }],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 * })('u-1')
 * if (E.isRight(found) && O.isSome(found.right)) console.log(found.right.value.blockers.map(explainCascade).join())
 * // the finalizer example.com/backup holds it until the controller of example.com takes it off
 * ```
 */
export const diagnose =
  (policy: Policy) =>
  (snapshot: Snapshot): ((uid: string) => E.Either<InvalidInput, O.Option<Diagnosis>>) => {
    const planned = plan(policy)(snapshot)
    if (isLeft(planned)) return () => planned
    const scopes = scopeTable(snapshot.scopes)
    const content = coverageFacts(
      snapshot.coverage,
      snapshot.scopes.filter(({ namespaced }) => namespaced),
      policy,
    )
    const unseen = policy.uncovered === 'absent' ? () => null : content.unseenDependents
    const context = blockerContext(snapshot.objects, scopes, unseen)
    const objects = new Map<string, WholeObject>(snapshot.objects.map((object) => [object.metadata.uid, object]))
    const decided = decisionsOf(planned.right)
    return (uid) => {
      const object = objects.get(uid)
      return right(object === undefined ? none : some(diagnosisOf({ context, decided }, object)))
    }
  }

interface Decision {
  readonly acts: boolean
  readonly reasons: ReadonlyArray<Reason | AmendReason | KeepReason>
}

interface Case {
  readonly context: BlockerContext
  readonly decided: ReadonlyMap<string, Decision>
}

/** What the collector does about each object; what acts counts before what keeps. */
const decisionsOf = ({ passes }: Plan): ReadonlyMap<string, Decision> => {
  const decided = new Map<string, Decision>()
  for (const { removals, amendments } of passes)
    for (const { target, reasons } of [...removals, ...amendments]) decided.set(target.id, { acts: true, reasons })
  for (const { kept } of passes)
    for (const { target, reasons } of kept)
      if (!decided.has(target.id)) decided.set(target.id, { acts: false, reasons })
  return decided
}

const nothingDecided: Decision = { acts: false, reasons: [] }

const diagnosisOf = (of: Case, object: WholeObject): Diagnosis => {
  const target = targetOf(object)
  const { acts, reasons } = of.decided.get(target.id) ?? nothingDecided
  if (!isBeingDeleted(object)) {
    const goes = acts && reasons.some(({ _tag }) => _tag === 'OwnersAbsent' || _tag === 'OwnersWaiting')
    const actor = goes ? collector : keeper(target, reasons)
    return {
      target,
      state: goes ? 'going' : actor._tag === 'Nobody' ? 'stuck' : 'stays',
      reasons,
      blockers: [],
      behind: [],
      actors: [actor],
    }
  }
  const { blockers, behind, actors } = walk(of, object)
  // Owners that wait for each other wait for nobody else.
  const [first = { _tag: 'Nobody', edit: target }, ...others] = actors
  const state = [first, ...others].some(({ _tag }) => _tag === 'Nobody') ? 'stuck' : 'terminating'
  return { target, state, reasons, blockers, behind, actors: [first, ...others] }
}

/** So many objects are told of behind one. */
const limit = 50

/** From the object to what it waits for, and to what that waits for, each once. */
const walk = (
  { context, decided }: Case,
  start: WholeObject,
): Pick<Diagnosis, 'blockers' | 'behind'> & { readonly actors: ReadonlyArray<Actor> } => {
  const actors = new Map<string, Actor>()
  const behind: Diagnosis['behind'][number][] = []
  const own = blockersOf(context)(start)
  const seen = new Set([start.metadata.uid])
  const open: (readonly [WholeObject, ReadonlyArray<Blocker>])[] = [[start, own]]
  const add = (actor: Actor): void => {
    actors.set(JSON.stringify(actor), actor)
  }
  for (let at = 0; at < open.length; at++) {
    const [object, blockers] = open[at] as (typeof open)[number]
    const acts = decided.get(object.metadata.uid)?.acts === true
    if (acts) add(collector)
    for (const blocker of blockers) {
      const actor = actorOf(blocker, object, acts)
      if (actor !== null) add(actor)
      for (const next of nextOf(context, object, blocker)) {
        const { uid } = next.metadata
        if (seen.has(uid) || open.length > limit) continue
        seen.add(uid)
        const further = blockersOf(context)(next)
        const [first, ...others] = further
        const target = targetOf(next)
        if (first !== undefined) behind.push({ target, blockers: [first, ...others] })
        if (!isBeingDeleted(next)) {
          const decision = decided.get(uid) ?? nothingDecided
          add(decision.acts ? collector : keeper(target, decision.reasons))
        }
        open.push([next, further])
      }
    }
  }
  return { blockers: own, behind, actors: [...actors.values()] }
}

/** The objects that a blocker leads to. */
const nextOf = (context: BlockerContext, object: WholeObject, blocker: Blocker): ReadonlyArray<WholeObject> => {
  switch (blocker._tag) {
    case 'BlockingDependents':
      return blockingDependents(context, object.metadata.uid)
    case 'NamespaceContent':
      return context.contentOf(object.metadata.name)
    default:
      return []
  }
}
