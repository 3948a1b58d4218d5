/**
 * Kubelets that confirm nothing: the node has stopped reporting, or is not there any more. Its pods keep terminating until it
 * comes back, or pod GC deletes them: once the node is gone, or has the taint `node.kubernetes.io/out-of-service`.
 */
import { conditionsOf } from '../../apiserver/definition.js'
import { type WholeObject, nodeNameOf } from '../../apiserver/object.js'
import { isOf } from '../../controllers/workload/pods.js'

const isNode = isOf('', 'Node')

/**
 * True for a node that has stopped reporting.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/nodelifecycle/node_lifecycle_controller.go tryUpdateNodeHealth
 */
const isSilent = (node: WholeObject): boolean =>
  conditionsOf(node).some(({ type, status }) => type === 'Ready' && status === 'Unknown')

/**
 * Whether nobody will confirm that a pod has stopped, by the nodes among objects. Where no node is shown, or not all of them
 * are, one that is not shown is taken for alive.
 */
export const isOnSilentNode = (
  objects: ReadonlyArray<WholeObject>,
  showsNodes: boolean,
): ((pod: WholeObject) => boolean) => {
  const nodes = new Map(objects.flatMap((object) => (isNode(object) ? [[object.metadata.name, isSilent(object)]] : [])))
  const others = showsNodes && nodes.size > 0
  return (pod) => {
    const node = nodeNameOf(pod)
    return node !== undefined && (nodes.get(node) ?? others)
  }
}
