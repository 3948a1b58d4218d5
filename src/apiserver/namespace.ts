/**
 * Handles a delete request for a namespace, which stays until everything in it is gone.
 *
 * @upstream kubernetes 1.36.2 pkg/registry/core/namespace/storage/storage.go Delete
 */
import { isBeingDeleted } from './object.js'
import type { Answer } from './answer.js'
import { conflict } from './answer.js'
import { finalizersAfter } from './finalizers.js'
import { finalizersChange, nextGeneration, stays, wholeSeconds } from './marks.js'
import type { DeleteOptions } from './options.js'
import type { WholeObject } from './pod.js'

/**
 * The first request marks the namespace and sets its phase; the namespace controller then deletes the content with the
 * policy `Background` and removes its own finalizer from `spec.finalizers`. A second request meanwhile is a conflict.
 */
export const requestNamespaceDelete =
  (at: Date) =>
  (options: DeleteOptions) =>
  <O extends WholeObject>(namespace: O): Answer<O> => {
    if (isBeingDeleted(namespace))
      return holds(namespace) ? conflict('content of the namespace is still being removed') : settled(namespace)
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

const settled = <O extends WholeObject>(namespace: O): Answer<O> =>
  (namespace.metadata.finalizers ?? []).length > 0
    ? { _tag: 'Stays', code: 200, object: namespace }
    : { _tag: 'Gone', code: 200, last: namespace }
