export { type GoDuration, type InvalidGoDuration, formatGoDuration, parseGoDuration } from '../../core/go-duration.js'
export {
  type InvalidQuantity,
  type Quantity,
  type QuantityFormat,
  parseQuantity,
  quantityFits,
  quantitySign,
  quantityValue,
} from '../../core/quantity.js'
export { type KubeletConfiguration, type MisspeltField, decodeKubeletConfiguration } from './configuration.js'
export { type EffectiveConfiguration, defaultEvictionHard, effectiveConfiguration } from './effective.js'
export { type DecodedFlags, type KubeletFlags, decodeKubeletFlags, noFlags } from './flags.js'
export type { Gate, GatedRules, GateName, GateProblem, Gates, GivenGates, IdleGate } from './gates.js'
export * from './machine-config.js'
export * from './policies.js'
export { type PoolSelector, type Requirement, selectsLabels } from './pool-selector.js'
export { type ConfigurationRules, configurationPresets, defaultConfigurationRules } from './release.js'
export * from './rollout.js'
export { type ConfigurationProblem, explainConfigurationProblem, validateConfiguration } from './validate.js'
