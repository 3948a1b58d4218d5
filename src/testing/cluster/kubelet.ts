/** Kubelets of a fake cluster: a pod that is being stopped is gone after its grace period, if a kubelet runs it. */
import { type WholeObject, nodeNameOf } from '../../apiserver/object.js'
import type { Change, Controller } from '../../controllers/controller.js'
import { type PodEnded, kubelets } from '../../simulate/kubelet/controller.js'
import { isNode, isUnready } from './look.js'

/**
 * When terminating pods are gone: after their grace period, at once, or never by themselves. Pods on missing or unready
 * nodes keep terminating.
 */
export type Kubelets = 'at-deadline' | 'at-once' | 'never'

/** Which nodes there are, by name, and whether each is ready. */
type Nodes = ReadonlyMap<string, boolean>

/** The kubelets of a fake cluster; they remember its nodes. */
export const kubeletsOf = (when: Kubelets, nodes: Nodes = new Map()): Controller<PodEnded> => ({
  ...kubelets((pod, { at }) => {
    const { deletionTimestamp } = pod.metadata
    if (when === 'never' || !isRun(nodes, pod) || deletionTimestamp === undefined) return 'unknown'
    return when === 'at-once' || deletionTimestamp <= at ? 'now' : deletionTimestamp
  }),
  watches: ['Pod', 'Node'],
  fold: ({ changes }) => kubeletsOf(when, nodesAfter(nodes, changes)),
})

/** Whether a kubelet runs a pod: no nodes are listed, or its node is listed and not unready. */
const isRun = (nodes: Nodes, pod: WholeObject): boolean => {
  const node = nodeNameOf(pod)
  return nodes.size === 0 || (node !== undefined && nodes.get(node) === true)
}

const nodesAfter = (nodes: Nodes, changes: ReadonlyArray<Change>): Nodes => {
  const changed = changes.filter(({ object }) => isNode(object))
  if (changed.length === 0) return nodes
  const after = new Map(nodes)
  for (const { _tag, object } of changed)
    if (_tag === 'Deleted') after.delete(object.metadata.name)
    else after.set(object.metadata.name, !isUnready(object))
  return after
}
