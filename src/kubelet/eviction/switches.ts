/** What releases change in eviction: one row for each rule. */
import type { Switches } from '../../core/switch.js'
import type { EvictionPolicy } from './policy.js'

const manager = 'kubernetes v1.36.2 pkg/kubelet/eviction/eviction_manager.go'
const helpers = 'kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go'

export const switches: Switches<EvictionPolicy> = {
  thresholds: 'setting',
  transitionPeriod: 'setting',
  maxPodGracePeriod: 'setting',
  localStorageIsolation: 'setting',
  hardGracePeriod: {
    decides: 'the grace period of a pod evicted for a hard threshold',
    upstream: `${manager} immediateEvictionGracePeriodSeconds`,
    example:
      'a hard threshold is met, and a pod has a grace period of 300 s: 0 is asked, so that it gets its 300 s; 1 is asked, and it gets 1 s',
  },
  softGrace: {
    decides:
      'whether a pod evicted for a soft threshold gets the maximum as its grace period, or its own where that is less',
    gate: {
      name: 'AllowOverwriteTerminationGracePeriodSeconds',
      stages: 'deprecated and off in 1.32 (on: the old rule), locked in 1.35',
    },
    upstream: `${manager} synchronize`,
    example: 'evictionMaxPodGracePeriod 60, and a pod with a grace period of 10 s: it gets 60 s; it gets 10 s',
  },
  containerFs: {
    decides: 'whether thresholds of the container filesystem are derived',
    upstream: `${helpers} UpdateContainerFsThresholds`,
    example:
      'nodefs.available<10% on a node with one filesystem: that is the only threshold; containerfs.available<10% is one too',
  },
  containerFsReclaim: {
    decides:
      'whether containers and images are collected first where a threshold of the container filesystem is met first',
    upstream: `${helpers} buildSignalToNodeReclaimFuncs`,
    example:
      'one full filesystem, a dead container and an unused image: a pod is evicted at once; containers and images go first',
  },
  separateDiskGC: {
    decides: 'whether a node works whose writable layers are on a filesystem other than the images',
    gate: { name: 'KubeletSeparateDiskGC', stages: 'alpha in 1.29, beta in 1.31' },
    upstream: `${manager} synchronize`,
    example:
      'images have a filesystem of their own, writable layers are on that of the node, and the gate is off: there is no such gate; the first look ends in an error, and no threshold ever evicts',
  },
  sidecarLimits: {
    decides: 'whether an init container that runs beside the others is held to its own limit of local storage',
    upstream: `${manager} containerEphemeralStorageLimitEviction`,
    example: 'a sidecar has written more than its limit, and its pod less than all limits: the pod stays; it goes',
  },
}
