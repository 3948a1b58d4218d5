/**
 * The namespace controller: deletes the content of a terminating namespace until nothing is left, then removes its
 * finalizer.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/namespace/deletion/namespaced_resources_deleter.go Delete
 */
import type { Address } from '../../apiserver/scope.js'
import { holds } from '../../apiserver/delete.js'
import { type WholeObject, isNamespace, isBeingDeleted } from '../../apiserver/object.js'
import type { DeleteOptions } from '../../apiserver/request.js'
import type { Controller, Reconciled, View } from '../controller.js'
import type { Program } from '../program.js'

/** Why the namespace controller deletes an object, or finalizes a namespace. */
export type NamespaceWhy =
  /**
   * It is in a namespace that is being deleted.
   * @upstream kubernetes 1.36.2 pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent
   */
  | { readonly _tag: 'NamespaceDeleted'; readonly namespace: string }
  /**
   * Nothing is left in it.
   * @upstream kubernetes 1.36.2 pkg/controller/namespace/deletion/namespaced_resources_deleter.go finalizeNamespace
   */
  | { readonly _tag: 'NamespaceEmpty' }

/** What it is called. */
export const namespaceControllerName = 'namespace-controller'

/** The address of a namespace. */
export const namespaceNamed = (name: string): Address => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  resource: 'namespaces',
  name,
})

/**
 * The namespace controller; its keys are names of namespaces. It removes the finalizer only if the whole content is
 * covered.
 */
export const namespaceController = (showsContent: (namespace: string) => boolean): Controller<NamespaceWhy> => ({
  name: namespaceControllerName,
  keysOf: ({ _tag, object }) =>
    _tag !== 'Deleted' && isNamespace(object) && isBeingDeleted(object) ? [object.metadata.name] : [],
  reconcile: (view) => (namespace) => {
    const next = (content: ReadonlyArray<WholeObject>, from: number): Program<Reconciled<NamespaceWhy>> => {
      for (let at = from; at < content.length; at++) {
        const found = content[at]
        const object = found === undefined ? undefined : view.addressOf(found)
        if (object === undefined) continue
        return {
          _tag: 'Call',
          request: { _tag: 'Delete', object, options: background },
          next: () => next(content, at + 1),
        }
      }
      return finalize(view, namespace, showsContent)
    }
    return next(view.listIn(namespace), 0)
  },
})

const background: DeleteOptions = { propagationPolicy: 'Background' }

const finalize = (
  view: View,
  namespace: string,
  showsContent: (namespace: string) => boolean,
): Program<Reconciled<NamespaceWhy>> => {
  const end: Program<Reconciled<NamespaceWhy>> = { _tag: 'Done', result: swept(namespace) }
  const object = namespaceNamed(namespace)
  const live = view.get(object)
  const isEmpty = showsContent(namespace) && view.listIn(namespace).length === 0
  return !isEmpty || live === undefined || !isBeingDeleted(live) || !holds(live)
    ? end
    : { _tag: 'Call', request: { _tag: 'FinalizeNamespace', object }, next: () => end }
}

/** The next sweep comes after something has changed. */
const swept = (namespace: string): Reconciled<NamespaceWhy> => ({
  why: ({ request }) => [
    request._tag === 'FinalizeNamespace' ? { _tag: 'NamespaceEmpty' } : { _tag: 'NamespaceDeleted', namespace },
  ],
  again: { _tag: 'AfterChange' },
})
