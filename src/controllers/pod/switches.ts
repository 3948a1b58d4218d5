/** What releases change in the collection of pods: one row for each rule. */
import type { Switches } from '../../core/switch.js'
import type { Policy } from './policy.js'

const controller = 'kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go'

export const switches: Switches<Policy> = {
  controller: 'setting',
  terminatedPodGcThreshold: 'setting',
  quarantine: 'setting',
  terminatedShares: 'setting',
  terminatedOrder: {
    decides: 'whether evicted pods go first of the terminated ones, or the oldest',
    upstream: `${controller} byEvictionAndCreationTimestamp`,
    example:
      'one pod too many, one evicted at noon and one that succeeded at 11: the older one goes; the evicted one goes',
  },
  observedGeneration: {
    decides: 'whether the patch that marks a pod as failed states the generation that was seen',
    gate: { name: 'PodObservedGenerationTracking', stages: 'alpha in 1.33, beta in 1.34, locked in 1.35' },
    upstream: `${controller} markFailedAndDeletePodWithCondition`,
    example:
      'a running pod of generation 3 on a node that is gone: the patch has phase and condition; it also says observedGeneration 3',
  },
  outOfService: {
    decides: 'whether terminating pods of nodes go that are tainted as out of service',
    gate: { name: 'NodeOutOfServiceVolumeDetach', stages: 'alpha in 1.24, beta in 1.26, always on in 1.28' },
    upstream: `${controller} gcTerminating`,
    example: 'a terminating pod on a node with the taint out-of-service: it waits for its kubelet; it is deleted',
  },
  markFailed: {
    decides: 'how a pod that has not ended is marked as failed before it is deleted',
    gate: { name: 'PodDisruptionConditions', stages: 'alpha in 1.25, beta in 1.26, always on in 1.31' },
    upstream: `${controller} markFailedAndDeletePodWithCondition`,
    example: 'a running pod on a node that is gone: it is deleted as it is; it is marked as failed first',
  },
}
