import { isBeingDeleted, namespaceOf } from '../apiserver/object.js'
import type { ApiRequest } from '../apiserver/request.js'
import type { Controller, View } from './controller.js'
import { namespaceNamed } from './namespace/controller.js'

/**
 * Whether a controller comes back to a request that was refused. Nothing can be made in a namespace that is being deleted, however often
 * one tries.
 */
export const isTriedAgain = (
  retries: Controller['retries'],
  code: number,
  request: ApiRequest,
  view: Pick<View, 'get'>,
): boolean => {
  if (retries === undefined || (retries === 'refusals-but-conflicts' && code === 409)) return false
  const place = request._tag === 'Create' ? namespaceOf(request.object) : undefined
  const namespace = place === undefined ? undefined : view.get(namespaceNamed(place))
  return namespace === undefined || !isBeingDeleted(namespace)
}
