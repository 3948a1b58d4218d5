/**
 * Whether an object is deleted when a finalizer is removed, or other finalizers still hold it.
 */
import type { Answer } from '../../apiserver/answer.js'
import { withoutFinalizer } from '../../apiserver/update.js'
import type { KubeObject, Target } from '../../apiserver/object.js'
import type { Action } from './action.js'
import { removeFinalizer } from './action.js'
import type { Address } from '../../apiserver/scope.js'
import type { Amendment, KeepReason, Reason, Removal } from './reason.js'

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

/** Why an object stays whose deletion has been asked for. */
export const beingDeleted = ({ metadata }: KubeObject): KeepReason => ({
  _tag: 'BeingDeleted',
  since: metadata.deletionTimestamp as Date,
  finalizers: metadata.finalizers ?? [],
})
