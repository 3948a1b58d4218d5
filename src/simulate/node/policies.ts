/** The rules of a node from those of a release and the settings of its kubelet. */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { Policy as ContainerPolicy } from '../../kubelet/container/policy.js'
import { type EvictionSettings, type InvalidThreshold, parseThresholds } from '../../kubelet/eviction/parse.js'
import type { EvictionPolicy } from '../../kubelet/eviction/policy.js'
import type { Policy as ImagePolicy } from '../../kubelet/image/policy.js'
import type { NodePolicies } from './node.js'

/** The rules of a release. */
export interface NodeRules {
  readonly image: ImagePolicy
  readonly container: ContainerPolicy
  readonly eviction: EvictionPolicy
}

/** What a kubelet sets; `kubeletPolicies` of `gcplan/decode` gives these fields. */
export interface NodeSettings {
  readonly image: Partial<ImagePolicy>
  readonly container: Partial<ContainerPolicy>
  readonly eviction: Partial<EvictionPolicy>
  /** Its eviction thresholds, as written. */
  readonly effective: EvictionSettings
}

/**
 * The rules of a node: those of a release, with the settings of its kubelet over them.
 *
 * Fails: `InvalidThreshold` for a threshold with which the kubelet would not start.
 *
 * @example
 * ```ts
 * import { kubeletPolicies, noFlags } from 'gcplan/decode'
 * import { defaultPolicy as container } from 'gcplan/kubelet/container'
 * import { defaultEvictionPolicy as eviction } from 'gcplan/kubelet/eviction'
 * import { defaultPolicy as image } from 'gcplan/kubelet/image'
 * import { nodePolicies } from 'gcplan/simulate/node'
 *
 * const settings = kubeletPolicies(noFlags)({ imageGCHighThresholdPercent: 75, imageGCLowThresholdPercent: 70 })
 * if (settings._tag === 'Right') {
 *   const policies = nodePolicies({ image, container, eviction })(settings.right)
 *   if (policies._tag === 'Right')
 *     console.log(policies.right.image.highThresholdPercent, policies.right.eviction.thresholds.length) // 75 5
 * }
 * ```
 */
export const nodePolicies =
  ({ image, container, eviction }: NodeRules) =>
  (settings: NodeSettings): E.Either<InvalidThreshold, NodePolicies> =>
    fp.pipe(
      parseThresholds(settings.effective),
      fp.map((thresholds) => ({
        image: { ...image, ...settings.image },
        container: { ...container, ...settings.container },
        eviction: { ...eviction, ...settings.eviction, thresholds },
      })),
    )
