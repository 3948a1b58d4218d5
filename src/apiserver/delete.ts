/**
 * Handles a delete request as the API server does:
 *
 * 1. options that contradict themselves or mean another version of the object are refused;
 * 2. a pod that is being stopped can only be hurried, nothing else of it changes;
 * 3. the collector's finalizers are set as the request says (`finalizers.ts`);
 * 4. the object stays while it has a finalizer, a pod while it has time to end, and a namespace until everything in it is
 *    gone; otherwise it is gone.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go Delete
 */
import { type Answer, badRequest, conflict, internalError, invalid, notFound, objectAfter } from './answer.js'
import { type Condition, cleanupFinalizer, isDefinition, withCondition } from './definition.js'
import { deletePod, hasEnded } from './delete-pod.js'
import { finalizersAfter, finalizersChange, nextGeneration, stays, wholeSeconds } from './finalizers.js'
import { type KubeObject, type WholeObject, isBeingDeleted, isNamespace, isPod } from './object.js'
import { type ServerPolicy, defaultServerPolicy } from './policy.js'
import { type DeleteOptions, type Preconditions, optionsRefusal, deleteProblem, problemIfThere } from './request.js'

/**
 * Applies a delete request to an object at an instant.
 *
 * Shape: metadata of the object; of pods also `spec.nodeName`, `spec.terminationGracePeriodSeconds` and `status.phase`.
 * The resource version is unchanged; the store sets a new one. `undefined` stands for an object that does not exist.
 * Units: grace in whole seconds.
 * Fails: never; errors are responses: `BadRequest` (400, before 1.35 500 for options) for invalid input, `Invalid` (422) for contradicting options,
 * `NotFound` (404), `Conflict` (409) when a precondition fails.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go BeforeDelete
 *
 * @example
 * ```ts
 * import type { KubeObject } from 'gcplan/apiserver'
 * import { requestDelete } from 'gcplan/apiserver'
 *
 * const job: KubeObject = { apiVersion: 'batch/v1', kind: 'Job', metadata: { namespace: 'default', name: 'x', uid: 'u' } }
 * const answer = requestDelete(new Date('2026-01-01T12:00:00Z'))({})(job)
 * if (answer._tag === 'Stays') console.log(answer.object.metadata.finalizers) // [ 'orphan' ]
 * ```
 */
export const requestDelete =
  (at: Date, policy: ServerPolicy = defaultServerPolicy) =>
  (options: DeleteOptions) =>
  <O extends WholeObject>(object: O | undefined): Answer<O> => {
    const unsound = problemIfThere(object)
    return deleteProblem(at, options) === undefined && unsound !== undefined
      ? badRequest(unsound)
      : deleteStored(at, options, object, policy)
  }

/** {@link requestDelete} of an object that a server holds, and that was checked when it came there. */
export const deleteStored = <O extends WholeObject>(
  at: Date,
  options: DeleteOptions,
  object: O | undefined,
  policy: ServerPolicy = defaultServerPolicy,
): Answer<O> => {
  const unsound = deleteProblem(at, options)
  if (unsound !== undefined)
    return policy.unreadableOptions === 'bad-request' ? badRequest(unsound) : internalError(unsound)
  const refusal = optionsRefusal(options)
  return refusal === undefined ? deleteAsAsked(at, options, object, policy) : invalid(refusal)
}

/**
 * {@link requestDelete} without the checks, for options that are known to be valid, such as those that collectors send.
 */
export const deleteAsAsked = <O extends WholeObject>(
  at: Date,
  options: DeleteOptions,
  object: O | undefined,
  policy: ServerPolicy = defaultServerPolicy,
): Answer<O> => {
  if (object === undefined) return notFound('the object')
  const mismatch = mismatchOf(options.preconditions, object)
  if (mismatch !== undefined) return conflict(mismatch)
  if (isNamespace(object)) return requestNamespaceDelete(at, options, object)
  if (isDefinition(object)) return requestDefinitionDelete(at, options, object)
  return !isPod(object) || hasEnded(object) ? deleteNow(at, options, object) : deletePod(at, options, object, policy)
}

/** What deletes leave of objects, in their order; an object of which `optionsOf` knows no options is not deleted. */
export const afterDeletes =
  (at: Date, optionsOf: (object: KubeObject) => DeleteOptions | undefined) =>
  <O extends WholeObject>(objects: ReadonlyArray<O>): ReadonlyArray<O> =>
    objects.flatMap((object) => {
      const options = optionsOf(object)
      const last = options === undefined ? object : objectAfter(object, deleteAsAsked(at, options, object))
      return last === undefined ? [] : [last]
    })

/** Which precondition does not hold, in words; nothing when all do. */
const mismatchOf = (preconditions: Preconditions | undefined, { metadata }: KubeObject): string | undefined => {
  if (preconditions === undefined) return undefined
  return (
    mismatchIn('uid', preconditions.uid, metadata.uid) ??
    mismatchIn('resourceVersion', preconditions.resourceVersion, metadata.resourceVersion)
  )
}

const mismatchIn = (name: string, asked: string | undefined, is: string | undefined): string | undefined =>
  asked === undefined || asked === is ? undefined : `${name} in precondition: ${asked}, in object: ${is ?? ''}`

/** Kinds without grace: the object is marked if a finalizer holds it, and gone otherwise. */
const deleteNow = <O extends KubeObject>(at: Date, options: DeleteOptions, object: O): Answer<O> => {
  const finalizers = finalizersAfter(options)(object)
  if (finalizers.length === 0) return { _tag: 'Gone', code: 200, last: object }
  const { deletionTimestamp } = object.metadata
  const pending = deletionTimestamp !== undefined && deletionTimestamp.getTime() <= at.getTime()
  return stays(options, object, {
    finalizers,
    ...nextGeneration(object),
    deletionTimestamp: pending ? deletionTimestamp : wholeSeconds(at),
    deletionGracePeriodSeconds: 0,
  })
}

/**
 * The first request marks the namespace and sets its phase; the namespace controller then deletes the content with the
 * policy `Background` and removes its own finalizer from `spec.finalizers`. A later request meanwhile changes nothing.
 *
 * @upstream kubernetes 1.36.2 pkg/registry/core/namespace/storage/storage.go Delete
 */
const requestNamespaceDelete = <O extends WholeObject>(at: Date, options: DeleteOptions, namespace: O): Answer<O> => {
  if (isBeingDeleted(namespace))
    return holds(namespace) ? stays(options, namespace, {}) : deleteNow(at, options, namespace)
  const marked = stays(options, namespace, {
    ...finalizersChange(namespace, finalizersAfter(options)(namespace)),
    ...nextGeneration(namespace),
    deletionTimestamp: wholeSeconds(at),
  })
  return marked._tag === 'Stays' ? { ...marked, object: terminating(marked.object) } : marked
}

const terminating = <O extends WholeObject>(namespace: O): O => ({
  ...namespace,
  status: { ...(typeof namespace.status === 'object' ? namespace.status : {}), phase: 'Terminating' },
})

/** True while the namespace controller has not seen the last object go. */
export const holds = ({ spec }: WholeObject): boolean => {
  const finalizers: unknown = typeof spec === 'object' && spec !== null ? Reflect.get(spec, 'finalizers') : undefined
  return !Array.isArray(finalizers) || finalizers.length > 0
}

/**
 * The first request marks the definition, whatever its policy; the instances are then deleted, and the finalizer goes. Later
 * requests are like those for any other kind.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/etcd.go Delete
 */
const requestDefinitionDelete = <O extends WholeObject>(at: Date, options: DeleteOptions, definition: O): Answer<O> => {
  if (isBeingDeleted(definition)) return deleteNow(at, options, definition)
  const { finalizers = [] } = definition.metadata
  const marked = stays(options, definition, {
    finalizers: finalizers.includes(cleanupFinalizer) ? finalizers : [...finalizers, cleanupFinalizer],
    ...nextGeneration(definition),
    deletionTimestamp: wholeSeconds(at),
  })
  return marked._tag === 'Stays' ? { ...marked, object: withCondition(marked.object, deletionPending) } : marked
}

const deletionPending: Condition = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionPending',
  message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
}
