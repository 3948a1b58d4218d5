/**
 * Terminating pods of nodes that are tainted as out of service: no kubelet confirms that their containers have ended.
 */
import { type Fate, fateBy, goes, passOver, stays } from './decide.js'
import { nodeNameOf } from './memory.js'
import { inOrder } from './order.js'
import type { DecidedPass } from './reason.js'
import type { Node } from './snapshot.js'
import type { PassInput } from './pass-input.js'

const untouched = stays({ _tag: 'OutOfServiceUntouched' })
const notTerminating = stays({ _tag: 'NotTerminating' })
const unscheduled = stays({ _tag: 'Unscheduled' })

/** The key of the taint; its value and effect do not matter. */
const outOfService = 'node.kubernetes.io/out-of-service'

/** True when the first condition of type Ready says so. */
const isReady = ({ status }: Node): boolean =>
  (status?.conditions ?? []).find(({ type }) => type === 'Ready')?.status === 'True'

/** True for a node with the taint. */
export const isOutOfService = ({ spec }: Node): boolean => (spec?.taints ?? []).some(({ key }) => key === outOfService)

/**
 * The second pass: terminating pods whose node is known, not ready, and tainted as out of service.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcTerminating
 */
export const passOutOfService = (input: PassInput): DecidedPass => {
  const { policy, nodes } = input
  const fateOn = fateBy((node): Fate => {
    const seen = nodes.get(node)
    if (seen === undefined) return stays({ _tag: 'NodeNotSeen', node })
    if (isReady(seen)) return stays({ _tag: 'NodeReady', node })
    return isOutOfService(seen)
      ? goes({ _tag: 'NodeOutOfService', node })
      : stays({ _tag: 'NodeNotOutOfService', node })
  })
  return passOver(
    'terminating-out-of-service',
    input,
    (pod) => {
      if (policy.outOfService === 'untouched') return untouched
      if (pod.metadata.deletionTimestamp === undefined) return notTerminating
      const node = nodeNameOf(pod)
      return node === undefined ? unscheduled : fateOn(node)
    },
    (going) => inOrder(policy, going),
  )
}
