/**
 * Compares what two releases of a component do with one snapshot, and names the switches behind each difference.
 *
 * @module
 */
export type { PatchValue, Switch, Switches } from '../core/switch.js'
export type { Because } from './attribute.js'
export { type CascadeRulebook, upgradeCascade } from './cascade.js'
export type { CascadeAct, CascadeAsPlan, CascadeFamily, CascadeKeepReason } from './cascade-view.js'
export { explainCascadeEnd } from './cascade-view.js'
export type { Change, Outcomes } from './change.js'
export { upgradeLegacyTokens, upgradeSigningRequests } from './cleaners.js'
export { containerdRules, upgradeContainerd } from './containerd.js'
export { type EvictionLook, evictionRules, upgradeEviction } from './eviction.js'
export type { PressureAsPlan, PressureFamily, PressureTarget } from './eviction-view.js'
export { explainPressure } from './eviction-view.js'
export {
  explainBecause,
  explainChange,
  explainSource,
  explainSwitch,
  explainUpgradeError,
  explainValues,
} from './explain.js'
export type { GateChange } from './gates.js'
export { kubeletContainerRules, upgradeKubeletContainer } from './kubelet-container.js'
export { kubeletImageRules, upgradeKubeletImage } from './kubelet-image.js'
export { kubernetesRules, upgradeKubernetes } from './kubernetes.js'
export { nodeRules } from './node.js'
export type { Releases } from './sentence.js'
export type { SwitchTable } from './tables.js'
export { switchTables } from './tables.js'
export type { AttributedChange, Compare, Rules, Settings, SwitchChange, Upgrade, UpgradeError } from './upgrade.js'
