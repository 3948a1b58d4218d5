/** What releases change in the collection of containers, sandboxes and logs: nothing since 1.25. */
import type { Switches } from '../../core/switch.js'
import type { Policy } from './policy.js'

const collector = 'kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go'

export const switches: Switches<Policy> = {
  minAge: 'setting',
  maxPerPodContainer: 'setting',
  maxContainers: 'setting',
  evictNonDeletedPods: 'setting',
  unidentified: {
    decides: 'whether containers whose name cannot be read go first',
    upstream: `${collector} evictContainers`,
  },
  excessOrder: {
    decides: 'whether the oldest or the newest containers over a limit go first',
    upstream: `${collector} enforceMaxContainersPerEvictUnit`,
  },
  wholeUnitOrder: {
    decides: 'in which order the containers of a pod go that is gone',
    upstream: `${collector} evictContainers`,
  },
  sandboxes: {
    decides: 'whether sandboxes are collected',
    upstream: `${collector} evictSandboxes`,
  },
  logDirectories: {
    decides: 'whether log directories of pods are collected',
    upstream: `${collector} evictPodLogsDirectories`,
  },
  deadLinks: {
    decides: 'whether a dead link to a log goes whatever its container says',
    upstream: `${collector} evictPodLogsDirectories`,
  },
}
