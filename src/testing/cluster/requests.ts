/** Maps the calls of collectors to API requests. */
import type { Address } from '../../apiserver/scope.js'
import type * as History from '../../controllers/history/index.js'
import type * as Lifecycle from '../../controllers/lifecycle/index.js'
import { remember } from '../../controllers/lifecycle/apply.js'
import type * as PodGc from '../../controllers/pod/index.js'
import { statusBodyAt } from '../../controllers/pod/mark.js'
import type * as Ttl from '../../controllers/ttl/index.js'
import type { ApiAnswer } from '../../apiserver/answer.js'
import type { ClusterApi } from './api.js'
import type { Named } from './name.js'
import type { State } from './state.js'

/** The object that an address names. */
export const namedBy = ({ apiVersion, kind, namespace, name }: Omit<Address, 'resource'>): Named => ({
  apiVersion,
  kind,
  metadata: { namespace, name },
})

/** A pod by its name. */
export const namedPod = (metadata: PodGc.PodName): Named => ({ apiVersion: 'v1', kind: 'Pod', metadata })

/** A Job by its name. */
export const namedJob = (metadata: Ttl.JobName): Named => ({ apiVersion: 'batch/v1', kind: 'Job', metadata })

/** Marks a pod as failed; the fake merges the applied status. */
export const markPod = ({ now }: State, api: ClusterApi, pod: PodGc.PodName, body: PodGc.StatusBody): ApiAnswer => {
  const { metadata, status } = statusBodyAt(now)(body)
  const uid = metadata?.uid
  return api.patch(
    namedPod(pod),
    { ...(uid === undefined ? {} : { metadata: { uid } }), status },
    'application/strategic-merge-patch+json',
  )
}

/** A call of pod garbage collection. */
export const sendPod = (state: State, api: ClusterApi, action: PodGc.Action): ApiAnswer =>
  action._tag === 'Delete'
    ? api.delete(namedPod(action.pod), action.options)
    : markPod(state, api, action.pod, action.patch.body)

/** A call of the TTL-after-finished controller. Its recheck asks for nothing, because nothing changes in between. */
export const sendTtl = (api: ClusterApi, action: Ttl.Action): ApiAnswer | null =>
  action._tag === 'Delete' ? api.delete(namedJob(action.job), action.options) : null

/** A call of a controller that limits its revision history. */
export const sendHistory = (api: ClusterApi, action: History.Action): ApiAnswer | null => {
  if (action._tag === 'RelabelPod') return api.patch(namedBy(action.object), action.patch)
  const answer = api.delete(namedBy(action.object), action.options)
  return answer.code === 404 && action.notFound === 'gone' ? null : answer
}

/** A call of the lifecycle collector; its marks are kept outside the cluster. */
export const sendLifecycle = (state: State, api: ClusterApi, action: Lifecycle.Action): ApiAnswer | null => {
  if (action._tag === 'Delete') return api.delete(namedBy(action.object), action.options)
  state.memory = { ...state.memory, lifecycle: remember([action])(state.memory.lifecycle) }
  return null
}
