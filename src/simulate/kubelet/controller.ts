/**
 * Kubelets, as an actor with the face of a controller: they stop pods that are being deleted, and then delete them without
 * further grace.
 */
import { type WholeObject, isBeingDeleted, isPod, nodeNameOf } from '../../apiserver/object.js'
import { type Controller, type Requests, type View, noKeys } from '../../controllers/controller.js'
import { done } from '../../controllers/program.js'

/** A pod is gone because its node's kubelet has stopped it; the node is absent if the pod names none. */
export interface PodEnded {
  readonly _tag: 'PodEnded'
  readonly node?: string
}

/** What they are called. */
export const kubelet = 'kubelet'

/** When a pod that is being stopped has ended: now, at an instant, or not before something changes. */
export type EndOf = (pod: WholeObject, view: View) => 'now' | 'unknown' | Date

/** True for a pod that a kubelet has to stop. */
export const isBeingStopped = (object: WholeObject): boolean =>
  (object.metadata.deletionGracePeriodSeconds ?? 0) > 0 && isBeingDeleted(object) && isPod(object)

/** All kubelets; their keys are uids of pods. */
export const kubelets = (endOf: EndOf = () => 'now'): Controller<PodEnded> => ({
  name: kubelet,
  /** @upstream kubernetes 1.36.2 pkg/kubelet/status/status_manager.go syncPod */
  retries: 'refusals-but-conflicts',
  watches: ['Pod'],
  keysOf: ({ _tag, object }) => (_tag !== 'Deleted' && isBeingStopped(object) ? [object.metadata.uid] : noKeys),
  reconcile: (view) => (uid) => {
    const pod = view.find(uid)
    const address = pod === undefined || !isBeingStopped(pod) ? undefined : view.addressOf(pod)
    if (pod === undefined || address === undefined) return nothing
    const node = nodeNameOf(pod)
    const why: PodEnded = node === undefined ? { _tag: 'PodEnded' } : { _tag: 'PodEnded', node }
    const end = endOf(pod, view)
    if (end !== 'now')
      return { requests: [], why, again: end === 'unknown' ? { _tag: 'AfterChange' } : { _tag: 'At', at: end } }
    const options = { gracePeriodSeconds: 0, preconditions: { uid } }
    return {
      _tag: 'Call',
      request: { _tag: 'Delete', object: address, options },
      next: ({ _tag }) => done({ why: () => [why], again: _tag === 'Failed' ? { _tag: 'Retry' } : undefined }),
    }
  },
})

const nothing: Requests<PodEnded> = { requests: [], why: { _tag: 'PodEnded' } }
