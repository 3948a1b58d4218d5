import type { ApiRequest } from '../../apiserver/request.js'
import type { CallsOf } from '../planned.js'
import type { Action } from './action.js'
import { failedStatus } from './mark.js'
import type { Pod } from './snapshot.js'

/** The requests of pod garbage collection; a pod is marked through the subresource `status`. */
export const callsOf: CallsOf<Action> = (action, pod, view) => {
  if (action._tag === 'MarkFailed') {
    const status = failedStatus(view.at, pod as Pod, action.patch)
    return [{ request: { _tag: 'Update', object: { ...pod, status }, subresource: 'status' } }]
  }
  const object = view.addressOf(pod)
  const request: ApiRequest | undefined = object && { _tag: 'Delete', object, options: action.options }
  return request === undefined ? [] : [{ request }]
}
