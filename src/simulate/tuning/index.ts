/**
 * Compares image collection settings on one course of events.
 *
 * @module
 */
export { explainGround } from './explain.js'
export type { KubeletConfigDocument, KubeletConfigurationDocument, Setting, SettingFields, Sweep } from './setting.js'
export { defaultSweep, kubeletConfiguration, kubeletSetting, openshiftKubeletConfig } from './setting.js'
export * from './synthetic.js'
export type { Trial } from './trial.js'
export * from './tune.js'
