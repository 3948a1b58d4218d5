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
import type { KubeletConfiguration, MisspeltField } from './configuration.js'
import { type EffectiveConfiguration, effectiveConfiguration } from './effective.js'
import type { KubeletFlags } from './flags.js'
import { type GatedRules, type IdleGate, gatedRules, idleGates, unexaminedGates } from './gates.js'
import { type ConfigurationRules, defaultConfigurationRules } from './release.js'
import { type ConfigurationProblem, validateConfiguration } from './validate.js'

/**
 * The image collector settings of a configuration, and the rules that its feature gates change; spread them over a preset
 * of `gcplan/kubelet/image`.
 */
export type ImagePolicySettings = GatedRules['image'] & {
  readonly highThresholdPercent: number
  readonly lowThresholdPercent: number
  /** Rounded up to a whole millisecond; at least 0. */
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

/** The settings of eviction other than its thresholds, and gated rules; spread them over a preset of `gcplan/kubelet/eviction`. */
export type EvictionPolicySettings = GatedRules['eviction'] & {
  /** Rounded up to a whole millisecond; at least 0. */
  readonly transitionPeriod: Millis
  /** Seconds. */
  readonly maxPodGracePeriod: number
}

/** The settings of the loops; spread them over a preset of `gcplan/simulate/loop`. */
export type LoopSettings = GatedRules['loop'] & Pick<ImagePolicySettings, 'highThresholdPercent' | 'maxAge'>

/** A setting without effect on these policies. */
export type IdleSetting =
  /** A field that it does not know, and ignores. */
  | { readonly _tag: 'FieldUnknown'; readonly field: 'imageMaximumGCAge' | 'mergeDefaultEvictionSettings' }
  /** A field that no release knows, and what it was probably meant to be. */
  | ({ readonly _tag: 'FieldMisspelt' } & MisspeltField)
  /** A gate that is as given anyway. */
  | ({ readonly _tag: 'GateIdle' } & IdleGate)
  /** A gate about which nothing is known here, not even whether the release has it; `meant`: one that looks like it. */
  | { readonly _tag: 'GateUnexamined'; readonly gate: string; readonly meant?: string }

/** The policies of a kubelet's two collectors, of eviction and of the loops, with the settings that they come from. */
export interface KubeletPolicies {
  readonly image: ImagePolicySettings
  readonly container: ContainerPolicySettings
  readonly eviction: EvictionPolicySettings
  readonly loop: LoopSettings
  /** What was given without effect. */
  readonly idle: ReadonlyArray<IdleSetting>
  readonly effective: EffectiveConfiguration
}

/**
 * The policies of a kubelet that was given these flags and this configuration.
 *
 * `rules` are those of the release, by default the latest: what it takes, and which feature gates it has.
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
  (flags: KubeletFlags, rules: ConfigurationRules = defaultConfigurationRules) =>
  (
    configuration: KubeletConfiguration,
  ): E.Either<RNEA.ReadonlyNonEmptyArray<ConfigurationProblem>, KubeletPolicies> => {
    const effective = effectiveConfiguration(flags, rules)(configuration)
    const [first, ...rest] = validateConfiguration(effective, rules)
    if (first !== undefined) return E.left([first, ...rest])
    const gated = gatedRules(rules.gates, effective.featureGates)
    const highThresholdPercent = effective.imageGCHighThresholdPercent
    const maxAge = millisPassing(nanosecondsOf(effective.imageMaximumGCAge))
    return E.right({
      image: {
        ...gated.image,
        highThresholdPercent,
        lowThresholdPercent: effective.imageGCLowThresholdPercent,
        minAge: millis(Math.max(0, millisReaching(nanosecondsOf(effective.imageMinimumGCAge)))),
        maxAge,
      },
      container: {
        minAge: millisReaching(nanosecondsOf(effective.containerMinimumAge)),
        maxPerPodContainer: effective.maxPerPodContainer,
        maxContainers: effective.maxContainers,
      },
      eviction: {
        ...gated.eviction,
        transitionPeriod: millis(
          Math.max(0, millisReaching(nanosecondsOf(effective.evictionPressureTransitionPeriod))),
        ),
        maxPodGracePeriod: effective.evictionMaxPodGracePeriod,
      },
      loop: { ...gated.loop, highThresholdPercent, maxAge },
      idle: idleSettings(rules, configuration, effective),
      effective,
    })
  }

const idleSettings = (
  rules: ConfigurationRules,
  configuration: KubeletConfiguration,
  { featureGates }: EffectiveConfiguration,
): ReadonlyArray<IdleSetting> => [
  ...(['imageMaximumGCAge', 'mergeDefaultEvictionSettings'] as const).flatMap((field): ReadonlyArray<IdleSetting> =>
    rules[field] === 'unknown' && configuration[field] !== undefined ? [{ _tag: 'FieldUnknown', field }] : [],
  ),
  ...(configuration.misspelt ?? []).map((one) => ({ _tag: 'FieldMisspelt', ...one }) as const),
  ...idleGates(rules.gates, featureGates).map((gate) => ({ _tag: 'GateIdle', ...gate }) as const),
  ...unexaminedGates(featureGates).map((one) => ({ _tag: 'GateUnexamined', ...one }) as const),
]
