/**
 * The rules of image collection by release, from the newest down: each is its neighbour and what differs. All do their
 * arithmetic as Go does.
 */
import { type Policy, defaultPolicy } from './policy.js'

const kubernetes_1_36: Policy = { ...defaultPolicy, int64: 'wrap' }
const kubernetes_1_35: Policy = kubernetes_1_36
const kubernetes_1_34: Policy = {
  ...kubernetes_1_35,
  imageVolumes: 'ignored',
  shortage: 'attempted-to-free',
  postGCHooks: 'absent',
}
const kubernetes_1_33: Policy = kubernetes_1_34
const kubernetes_1_32: Policy = kubernetes_1_33
const kubernetes_1_31: Policy = kubernetes_1_32
const kubernetes_1_26: Policy = {
  ...kubernetes_1_31,
  runOrder: 'stats-first',
  maxAgePass: 'absent',
  maxAgeGrace: 'none',
  firstDetection: 'zero',
  sandboxImage: 'registry.k8s.io/pause:3.9',
  containerKey: 'image-ref',
  pinned: 'ignored',
}
const kubernetes_1_20: Policy = {
  ...kubernetes_1_26,
  sandboxImage: 'k8s.gcr.io/pause:3.2',
  shortage: 'wanted-to-free',
}
const docker_era: Policy = {
  ...kubernetes_1_20,
  highThresholdPercent: 90,
  sandboxImage: 'gcr.io/google_containers/pause-amd64:3.0',
  containerKey: 'image-id',
}

/**
 * Policies by release, with its feature gates as they are by default. Spread one into `makePolicy` to set thresholds and
 * ages.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { makePolicy, presets } from 'gcplan/kubelet/image'
 *
 * const policy = makePolicy({ ...presets.kubernetes_1_26, highThresholdPercent: 75, lowThresholdPercent: 70 })
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
  readonly kubernetes_1_20: Policy
  /**
   * The kubelet of 1.26: statistics first, pins without effect, the sandbox image always in use, the zero time on the
   * first look. From 1.26.9 on pins are honoured.
   *
   * @upstream kubernetes v1.26.1 pkg/kubelet/images/image_gc_manager.go GarbageCollect
   */
  readonly kubernetes_1_26: Policy
  /**
   * The kubelet of 1.31: detection first, maximum age, pins; image volumes off by default.
   *
   * @upstream kubernetes v1.31.14 pkg/kubelet/images/image_gc_manager.go GarbageCollect
   */
  readonly kubernetes_1_31: Policy
  readonly kubernetes_1_32: Policy
  readonly kubernetes_1_33: Policy
  readonly kubernetes_1_34: Policy
  /**
   * The kubelet of 1.35: image volumes count as use, records of pulls are cleaned up.
   *
   * @upstream kubernetes v1.35.6 pkg/kubelet/images/image_gc_manager.go handleImageVolumes
   */
  readonly kubernetes_1_35: Policy
  readonly kubernetes_1_36: Policy
  /** Unverified: the release notes of 1.37.0-alpha.1 name no change to these rules. Only `1.37-preview` chooses it. */
  readonly kubernetes_1_37_preview: Policy
} = {
  docker_era,
  kubernetes_1_20,
  kubernetes_1_26,
  kubernetes_1_31,
  kubernetes_1_32,
  kubernetes_1_33,
  kubernetes_1_34,
  kubernetes_1_35,
  kubernetes_1_36,
  kubernetes_1_37_preview: kubernetes_1_36,
}
