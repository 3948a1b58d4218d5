/**
 * What the collector does with one object, attempted or not, and why.
 *
 * 1. One that is being deleted is left alone, unless it waits for its dependents.
 * 2. One without owners is left alone.
 * 3. For any other, the attempt says what was decided. Without an attempt, how its references stand says why it stays.
 */
import type { Answer } from '../../apiserver/answer.js'
import {
  type KubeObject,
  type OwnerReference,
  type Target,
  foregroundFinalizer,
  isBeingDeleted,
  targetOf,
  ownersOf,
} from '../../apiserver/object.js'
import type { Address } from '../../apiserver/scope.js'
import { withoutFinalizer } from '../../apiserver/update.js'
import { type Action, type DeleteAction, callsFor, removeFinalizer } from './action.js'
import type { Classification, ClassifiedReferences } from './classify.js'
import type { Decision } from './decide.js'
import type { Drained } from './drain.js'
import { addressIn } from './get-object.js'
import { type PassInput, factOf, unclassified, dependentsOf, objectsOf, ownerOf } from './pass-input.js'
import type { Node } from './memory/node.js'
import type { AbsentOwner, Amendment, KeepReason, Reason, Removal } from './reason.js'
import * as fp from '../../core/fp.js'

/** What becomes of one object. */
export type Verdict =
  | { readonly _tag: 'Removed'; readonly removal: Removal }
  | { readonly _tag: 'Kept'; readonly reason: KeepReason; readonly amendment: Amendment | null }

interface Subject {
  readonly object: KubeObject
  readonly target: Target
  readonly address: Address
  readonly absentOwner: (reference: OwnerReference) => AbsentOwner
}

const kept = (reason: KeepReason): Verdict => ({ _tag: 'Kept', reason, amendment: null })

/** An object with the attempt on it, and how its references stand; null where that does not decide. */
export interface Classified {
  readonly object: KubeObject
  readonly place: number
  readonly attempt: Drained['attempts'][number]
  readonly references: ClassifiedReferences | null
}

/** Decides one object. */
export const verdict = (
  input: PassInput,
  { object, attempt, references }: Classified,
  absentOwner: (namespace: string | undefined) => (reference: OwnerReference) => AbsentOwner,
): Verdict => {
  const waiting =
    attempt !== undefined &&
    isBeingDeleted(object) &&
    input.drained.view.node(object.metadata.uid)?.deletingDependents === true
  if (isBeingDeleted(object) && !waiting) return kept(beingDeleted(object))
  if (!waiting && ownersOf(object).length === 0) return kept({ _tag: 'NoOwners' })
  const address = addressIn(input.scopes, object)
  if ('_tag' in address) return kept(address)
  const target = targetOf(object)
  const subject: Subject = { object, target, address, absentOwner: absentOwner(target.namespace) }
  const decision = attempt?.decision
  if (decision?._tag === 'RemoveFinalizer') return released(input, subject)
  if (decision?._tag === 'Wait') return kept(waitsFor(input, decision.blocking))
  if (references === null) return kept({ _tag: 'NoOwners' })
  return fp.pipe(
    references,
    fp.match(
      (failure) => kept(unclassified(failure)),
      (classification) =>
        decision === undefined
          ? kept(neverAttempted(subject, classification))
          : decided(input, subject, decision, classification),
    ),
  )
}

const waitsFor = (input: PassInput, blocking: ReadonlyArray<Node>): KeepReason => {
  const [first] = objectsOf(input, blocking)
  return first === undefined
    ? { _tag: 'NoOwners' }
    : { _tag: 'WaitsForBlockingDependents', dependents: blocking.length, first: targetOf(first) }
}

const released = (input: PassInput, { object, target, address }: Subject): Verdict => {
  const uncovered = input.unseen(target.namespace)
  if (uncovered !== null) return kept({ _tag: 'DependentsNotCovered', ...uncovered })
  const dependents = dependentsOf(input, target.id).length
  const done = release(foregroundFinalizer)(target, address, object, { _tag: 'NoBlockingDependents', dependents }, [])
  return done._tag === 'Removed' ? done : { ...done, _tag: 'Kept' }
}

const decided = (
  { policy }: PassInput,
  subject: Subject,
  decision: Decision,
  classification: Classification,
): Verdict => {
  const { object, address } = subject
  const { patch, deletion } = callsFor(policy, decision, address, object, ownersOf(object))
  return deletion === null
    ? amended(subject, classification, patch === null ? null : patch(address, object))
    : removed(subject, classification, patch === null ? [deletion] : [patch(address, object), deletion], deletion)
}

const removed = (
  { target, absentOwner }: Subject,
  { dangling, waiting }: Classification,
  actions: Removal['actions'],
  { options: { propagationPolicy } }: DeleteAction,
): Verdict => {
  const absent = factOf('OwnersAbsent', dangling, absentOwner)
  const busy = factOf('OwnersWaiting', waiting, ownerOf)
  // The owner that waits is why it goes in the foreground; else what does not exist is why it goes at all.
  const reasons = propagationPolicy === 'Foreground' ? [...busy, ...absent] : [...absent, ...busy]
  return isNonEmpty(reasons)
    ? { _tag: 'Removed', removal: { target, actions, reasons, requires: [], frees: 0 } }
    : kept({ _tag: 'NoOwners' })
}

const amended = (
  { target, absentOwner }: Subject,
  { solid, dangling, waiting }: Classification,
  action: Action | null,
): Verdict => {
  const [holder] = factOf('SolidOwner', solid, ownerOf)
  const reasons = [
    ...factOf('DanglingReferences', dangling, absentOwner),
    ...factOf('WaitingReferences', waiting, ownerOf),
  ]
  return {
    _tag: 'Kept',
    reason: holder ?? { _tag: 'NoOwners' },
    amendment: action === null || !isNonEmpty(reasons) ? null : { target, actions: [action], reasons, requires: [] },
  }
}

/** Why an object stays that the collector does not look at. */
const neverAttempted = ({ absentOwner }: Subject, { solid, dangling, waiting }: Classification): KeepReason =>
  [
    ...factOf('SolidOwner', solid, ownerOf),
    ...factOf('OwnersStillWaiting', waiting, ownerOf),
    ...factOf('NeverExamined', dangling, absentOwner),
  ][0] ?? { _tag: 'NoOwners' }

const isNonEmpty = <A>(list: ReadonlyArray<A>): list is readonly [A, ...A[]] => list.length > 0

/** How an owner's finalizer is removed: the object is gone, or other finalizers hold it. */
export type Release =
  | { readonly _tag: 'Removed'; readonly removal: Removal }
  | { readonly _tag: 'Amended'; readonly amendment: Amendment; readonly reason: KeepReason }

/** Takes a finalizer off an owner, once these dependents were amended. */
export const release =
  (finalizer: string) =>
  (
    target: Target,
    address: Address,
    object: KubeObject,
    because: Extract<Reason, { readonly _tag: 'NoBlockingDependents' | 'DependentsOrphaned' }>,
    requires: ReadonlyArray<Target>,
  ): Release => {
    const actions: readonly [Action] = [removeFinalizer(finalizer)(address, object)]
    const after: Answer = withoutFinalizer(finalizer)(object)
    if (after._tag === 'Gone')
      return { _tag: 'Removed', removal: { target, actions, reasons: [because], requires, frees: 0 } }
    return {
      _tag: 'Amended',
      amendment: { target, actions, reasons: [because], requires },
      reason: beingDeleted(after._tag === 'Stays' ? after.object : object),
    }
  }

const beingDeleted = ({ metadata }: KubeObject): KeepReason => ({
  _tag: 'BeingDeleted',
  since: metadata.deletionTimestamp as Date,
  finalizers: metadata.finalizers ?? [],
})
