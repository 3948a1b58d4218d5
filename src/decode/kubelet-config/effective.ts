/**
 * The kubelet's effective configuration: defaults filled in, flags applied. Not validated.
 */
import { type GoDuration, goDuration, nanosecondsOf } from '../../core/go-duration.js'
import type { KubeletConfiguration } from './configuration.js'
import type { KubeletFlags } from './flags.js'
import type { GivenGates } from './gates.js'
import { type ConfigurationRules, defaultConfigurationRules } from './release.js'

/** Every setting with its value in force. Durations are in Go's notation. */
export interface EffectiveConfiguration {
  /** Percent of the image filesystem at which image collection begins; default 85, 100 disables the space pass. */
  readonly imageGCHighThresholdPercent: number
  /** Percent that image collection aims for; default 80. */
  readonly imageGCLowThresholdPercent: number
  /** Default `2m0s`, which also replaces a zero from a file. */
  readonly imageMinimumGCAge: GoDuration
  /** Default `0s`: off. */
  readonly imageMaximumGCAge: GoDuration
  /** Signal to threshold. */
  readonly evictionHard: ReadonlyMap<string, string>
  readonly evictionSoft: ReadonlyMap<string, string>
  readonly evictionSoftGracePeriod: ReadonlyMap<string, string>
  readonly evictionMinimumReclaim: ReadonlyMap<string, string>
  /** Default `5m0s`, which also replaces a zero from a file. */
  readonly evictionPressureTransitionPeriod: GoDuration
  /** Seconds; default 0. */
  readonly evictionMaxPodGracePeriod: number
  /** Flag only; default `0s`. */
  readonly containerMinimumAge: GoDuration
  /** Flag only; default 1, negative: no limit. */
  readonly maxPerPodContainer: number
  /** Flag only; default -1, negative: no limit. */
  readonly maxContainers: number
  /** Those given, by name; the others are as in the release. */
  readonly featureGates: GivenGates
}

/** The hard eviction thresholds of a Linux node whose file sets none. */
export const defaultEvictionHard: ReadonlyMap<string, string> = new Map([
  ['imagefs.available', '15%'],
  ['imagefs.inodesFree', '5%'],
  ['memory.available', '100Mi'],
  ['nodefs.available', '10%'],
  ['nodefs.inodesFree', '5%'],
])

/**
 * Fills in defaults, then applies flags: a flag wins over the file, and only a flag can set an age to zero.
 *
 * A zero `imageMinimumGCAge` or `evictionPressureTransitionPeriod` in a file becomes the default. The default hard
 * thresholds apply if the file has no `evictionHard`; with `mergeDefaultEvictionSettings` they also fill in missing
 * signals. A field that the release does not know has no effect. Of gates, a flag wins over the file gate by gate.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/apis/config/v1beta1/defaults.go SetDefaults_KubeletConfiguration
 *
 * @example
 * ```ts
 * import { decodeKubeletConfiguration, effectiveConfiguration, noFlags } from 'gcplan/decode'
 *
 * const decoded = decodeKubeletConfiguration({ imageGCHighThresholdPercent: 75, imageMinimumGCAge: '0s' })
 * if (decoded._tag === 'Right') {
 *   const effective = effectiveConfiguration(noFlags)(decoded.right)
 *   console.log(effective.imageGCHighThresholdPercent, effective.imageMinimumGCAge) // 75 2m0s
 * }
 * ```
 */
export const effectiveConfiguration =
  (flags: KubeletFlags, rules: ConfigurationRules = defaultConfigurationRules) =>
  (configuration: KubeletConfiguration): EffectiveConfiguration => ({
    imageGCHighThresholdPercent: flags.imageGCHighThresholdPercent ?? configuration.imageGCHighThresholdPercent ?? 85,
    imageGCLowThresholdPercent: flags.imageGCLowThresholdPercent ?? configuration.imageGCLowThresholdPercent ?? 80,
    imageMinimumGCAge: flags.imageMinimumGCAge ?? unlessZero(configuration.imageMinimumGCAge) ?? twoMinutes,
    imageMaximumGCAge: (rules.imageMaximumGCAge === 'known' ? configuration.imageMaximumGCAge : undefined) ?? zero,
    evictionHard: flags.evictionHard ?? hardThresholdsOf(rules, configuration),
    evictionSoft: flags.evictionSoft ?? configuration.evictionSoft ?? new Map(),
    evictionSoftGracePeriod: flags.evictionSoftGracePeriod ?? configuration.evictionSoftGracePeriod ?? new Map(),
    evictionMinimumReclaim: flags.evictionMinimumReclaim ?? configuration.evictionMinimumReclaim ?? new Map(),
    evictionPressureTransitionPeriod:
      flags.evictionPressureTransitionPeriod ??
      unlessZero(configuration.evictionPressureTransitionPeriod) ??
      fiveMinutes,
    evictionMaxPodGracePeriod: flags.evictionMaxPodGracePeriod ?? configuration.evictionMaxPodGracePeriod ?? 0,
    containerMinimumAge: flags.containerMinimumAge ?? zero,
    maxPerPodContainer: flags.maxPerPodContainer ?? 1,
    maxContainers: flags.maxContainers ?? -1,
    featureGates: new Map([...(configuration.featureGates ?? []), ...(flags.featureGates ?? [])]),
  })

const zero = goDuration(0n)
const twoMinutes = goDuration(120_000_000_000n)
const fiveMinutes = goDuration(300_000_000_000n)

const unlessZero = (duration: GoDuration | undefined): GoDuration | undefined =>
  duration === undefined || nanosecondsOf(duration) === 0n ? undefined : duration

const hardThresholdsOf = (
  rules: ConfigurationRules,
  { evictionHard, mergeDefaultEvictionSettings = false }: KubeletConfiguration,
): ReadonlyMap<string, string> => {
  if (evictionHard === undefined) return defaultEvictionHard
  return mergeDefaultEvictionSettings && rules.mergeDefaultEvictionSettings === 'known'
    ? new Map([...defaultEvictionHard, ...evictionHard])
    : evictionHard
}
