export type { GoDuration, InvalidGoDuration } from '../../core/go-duration.js'
export { formatGoDuration, parseGoDuration } from '../../core/go-duration.js'
export type { InvalidQuantity, Quantity, QuantityFormat } from '../../core/quantity.js'
export { parseQuantity, quantityFits, quantitySign, quantityValue } from '../../core/quantity.js'
export type { KubeletConfiguration } from './configuration.js'
export { decodeKubeletConfiguration } from './configuration.js'
export type { EffectiveConfiguration } from './effective.js'
export { defaultEvictionHard, effectiveConfiguration } from './effective.js'
export type { DecodedFlags, KubeletFlags } from './flags.js'
export { decodeKubeletFlags, noFlags } from './flags.js'
export type { KubeletConfigResource, MachineConfigPool } from './machine-config.js'
export { decodeKubeletConfigResource, decodeMachineConfigPools } from './machine-config.js'
export type {
  ContainerPolicySettings,
  EvictionPolicySettings,
  ImagePolicySettings,
  KubeletPolicies,
} from './policies.js'
export { kubeletPolicies } from './policies.js'
export type { PoolSelector, Requirement } from './pool-selector.js'
export { selectsLabels } from './pool-selector.js'
export type { KubeletConfigRollout, PoolRollout, RolloutFact } from './rollout.js'
export { explainRolloutFact, kubeletConfigRollout } from './rollout.js'
export type { ConfigurationProblem } from './validate.js'
export { explainConfigurationProblem, validateConfiguration } from './validate.js'
