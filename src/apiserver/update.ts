/**
 * Handles a change of an object: of its finalizers or owners, or of all of it. The change may complete the object's deletion.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go ShouldDeleteDuringUpdate
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/rest/update.go BeforeUpdate
 */
import { canonicalJson } from '../internal/canonical-json.js'
import { ownField } from '../internal/lists.js'
import { type Answer, badRequest, invalid, notFound, conflict } from './answer.js'
import { holds } from './delete.js'
import {
  type KubeObject,
  type OwnerReference,
  type WholeObject,
  type ObjectMeta,
  finalizersWithout,
  foregroundFinalizer,
  groupOf,
  hasFinalizer,
  isBeingDeleted,
  orphanFinalizer,
  isNamespace,
  referencesRefusal,
  storedReferences,
} from './object.js'
import { changeProblem, problemIfThere } from './request.js'

/** The fields to change; absent ones stay. */
export interface Change {
  readonly finalizers?: ReadonlyArray<string>
  readonly ownerReferences?: ReadonlyArray<OwnerReference>
}

/**
 * Changes finalizers or owners of an object.
 *
 * Shape: metadata. The resource version is unchanged; the store sets a new one.
 * Fails: never; errors are responses: `BadRequest` (400) for invalid input; `NotFound` (404); `Invalid` (422) for a new
 * finalizer on an object that is being deleted, for both finalizers of the collector at once, and for owner references
 * that the server rejects.
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

/** {@link update} without the checks of its arguments. */
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
const replace =
  <O extends KubeObject>(changed: O) =>
  (before: O): Answer<O> => {
    const refusal = finalizersRefusal(before, changed) ?? referencesRefusal(changed.metadata.ownerReferences ?? [])
    if (refusal !== undefined) return invalid(refusal)
    return isReleased(before, changed)
      ? { _tag: 'Gone', code: 200, last: changed }
      : { _tag: 'Stays', code: 200, object: changed }
  }

/**
 * Removes one finalizer from an object, if it has it.
 *
 * Fails: never; `BadRequest` (400) for an invalid object; `NotFound` (404).
 */
export const removeFinalizer =
  (finalizer: string) =>
  <O extends KubeObject>(object: O | undefined): Answer<O> => {
    const unsound = problemIfThere(object)
    return unsound === undefined ? withoutFinalizer(finalizer)(object) : badRequest(unsound)
  }

/** {@link removeFinalizer} without the check of its argument. */
export const withoutFinalizer =
  (finalizer: string) =>
  <O extends KubeObject>(object: O | undefined): Answer<O> =>
    object === undefined
      ? notFound('the object')
      : changed({ finalizers: finalizersWithout(finalizer, object) })(object)

/**
 * True if the object is being deleted and nothing holds it any more: no grace period, no finalizer, no content of a
 * namespace.
 */
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

/** Whether a request has to say which version it replaces. */
export type Versioned = 'version-required' | 'version-optional'

/** What a request is sent to: the object, or its status, which counts no generation. */
export type Part = 'whole' | 'status'

/**
 * The object after the request, as `given`.
 *
 * Shape: what only the server sets stays where it is left out, and the time of creation whatever is given; a change of the
 * specification increments the generation, for kinds that have one; an object that says the same as before is that very
 * object. The status is taken with the rest.
 * Fails: `Conflict` (409) for another uid or resource version, `Invalid` (422) as `update` of the API, for a change of what
 * only the server sets, and for a custom resource without its version.
 */
export const putInPlace =
  (versioned: Versioned, part: Part = 'whole') =>
  (given: WholeObject) =>
  (before: WholeObject): Answer<WholeObject> => {
    const refusal = versionRefusal(versioned, given.metadata, before.metadata)
    if (refusal !== undefined) return refusal
    const kept = settledMeta(given.metadata, before.metadata)
    const fixed = (['creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const).find(
      (field) => !isSame(kept[field], before.metadata[field]),
    )
    if (fixed !== undefined) return invalid(`metadata.${fixed}: field is immutable`)
    const next: WholeObject = { ...given, metadata: kept }
    if (isSame(next, before)) return { _tag: 'Stays', code: 200, object: before }
    const { generation } = before.metadata
    const counts = part === 'whole' && generation !== undefined && generation > 0 && isCounted(next, before)
    return replace(counts ? { ...next, metadata: { ...kept, generation: generation + 1 } } : next)(before)
  }

/**
 * True for a change that increments the generation: of the specification, and of annotations that a Deployment passes on.
 *
 * @upstream kubernetes 1.36.2 pkg/registry/apps/deployment/strategy.go PrepareForUpdate
 */
const isCounted = (next: WholeObject, before: WholeObject): boolean =>
  !isSame(next.spec, before.spec) ||
  (next.kind === 'Deployment' &&
    groupOf(next.apiVersion) === 'apps' &&
    !isSame(next.metadata.annotations ?? {}, before.metadata.annotations ?? {}))

/**
 * The object with the status of `given`, as the subresource `status` stores it.
 *
 * Fails: `Conflict` (409) for another uid or resource version.
 */
export const putStatus =
  (given: WholeObject) =>
  (before: WholeObject): Answer<WholeObject> =>
    versionRefusal('version-optional', given.metadata, before.metadata) ?? {
      _tag: 'Stays',
      code: 200,
      object: given.status === before.status ? before : { ...before, status: given.status },
    }

const versionRefusal = (versioned: Versioned, given: ObjectMeta, before: ObjectMeta): Answer<never> | undefined => {
  const { uid, resourceVersion } = given
  if (uid !== before.uid) return conflict(`uid in request: ${uid}, in object: ${before.uid}`)
  if (resourceVersion === undefined || resourceVersion === '')
    return versioned === 'version-required'
      ? invalid('metadata.resourceVersion: must be specified for an update')
      : undefined
  return resourceVersion === before.resourceVersion
    ? undefined
    : conflict('the object has been modified; please apply your changes to the latest version and try again')
}

/** Metadata as given, with what only the server sets as it was. */
const settledMeta = (given: ObjectMeta, before: ObjectMeta): ObjectMeta => {
  const { ownerReferences } = given
  const kept = {
    ...given,
    resourceVersion: before.resourceVersion,
    generation: before.generation,
    // Nobody changes when it was created, or when its deletion began, whatever is given.
    creationTimestamp: before.creationTimestamp ?? given.creationTimestamp,
    deletionTimestamp: before.deletionTimestamp ?? given.deletionTimestamp,
    deletionGracePeriodSeconds: given.deletionGracePeriodSeconds ?? before.deletionGracePeriodSeconds,
    ...(ownerReferences === undefined ? {} : { ownerReferences: storedReferences(ownerReferences) }),
  }
  return kept
}

/** Equal in everything that can be printed. */
const isSame = (a: unknown, b: unknown): boolean => a === b || canonicalJson(a) === canonicalJson(b)

/**
 * Sets the finalizers in the specification of a namespace; the last one lets go of a namespace that is being deleted.
 *
 * @upstream kubernetes 1.36.2 pkg/registry/core/namespace/storage/storage.go FinalizeREST
 */
export const finalized =
  (finalizers: ReadonlyArray<string>) =>
  <O extends WholeObject>(namespace: O): Answer<O> =>
    changed({})(
      isEqualList(ownField(namespace.spec, 'finalizers'), finalizers)
        ? namespace
        : { ...namespace, spec: { ...(typeof namespace.spec === 'object' ? namespace.spec : {}), finalizers } },
    )

const isEqualList = (list: unknown, other: ReadonlyArray<string>): boolean =>
  Array.isArray(list) && list.length === other.length && other.every((item, index) => list[index] === item)
