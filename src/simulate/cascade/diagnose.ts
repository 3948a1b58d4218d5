/**
 * Explains why an object still exists: what keeps it, what blocks its deletion, and who must act. The owner collector's plan
 * says what it does; a dry run of the engine shows what other controllers do next.
 */
import type { either as E, option as O } from 'fp-ts'

import { map } from '../../core/either.js'
import { pipe } from '../../core/function.js'
import { fromNullable, map as mapOption } from '../../core/option.js'
import type { InvalidInput } from '../../core/problem.js'
import { type WholeObject, type Target, isBeingDeleted, targetOf } from '../../apiserver/object.js'
import type { Controller } from '../../controllers/controller.js'
import { plan } from '../../controllers/owner/plan.js'
import type { Policy } from '../../controllers/owner/policy.js'
import type { AmendReason, KeepReason, Plan, Reason } from '../../controllers/owner/reason.js'
import type { Snapshot } from '../../controllers/owner/snapshot.js'
import { coverageFacts } from '../../controllers/owner/coverage-facts.js'
import { scopeTable } from '../../apiserver/scope.js'
import { type BlockerContext, blockingDependents, blockersOf, blockerContext } from './blockers.js'
import { type Actor, actorOf, collector, keeper } from './actor.js'
import { nextActs } from './next-act.js'
import type { CascadeOptions } from './plan.js'
import type { Blocker } from './reason.js'

/** Why an object is still there. */
export interface Diagnosis {
  readonly target: Target
  readonly state: 'stays' | 'going' | 'terminating' | 'stuck'
  /** Why the collector keeps it, deletes it or changes it. */
  readonly reasons: ReadonlyArray<Reason | AmendReason | KeepReason>
  /** What holds it while it is being deleted. */
  readonly blockers: ReadonlyArray<Blocker>
  /** Objects that hold it through others, nearest first, each with its blockers; at most fifty. */
  readonly behind: ReadonlyArray<{ readonly target: Target; readonly blockers: readonly [Blocker, ...Blocker[]] }>
  /** Who must act, each once. */
  readonly actors: readonly [Actor, ...Actor[]]
}

/**
 * Explains why an object still exists.
 *
 * Shape: none for a uid that the snapshot lacks. `stuck`: no component will ever release it. Your own controllers are
 * actors if they would send a request about the object now.
 * Order: blockers: kubelet, finalizers, then what the collector waits for; `behind` by distance.
 * Fails: `InvalidInput` for an invalid policy or snapshot.
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
 * // the finalizer example.com/backup holds it until the controller of example.com removes it
 * ```
 */
export const diagnose =
  (policy: Policy, { controllers = [] }: CascadeOptions = {}) =>
  (snapshot: Snapshot): ((uid: string) => E.Either<InvalidInput, O.Option<Diagnosis>>) => {
    const planned = pipe(
      plan(policy)(snapshot),
      map((found) => caseOf(policy, controllers, snapshot, found)),
    )
    return (uid) =>
      pipe(
        planned,
        map((of) =>
          pipe(
            fromNullable(of.objects.get(uid)),
            mapOption((object) => diagnosisOf(of, object)),
          ),
        ),
      )
  }

interface Case {
  readonly objects: ReadonlyMap<string, WholeObject>
  readonly context: BlockerContext
  /** What the collector does about an object. */
  readonly decidedOn: (uid: string) => Decision
  /** What controllers of the caller's own would do with it now. */
  readonly actorsOn: (uid: string, acts?: 'deletes') => ReadonlyArray<Actor>
}

interface Decision {
  readonly acts: boolean
  readonly reasons: Diagnosis['reasons']
}

const caseOf = (policy: Policy, others: ReadonlyArray<Controller>, snapshot: Snapshot, planned: Plan): Case => {
  const content = coverageFacts(
    snapshot.coverage,
    snapshot.scopes.filter(({ namespaced }) => namespaced),
    policy,
  )
  const unseen = policy.uncovered === 'absent' ? () => null : content.unseenDependents
  const decided = decisionsOf(planned)
  let next: ReturnType<typeof nextActs> | undefined
  return {
    objects: new Map(snapshot.objects.map((object) => [object.metadata.uid, object])),
    context: blockerContext(snapshot.objects, scopeTable(snapshot.scopes), unseen),
    decidedOn: (uid) => decided.get(uid) ?? nothingDecided,
    actorsOn: (uid, acts) =>
      ((next ??= nextActs(others, snapshot)).get(uid) ?? [])
        .filter(({ deletes }) => deletes || acts === undefined)
        .map(({ by }) => ({ _tag: 'Controller', name: by })),
  }
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
  const { acts, reasons } = of.decidedOn(target.id)
  if (!isBeingDeleted(object)) {
    const goes = acts && reasons.some(({ _tag }) => _tag === 'OwnersAbsent' || _tag === 'OwnersWaiting')
    const others = of.actorsOn(target.id, 'deletes')
    const actors = goes ? [collector, ...others] : others
    const [first = keeper(target, reasons), ...rest] = actors
    return {
      target,
      state: actors.length > 0 ? 'going' : first._tag === 'Nobody' ? 'stuck' : 'stays',
      reasons,
      blockers: [],
      behind: [],
      actors: [first, ...rest],
    }
  }
  const { blockers, behind, actors } = walk(of, object)
  // Owners that wait for each other wait for nobody else.
  const [first = { _tag: 'Nobody', edit: target }, ...others] = actors
  const state = [first, ...others].some(({ _tag }) => _tag === 'Nobody') ? 'stuck' : 'terminating'
  return { target, state, reasons, blockers, behind, actors: [first, ...others] }
}

const limit = 50

/** From the object to what it waits for, and to what that waits for, each once. */
const walk = (
  { context, decidedOn, actorsOn }: Case,
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
    const { acts } = decidedOn(object.metadata.uid)
    if (acts) add(collector)
    actorsOn(object.metadata.uid).forEach(add)
    for (const blocker of blockers) {
      const actor = actorOf(blocker, object, acts)
      if (actor !== null) add(actor)
      for (const further of nextOf(context, object, blocker)) {
        const { uid } = further.metadata
        if (seen.has(uid) || open.length > limit) continue
        seen.add(uid)
        const holding = blockersOf(context)(further)
        const [first, ...others] = holding
        const target = targetOf(further)
        if (first !== undefined) behind.push({ target, blockers: [first, ...others] })
        if (!isBeingDeleted(further)) {
          const decision = decidedOn(uid)
          add(decision.acts ? collector : keeper(target, decision.reasons))
        }
        open.push([further, holding])
      }
    }
  }
  return { blockers: own, behind, actors: [...actors.values()] }
}

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
