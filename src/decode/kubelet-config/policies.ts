/**
 * The image, container and eviction policies that a kubelet configuration results in.
 *
 * Ages are nanoseconds in the configuration and whole milliseconds here. Rounding changes no decision, because instants of
 * a snapshot are whole milliseconds too: an age reaches a minimum at the same millisecond as the minimum rounded up, and
 * passes a maximum at the same millisecond as the maximum rounded down.
 */
import { type readonlyNonEmptyArray as RNEA, either as E } from 'fp-ts'

import { millisPassing, millisReaching, nanosecondsOf } from '../../core/go-duration.js'
import { type Millis, millis } from '../../core/time.js'
import type { KubeletConfiguration } from './configuration.js'
import { type EffectiveConfiguration, effectiveConfiguration } from './effective.js'
import type { KubeletFlags } from './flags.js'
import { type ConfigurationProblem, validateConfiguration } from './validate.js'

/** The image collector settings of a configuration; spread them over a preset of `gcplan/kubelet/image`. */
export interface ImagePolicySettings {
  readonly highThresholdPercent: number
  readonly lowThresholdPercent: number
  /** Rounded up to a whole millisecond. */
  readonly minAge: Millis
  /** Rounded down to a whole millisecond, but never to 0, which means off. */
  readonly maxAge: Millis
}

/** The container collector settings of the flags; spread them over a preset of `gcplan/kubelet/container`. */
export interface ContainerPolicySettings {
  /** Rounded up to a whole millisecond. */
  readonly minAge: Millis
  /** Negative: no limit. */
  readonly maxPerPodContainer: number
  /** Negative: no limit. */
  readonly maxContainers: number
}

/** The settings of eviction other than its thresholds; spread them over a preset of `gcplan/kubelet/eviction`. */
export interface EvictionPolicySettings {
  /** Rounded up to a whole millisecond; at least 0. */
  readonly transitionPeriod: Millis
  /** Seconds. */
  readonly maxPodGracePeriod: number
}

/** The policies of a kubelet's two collectors and of eviction, with the settings that they come from. */
export interface KubeletPolicies {
  readonly image: ImagePolicySettings
  readonly container: ContainerPolicySettings
  readonly eviction: EvictionPolicySettings
  readonly effective: EffectiveConfiguration
}

/**
 * The policies of a kubelet that was given these flags and this configuration.
 *
 * Fails with every violation for which the kubelet would not start, in its order.
 *
 * @example
 * ```ts
 * import { decodeKubeletConfiguration, kubeletPolicies, noFlags } from 'gcplan/decode'
 *
 * const decoded = decodeKubeletConfiguration({ imageGCHighThresholdPercent: 75, imageGCLowThresholdPercent: 65 })
 * const policies = decoded._tag === 'Right' ? kubeletPolicies(noFlags)(decoded.right) : decoded
 * if (policies._tag === 'Right') console.log(policies.right.image.minAge, policies.right.container) // 120000 { minAge: 0, maxPerPodContainer: 1, maxContainers: -1 }
 * ```
 */
export const kubeletPolicies =
  (flags: KubeletFlags) =>
  (
    configuration: KubeletConfiguration,
  ): E.Either<RNEA.ReadonlyNonEmptyArray<ConfigurationProblem>, KubeletPolicies> => {
    const effective = effectiveConfiguration(flags)(configuration)
    const [first, ...rest] = validateConfiguration(effective)
    if (first !== undefined) return E.left([first, ...rest])
    return E.right({
      image: {
        highThresholdPercent: effective.imageGCHighThresholdPercent,
        lowThresholdPercent: effective.imageGCLowThresholdPercent,
        minAge: millisReaching(nanosecondsOf(effective.imageMinimumGCAge)),
        maxAge: millisPassing(nanosecondsOf(effective.imageMaximumGCAge)),
      },
      container: {
        minAge: millisReaching(nanosecondsOf(effective.containerMinimumAge)),
        maxPerPodContainer: effective.maxPerPodContainer,
        maxContainers: effective.maxContainers,
      },
      eviction: {
        transitionPeriod: millis(
          Math.max(0, millisReaching(nanosecondsOf(effective.evictionPressureTransitionPeriod))),
        ),
        maxPodGracePeriod: effective.evictionMaxPodGracePeriod,
      },
      effective,
    })
  }
