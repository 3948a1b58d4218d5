/**
 * Which of too many pods go first.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/controller_utils.go ActivePodsWithRanks
 */
import { type WholeObject, nodeNameOf } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import { hasCondition } from '../workload/fields.js'

/** So many of the pods, those that serve least first. */
export const surplusOf = (pods: ReadonlyArray<WholeObject>, count: number): ReadonlyArray<WholeObject> =>
  count <= 0 ? [] : [...pods].sort(byWorth).slice(0, count)

const byWorth = (a: WholeObject, b: WholeObject): number =>
  worthOf(a).reduce((found, worth, index) => (found !== 0 ? found : worth - (worthOf(b)[index] ?? 0)), 0)

/** Bound to a node, how far it has come, ready, its cost; of equals the newer one goes. */
const worthOf = (pod: WholeObject): ReadonlyArray<number> => [
  nodeNameOf(pod) === undefined ? 0 : 1,
  phases.get(ownField(pod.status, 'phase')) ?? 1,
  hasCondition(pod.status, 'Ready') ? 1 : 0,
  costOf(pod),
  -(pod.metadata.creationTimestamp?.getTime() ?? 0),
]

const phases: ReadonlyMap<unknown, number> = new Map([
  ['Pending', 0],
  ['Unknown', 1],
  ['Running', 2],
])

const costOf = ({ metadata: { annotations = {} } }: WholeObject): number => {
  const cost = ownField(annotations, 'controller.kubernetes.io/pod-deletion-cost')
  return typeof cost === 'string' && /^-?\d{1,10}$/.test(cost) ? Number(cost) : 0
}
