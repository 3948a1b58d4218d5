import type { option as O } from 'fp-ts'

import type { Container, LogLink, Sandbox } from '../../kubelet/container/snapshot.js'
import type { KubeletPod } from '../kubelet/pods.js'

/** Input for a container collector snapshot. */
export interface KubeletContainerParts {
  readonly at: Date
  /** Every pod source has been seen; no tool prints this. False keeps what belongs to deleted pods, and all logs. */
  readonly allSourcesReady: boolean
  /** From `crictl ps -a`, or from Docker. */
  readonly containers: ReadonlyArray<Container>
  /** From `crictl pods`; none with Docker. */
  readonly sandboxes: ReadonlyArray<Sandbox>
  /** The kubelet's `/pods`; none: not queried, so every pod is unknown. */
  readonly pods: O.Option<ReadonlyArray<KubeletPod>>
  /**
   * Why a pod missing from `pods` may be assumed gone, e.g. `the kubelet has been up for days`; none: such a pod is
   * unknown, because a kubelet that just started or is terminating the pod does not list it either.
   */
  readonly absentPodsAreGone: O.Option<string>
  /** Names in `/var/log/pods`. */
  readonly logDirectories: ReadonlyArray<string>
  /** Links in `/var/log/containers`. */
  readonly logLinks: ReadonlyArray<LogLink>
}
