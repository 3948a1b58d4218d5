/**
 * Answers what kubelets do in a fake cluster: a pod that is being stopped is gone when its time is over, if somebody runs it.
 */
import { nodeNameOf } from '../../apiserver/pod.js'
import { apiOf } from './api.js'
import { isRun } from './look.js'
import type { State } from './state.js'

/**
 * When pods that are being stopped are gone: at the end of their grace period, at once, or when the test says so. No
 * kubelet stops pods of a node that is missing among the nodes of the cluster, or not ready.
 */
export type Kubelets = 'at-deadline' | 'at-once' | 'never'

/** Ends the pods whose time is over, and tells when that of the next one is. */
export const endPods = (state: State, kubelets: Kubelets): Date | undefined => {
  const stopping = kubelets === 'never' ? [] : state.server.stopping()
  if (stopping.length === 0) return undefined
  const runs = isRun(state.server.list())
  const api = apiOf(state, 'kubelet')
  let next: Date | undefined
  for (const pod of stopping) {
    const { uid, deletionTimestamp } = pod.metadata
    if (!runs(nodeNameOf(pod)) || deletionTimestamp === undefined) continue
    if (kubelets === 'at-once' || deletionTimestamp <= state.now)
      api.delete(pod, { gracePeriodSeconds: 0, preconditions: { uid } })
    else if (next === undefined || deletionTimestamp < next) next = deletionTimestamp
  }
  return next
}
