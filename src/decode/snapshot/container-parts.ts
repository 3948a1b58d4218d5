import type { option as O } from 'fp-ts'

import type { Container, LogLink, Sandbox } from '../../kubelet/container/snapshot.js'
import type { KubeletPod } from '../kubelet/pods.js'

/** What a snapshot for the container collector is made of. */
export interface KubeletContainerParts {
  readonly at: Date
  /** Every pod source has been seen; nothing prints it. False keeps what belongs to deleted pods, and all logs. */
  readonly allSourcesReady: boolean
  /** From `crictl ps -a`, or from Docker. */
  readonly containers: ReadonlyArray<Container>
  /** From `crictl pods`; none with Docker. */
  readonly sandboxes: ReadonlyArray<Sandbox>
  /** The kubelet's `/pods`; none: nobody asked, and nothing is known of any pod. */
  readonly pods: O.Option<ReadonlyArray<KubeletPod>>
  /**
   * On what ground a pod that `pods` lacks counts as gone, e.g. `the kubelet has been up for days`; none: nothing is
   * known of such a pod, because a kubelet just started, or busy ending the pod, lacks it too.
   */
  readonly absentPodsAreGone: O.Option<string>
  /** Names in `/var/log/pods`. */
  readonly logDirectories: ReadonlyArray<string>
  /** Links in `/var/log/containers`. */
  readonly logLinks: ReadonlyArray<LogLink>
}
