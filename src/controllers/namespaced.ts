/** Objects that every namespace has, and that are made again while it is not terminating. */
import { isBeingDeleted, isNamespace, namespaceOf } from '../apiserver/object.js'
import type { ApiRequest } from '../apiserver/request.js'
import type { Change, View } from './controller.js'

/** One object that every namespace has. */
export interface OfEveryNamespace {
  readonly apiVersion: string
  readonly kind: string
  readonly resource: string
  readonly name: string
}

/** A namespace that comes or changes, and an object of the name that goes. */
export const keysOfNamespace =
  ({ kind, name }: OfEveryNamespace) =>
  ({ _tag, object }: Change): ReadonlyArray<string> => {
    if (isNamespace(object)) return _tag === 'Deleted' ? [] : [object.metadata.name]
    const namespace = namespaceOf(object)
    return _tag === 'Deleted' && namespace !== undefined && object.kind === kind && object.metadata.name === name
      ? [namespace]
      : []
  }

/** The request that makes the object, where its namespace is shown, is not terminating and has none. */
export const missingIn = (view: View, wanted: OfEveryNamespace, namespace: string): ReadonlyArray<ApiRequest> => {
  const { apiVersion, kind, name } = wanted
  const found = view.get({ apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name: namespace })
  if (found === undefined || isBeingDeleted(found) || !view.covers(apiVersion, kind, namespace)) return []
  return view.get({ ...wanted, namespace }) === undefined
    ? [{ _tag: 'Create', object: { apiVersion, kind, metadata: { namespace, name, uid: '' } } }]
    : []
}
