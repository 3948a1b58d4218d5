/**
 * The kubelet's validation of its garbage collection settings, in its order and with its messages.
 */
import { type GoDuration, nanosecondsOf } from '../../core/go-duration.js'
import type { EffectiveConfiguration } from './effective.js'
import { type GateProblem, gateGiven, gateProblems } from './gates.js'
import { type ConfigurationRules, defaultConfigurationRules } from './release.js'

/** A setting with which the kubelet would not start. */
export type ConfigurationProblem =
  | GateProblem
  | {
      readonly _tag: 'PercentOutOfRange'
      readonly field: 'imageGCHighThresholdPercent' | 'imageGCLowThresholdPercent'
      readonly percent: number
      readonly lowest: 0
      readonly highest: 100
    }
  | {
      readonly _tag: 'LowThresholdNotBelowHigh'
      readonly lowThresholdPercent: number
      readonly highThresholdPercent: number
    }
  | {
      readonly _tag: 'AgeNegative'
      readonly field: 'imageMinimumGCAge' | 'imageMaximumGCAge'
      readonly age: GoDuration
    }
  /** `imageMaximumGCAge` with its feature gate off. */
  | { readonly _tag: 'MaximumAgeWithoutGate' }
  | { readonly _tag: 'MaximumAgeNotAboveMinimum'; readonly maximumAge: GoDuration; readonly minimumAge: GoDuration }
  | { readonly _tag: 'ContainerMinimumAgeNegative'; readonly age: GoDuration }

/**
 * Every setting that the kubelet of a release rejects, in its order, gates first; empty if it accepts them all.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/apis/config/validation/validation.go ValidateKubeletConfiguration
 *
 * @example
 * ```ts
 * import { effectiveConfiguration, explainConfigurationProblem, noFlags, validateConfiguration } from 'gcplan/decode'
 *
 * const effective = effectiveConfiguration(noFlags)({ imageGCHighThresholdPercent: 70 })
 * console.log(validateConfiguration(effective).map((problem) => problem._tag)) // [ 'LowThresholdNotBelowHigh' ]
 * ```
 */
export const validateConfiguration = (
  effective: EffectiveConfiguration,
  { gates, negativeMinAge }: ConfigurationRules = defaultConfigurationRules,
): ReadonlyArray<ConfigurationProblem> => {
  const high = effective.imageGCHighThresholdPercent
  const low = effective.imageGCLowThresholdPercent
  const minimum = nanosecondsOf(effective.imageMinimumGCAge)
  const maximum = nanosecondsOf(effective.imageMaximumGCAge)
  const agesOff = gateGiven(gates, effective.featureGates, 'ImageMaximumGCAge') === false
  return [
    ...gateProblems(gates, effective.featureGates),
    ...percentProblems('imageGCHighThresholdPercent', high),
    ...percentProblems('imageGCLowThresholdPercent', low),
    ...when(low >= high, {
      _tag: 'LowThresholdNotBelowHigh',
      lowThresholdPercent: low,
      highThresholdPercent: high,
    }),
    ...when(minimum < 0n && negativeMinAge === 'refused', {
      _tag: 'AgeNegative',
      field: 'imageMinimumGCAge',
      age: effective.imageMinimumGCAge,
    }),
    ...when(maximum !== 0n && agesOff, { _tag: 'MaximumAgeWithoutGate' }),
    ...when(maximum < 0n, { _tag: 'AgeNegative', field: 'imageMaximumGCAge', age: effective.imageMaximumGCAge }),
    ...when(maximum > 0n && maximum <= minimum, {
      _tag: 'MaximumAgeNotAboveMinimum',
      maximumAge: effective.imageMaximumGCAge,
      minimumAge: effective.imageMinimumGCAge,
    }),
    ...when(nanosecondsOf(effective.containerMinimumAge) < 0n, {
      _tag: 'ContainerMinimumAgeNegative',
      age: effective.containerMinimumAge,
    }),
  ]
}

/** The kubelet's own message for a violation. */
export const explainConfigurationProblem = (problem: ConfigurationProblem): string => {
  switch (problem._tag) {
    case 'GateUnrecognized':
      return `unrecognized feature gate: ${problem.gate}`
    case 'GateLocked':
      return `cannot set feature gate ${problem.gate} to ${problem.given}, feature is locked to ${!problem.given}`
    case 'MaximumAgeWithoutGate':
      return 'invalid configuration: ImageMaximumGCAge feature gate is required for Kubelet configuration option imageMaximumGCAge'
    case 'PercentOutOfRange':
      return `invalid configuration: ${named(problem.field)} ${problem.percent} must be between 0 and 100, inclusive`
    case 'LowThresholdNotBelowHigh':
      return `invalid configuration: ${named('imageGCLowThresholdPercent')} ${problem.lowThresholdPercent} must be less than ${named('imageGCHighThresholdPercent')} ${problem.highThresholdPercent}`
    case 'AgeNegative':
      return `invalid configuration: ${problem.field} ${problem.age} must not be negative`
    case 'MaximumAgeNotAboveMinimum':
      return `invalid configuration: imageMaximumGCAge ${problem.maximumAge} must be greater than imageMinimumGCAge ${problem.minimumAge}`
    case 'ContainerMinimumAgeNegative':
      return `invalid minimum garbage collection age: ${problem.age}`
  }
}

type PercentField = Extract<ConfigurationProblem, { readonly _tag: 'PercentOutOfRange' }>['field']

const flagOf: Readonly<Record<PercentField, string>> = {
  imageGCHighThresholdPercent: '--image-gc-high-threshold',
  imageGCLowThresholdPercent: '--image-gc-low-threshold',
}

const named = (field: PercentField): string => `${field} (${flagOf[field]})`

const percentProblems = (field: PercentField, percent: number): ReadonlyArray<ConfigurationProblem> =>
  when(percent < 0 || percent > 100, { _tag: 'PercentOutOfRange', field, percent, lowest: 0, highest: 100 })

const when = (holds: boolean, problem: ConfigurationProblem): ReadonlyArray<ConfigurationProblem> =>
  holds ? [problem] : []
