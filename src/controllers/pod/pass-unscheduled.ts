/**
 * Terminating pods that were never scheduled: no kubelet would finish their deletion.
 */
import { fateBy, goes, passOver, stays } from './decide.js'
import { nodeNameOf } from './memory.js'
import type { DecidedPass } from './reason.js'
import type { PassInput } from './pass-input.js'

const notTerminating = stays({ _tag: 'NotTerminating' })

/**
 * The fourth pass: terminating pods that are bound to no node.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcUnscheduledTerminating
 */
export const passUnscheduled = (input: PassInput): DecidedPass => {
  const scheduled = fateBy((node) => stays({ _tag: 'Scheduled', node }))
  return passOver('unscheduled-terminating', input, (pod) => {
    const { deletionTimestamp } = pod.metadata
    if (deletionTimestamp === undefined) return notTerminating
    const node = nodeNameOf(pod)
    return node === undefined ? goes({ _tag: 'UnscheduledTerminating', since: deletionTimestamp }) : scheduled(node)
  })
}
