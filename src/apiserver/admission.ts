/**
 * What the API server refuses before it looks at the object: to create where a namespace or a definition is terminating or
 * gone, and to delete the namespaces that every cluster needs.
 */
import { type Answer, forbidden, notFound } from './answer.js'
import { conditionsOf } from './definition.js'
import { type WholeObject, isBeingDeleted, isNamespace, namespaceOf } from './object.js'

/** What decides whether an object may be created. */
export interface Surroundings {
  /** The object of a namespace. */
  readonly namespace: (name: string) => WholeObject | undefined
  /** The object of a namespace was there and is gone; others need not be shown to be there. */
  readonly isGone: (namespace: string) => boolean
  /** The definition of the object's kind, if it is a custom resource whose definition is shown. */
  readonly definitionOf: (object: WholeObject) => WholeObject | undefined
}

/**
 * Why an object can't be created; nothing when it can.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go Admit
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go ServeHTTP
 */
export const createRefusal = (
  object: WholeObject,
  { namespace, isGone, definitionOf }: Surroundings,
): Answer<never> | undefined => {
  const definition = definitionOf(object)
  if (definition !== undefined && isTerminating(definition))
    return forbidden('create not allowed while custom resource definition is terminating')
  const name = namespaceOf(object)
  if (name === undefined) return undefined
  const found = namespace(name)
  if (found === undefined) return isGone(name) ? notFound(`namespaces ${name}`) : undefined
  return isBeingDeleted(found)
    ? forbidden(`unable to create new content in namespace ${name} because it is being terminated`)
    : undefined
}

const isTerminating = (definition: WholeObject): boolean =>
  conditionsOf(definition).some(({ type, status }) => type === 'Terminating' && status === 'True')

/**
 * Why an object can't be deleted; nothing when it can.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go Admit
 */
export const deleteRefusal = (object: WholeObject): Answer<never> | undefined =>
  isNamespace(object) && immortal.has(object.metadata.name)
    ? forbidden(`namespaces "${object.metadata.name}" is forbidden: this namespace may not be deleted`)
    : undefined

const immortal: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public'])

/** Why an object may not be deleted, given what the server holds of a kind; nothing when it may. */
export type AdmitDelete = (
  object: WholeObject,
  listOf: (group: string, kind: string) => ReadonlyArray<WholeObject>,
) => string | undefined
