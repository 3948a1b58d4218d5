/**
 * The image policy of each kubelet release. Its arithmetic wraps around where the kubelet's does.
 */
import type { Policy } from './policy.js'
import { defaultPolicy } from './policy.js'

const kubelet_1_36: Policy = { ...defaultPolicy, int64: 'wrap' }
const kubelet_1_32: Policy = {
  ...kubelet_1_36,
  imageVolumes: 'ignored',
  shortage: 'attempted-to-free',
  postGCHooks: 'absent',
}
const kubelet_1_26: Policy = {
  ...kubelet_1_32,
  runOrder: 'stats-first',
  maxAgePass: 'absent',
  firstDetection: 'zero',
  sandboxImage: 'registry.k8s.io/pause:3.9',
  pinned: 'ignored',
  shortage: 'wanted-to-free',
}

/**
 * Policies by release; each names its source. Spread one into `makePolicy` to set thresholds and ages.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { makePolicy, presets } from 'gcplan/kubelet/image'
 *
 * const policy = makePolicy({ ...presets.kubelet_1_26, highThresholdPercent: 75, lowThresholdPercent: 70 })
 * console.log(E.isRight(policy) && [policy.right.runOrder, policy.right.pinned]) // [ 'stats-first', 'ignored' ]
 * ```
 */
export const presets: {
  /**
   * The Docker-era kubelet of the walk-through: from 90 down to 80 percent, the sandbox image exempt, no pins.
   *
   * @upstream kubernetes v1.5 pkg/kubelet/images/image_gc_manager.go GarbageCollect
   */
  readonly docker_era: Policy
  /**
   * The kubelet of the article on image collection (1.20): statistics first, then list, sort, delete.
   *
   * @upstream kubernetes v1.20 pkg/kubelet/images/image_gc_manager.go GarbageCollect
   */
  readonly kubelet_1_20: Policy
  /**
   * The kubelet of 1.26: statistics first, pins without effect, the sandbox image always in use, the zero time on the
   * first look.
   *
   * @upstream kubernetes v1.26.1 pkg/kubelet/images/image_gc_manager.go GarbageCollect
   */
  readonly kubelet_1_26: Policy
  /**
   * The kubelet of 1.32: detection first, maximum age, pins; image volumes off by default.
   *
   * @upstream kubernetes v1.32.10 pkg/kubelet/images/image_gc_manager.go GarbageCollect
   */
  readonly kubelet_1_32: Policy
  /**
   * The kubelet of 1.36: image volumes count as use.
   *
   * @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go GarbageCollect
   */
  readonly kubelet_1_36: Policy
} = {
  docker_era: { ...kubelet_1_26, highThresholdPercent: 90, sandboxImage: 'gcr.io/google_containers/pause-amd64:3.0' },
  kubelet_1_20: { ...kubelet_1_26, sandboxImage: 'k8s.gcr.io/pause:3.2' },
  kubelet_1_26,
  kubelet_1_32,
  kubelet_1_36,
}
