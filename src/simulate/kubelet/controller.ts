/**
 * Kubelets, as an actor with the face of a controller: they stop pods that are being deleted, and then delete them without
 * further grace.
 */
import { conditionsOf } from '../../apiserver/definition.js'
import { type WholeObject, isBeingDeleted, isPod, nodeNameOf } from '../../apiserver/object.js'
import { type Controller, type Requests, type View, noKeys } from '../../controllers/controller.js'
import { done } from '../../controllers/program.js'
import { isOf } from '../../controllers/workload/pods.js'

/**
 * A pod is gone because its node's kubelet has stopped it; the node is absent if the pod names none.
 * @upstream kubernetes 1.36.2 pkg/kubelet/status/status_manager.go syncPod
 */
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

/**
 * Whether nobody will confirm that a pod has stopped, by the nodes among objects: its node has stopped reporting, or is not there
 * any more. It keeps terminating until the node comes back, or pod GC deletes it: once the node is gone, or has the taint
 * `node.kubernetes.io/out-of-service`. Where no node is shown, or not all of them are, one that is not shown is taken for alive.
 */
export const isOnSilentNode = (
  objects: ReadonlyArray<WholeObject>,
  showsNodes: boolean,
): ((pod: WholeObject) => boolean) => {
  const nodes = new Map(objects.filter(isNode).map((object) => [object.metadata.name, isSilent(object)]))
  const others = showsNodes && nodes.size > 0
  return (pod) => {
    const node = nodeNameOf(pod)
    return node !== undefined && (nodes.get(node) ?? others)
  }
}

const isNode = isOf('', 'Node')

/**
 * True for a node that has stopped reporting.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/nodelifecycle/node_lifecycle_controller.go tryUpdateNodeHealth
 */
const isSilent = (node: WholeObject): boolean =>
  conditionsOf(node).some(({ type, status }) => type === 'Ready' && status === 'Unknown')
