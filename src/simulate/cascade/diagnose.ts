/**
 * Explains why an object still exists: what keeps it, what blocks its deletion, and who must act. The owner collector's plan
 * says what it does; a dry run of the engine shows what other controllers do next.
 */
import type { either as E, option as O } from 'fp-ts'

import { fromNullable, left, map, mapOption, pipe } from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { type WholeObject, type Target, isBeingDeleted, isNamespace, targetOf } from '../../apiserver/object.js'
import { plan } from '../../controllers/owner/plan.js'
import type { Policy } from '../../controllers/owner/policy.js'
import type { AmendReason, KeepReason, Reason } from '../../controllers/owner/reason.js'
import type { Snapshot } from '../../controllers/owner/snapshot.js'
import { type OutsideWait, findHolderProblems, isHopeless } from '../consequence/holder.js'
import { type Actor, collector, keeper } from './actor.js'
import { type Behind, behindOf } from './behind.js'
import { type Case, caseOf } from './case.js'
import { type DefinitionState, definitionStateOf } from './definition-state.js'
import type { NeverEnds } from './edit.js'
import { type NamespaceState, namespaceStateOf } from './namespace-state.js'
import { neverEnding } from './never.js'
import type { CascadeOptions } from './plan.js'
import type { Blocker, Stuck, Undeletable } from './reason.js'

/** Why an object is still there. */
export interface Diagnosis {
  readonly target: Target
  readonly state: 'stays' | 'going' | 'terminating' | 'stuck'
  /** Why the collector keeps it, deletes it or changes it. */
  readonly reasons: ReadonlyArray<Reason | AmendReason | KeepReason>
  /** What holds it while it is being deleted. */
  readonly blockers: ReadonlyArray<Blocker>
  /** Objects that hold it through others, nearest first, each with its blockers; at most fifty. */
  readonly behind: ReadonlyArray<Behind>
  /** Finalizers on it and on what is behind it that Kubernetes does not remove, and who does. */
  readonly waits: ReadonlyArray<OutsideWait>
  /** Edits by hand without which it, or what is behind it, never goes. */
  readonly never: ReadonlyArray<NeverEnds>
  /** Who must act, each once; whoever has to act first comes first. */
  readonly actors: readonly [Actor, ...Actor[]]
  /** What a namespace that is being deleted reports, and when its controller looks next. */
  readonly namespace?: NamespaceState
  /** What a CustomResourceDefinition that is being deleted reports, and when the API server looks next. */
  readonly definition?: DefinitionState
}

/**
 * Explains why an object still exists.
 *
 * Shape: none for a uid that the snapshot lacks. `stuck`: no component will ever release it. Your own controllers are
 * actors if they would send a request about the object now.
 * Order: blockers: kubelet, finalizers, then what the collector waits for; `behind` by distance.
 * Fails: `InvalidInput` for an invalid policy, row about a holder or snapshot.
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
  (policy: Policy, { controllers = [], holders = [] }: CascadeOptions = {}) =>
  (snapshot: Snapshot): ((uid: string) => E.Either<InvalidInput, O.Option<Diagnosis>>) => {
    const problems = findHolderProblems(holders)
    const planned = pipe(
      problems === null ? plan(policy)(snapshot) : left(problems),
      map((found) => caseOf(policy, { controllers, holders }, snapshot, found)),
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
      waits: [],
      never: actors.length > 0 ? [] : neverEnding(of.context, reasons.filter(isUndeletable).map(heldBy(target)), []),
      actors: [first, ...rest],
    }
  }
  const { blockers, behind, actors, waits } = behindOf(of, object)
  // Owners that wait for each other wait for nobody else.
  const [first = { _tag: 'Nobody', edit: target }, ...others] = actors
  const isStuck = waits.some(isHopeless) || [first, ...others].some(({ _tag }) => _tag === 'Nobody')
  const namespace = isNamespace(object)
    ? { namespace: namespaceStateOf(object, of.context.contentOf(object.metadata.name), blockers, of.at) }
    : {}
  const definition = definitionStateOf(object, of.at)
  return {
    target,
    state: isStuck ? 'stuck' : 'terminating',
    reasons,
    blockers,
    behind,
    waits,
    never: neverEnding(of.context, [...stuckBy(target, blockers), ...behind], waits),
    actors: [first, ...others],
    ...namespace,
    ...(definition === undefined ? {} : { definition }),
  }
}

const stuckBy = (target: Target, [first, ...others]: ReadonlyArray<Blocker>): ReadonlyArray<Stuck> =>
  first === undefined ? [] : [{ target, blockers: [first, ...others] }]

const heldBy =
  (target: Target) =>
  (blocker: Blocker): Stuck => ({ target, blockers: [blocker] })

const isUndeletable = (reason: { readonly _tag: string }): reason is Undeletable => undeletable.has(reason._tag)

const undeletable: ReadonlySet<string> = new Set<Undeletable['_tag']>([
  'OwnerKindNotServed',
  'NamespacedOwnerOfClusterScopedObject',
  'KindNotServed',
  'NamespaceMissing',
])
