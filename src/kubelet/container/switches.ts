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
    example:
      'a dead container whose name cannot be read, the only one of its pod: it goes whatever the limits say; it counts as any other',
  },
  excessOrder: {
    decides: 'whether the oldest or the newest containers over a limit go first',
    upstream: `${collector} enforceMaxContainersPerEvictUnit`,
    example: 'two dead containers of one name where one may stay: the newer one goes; the older one goes',
  },
  wholeUnitOrder: {
    decides: 'in which order the containers of a pod go that is gone',
    upstream: `${collector} evictContainers`,
    example:
      'two dead containers of a pod that is gone: the older one goes first; the one that was listed last goes first',
  },
  sandboxes: {
    decides: 'whether sandboxes are collected',
    upstream: `${collector} evictSandboxes`,
    example: 'an empty sandbox beside a newer one of its pod: it stays; it goes',
  },
  logDirectories: {
    decides: 'whether log directories of pods are collected',
    upstream: `${collector} evictPodLogsDirectories`,
    example: 'the log directory of a pod that is gone: it stays; it goes',
  },
  deadLinks: {
    decides: 'whether a dead link to a log goes whatever its container says',
    upstream: `${collector} evictPodLogsDirectories`,
    example: 'a link to a log that is gone, whose container still runs: it goes; it stays',
  },
}
