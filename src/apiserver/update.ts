/**
 * Handles a change of an object's finalizers or owners, which may complete the object's deletion.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go ShouldDeleteDuringUpdate
 */
import type { KubeObject, OwnerReference } from './object.js'
import { finalizersWithout, foregroundFinalizer, hasFinalizer, isBeingDeleted, orphanFinalizer } from './object.js'
import type { Answer } from './answer.js'
import { badRequest, invalid, notFound } from './answer.js'
import { holds } from './namespace.js'
import { isNamespace } from './finalizers.js'
import { referencesRefusal, storedReferences } from './references.js'
import { changeProblem, problemIfThere } from './sound.js'

/** What a change sets; what is absent stays as it is. */
export interface Change {
  readonly finalizers?: ReadonlyArray<string>
  readonly ownerReferences?: ReadonlyArray<OwnerReference>
}

/**
 * Changes finalizers or owners of an object.
 *
 * Shape: metadata. The resource version stays as it was: the store gives it a new one.
 * Fails: never; errors are answers: `BadRequest` (400) for what is not of its type; `NotFound` (404); `Invalid` (422)
 * for a new finalizer on an object that is being deleted, for both finalizers of the collector at once, and for owner
 * references that the server does not take.
 *
 * @example
 * ```ts
 * import { update } from 'gcplan/apiserver'
 *
 * const marked = { name: 'x', uid: 'u', finalizers: ['orphan'], deletionTimestamp: new Date(0), deletionGracePeriodSeconds: 0 }
 * console.log(update({ finalizers: [] })({ apiVersion: 'v1', kind: 'Node', metadata: marked })._tag) // Gone
 * ```
 */
export const update =
  (change: Change) =>
  <O extends KubeObject>(object: O | undefined): Answer<O> => {
    const unsound = changeProblem(change) ?? problemIfThere(object)
    return unsound === undefined ? changed(change)(object) : badRequest(unsound)
  }

/** {@link update} of an object and by a change that are what their types say. */
export const changed =
  (change: Change) =>
  <O extends KubeObject>(object: O | undefined): Answer<O> => {
    if (object === undefined) return notFound('the object')
    const { ownerReferences } = change
    const stored = ownerReferences === undefined ? {} : { ownerReferences: storedReferences(ownerReferences) }
    return replace({ ...object, metadata: { ...object.metadata, ...change, ...stored } })(object)
  }

/**
 * Puts an object in the place of what it was before; both are one and the same, by name and uid.
 *
 * Fails: never; `Invalid` (422) as {@link update}.
 */
export const replace =
  <O extends KubeObject>(changed: O) =>
  (before: O): Answer<O> => {
    const refusal = finalizersRefusal(before, changed) ?? referencesRefusal(changed.metadata.ownerReferences ?? [])
    if (refusal !== undefined) return invalid(refusal)
    return isReleased(before, changed)
      ? { _tag: 'Gone', code: 200, last: changed }
      : { _tag: 'Stays', code: 200, object: changed }
  }

/**
 * Takes one finalizer from an object; an object without it stays as it is.
 *
 * Fails: never; `BadRequest` (400) for what is no object; `NotFound` (404) for one that is not there.
 */
export const removeFinalizer =
  (finalizer: string) =>
  <O extends KubeObject>(object: O | undefined): Answer<O> => {
    const unsound = problemIfThere(object)
    return unsound === undefined ? withoutFinalizer(finalizer)(object) : badRequest(unsound)
  }

/** {@link removeFinalizer} of an object that is what its type says. */
export const withoutFinalizer =
  (finalizer: string) =>
  <O extends KubeObject>(object: O | undefined): Answer<O> =>
    object === undefined
      ? notFound('the object')
      : changed({ finalizers: finalizersWithout(finalizer, object) })(object)

/** True when nothing is left that kept an object whose deletion had been asked for. */
const isReleased = (before: KubeObject, now: KubeObject): boolean =>
  isBeingDeleted(before) &&
  (before.metadata.deletionGracePeriodSeconds ?? 0) === 0 &&
  (now.metadata.finalizers ?? []).length === 0 &&
  !(isNamespace(now) && holds(now))

const finalizersRefusal = (before: KubeObject, now: KubeObject): string | undefined => {
  const old = new Set(before.metadata.finalizers)
  const added = (now.metadata.finalizers ?? []).filter((finalizer) => !old.has(finalizer))
  if (isBeingDeleted(before) && added.length > 0)
    return `no new finalizers can be added if the object is being deleted: ${added.join(', ')}`
  return added.length > 0 && hasFinalizer(orphanFinalizer)(now) && hasFinalizer(foregroundFinalizer)(now)
    ? `finalizers ${orphanFinalizer} and ${foregroundFinalizer} exclude each other`
    : undefined
}
