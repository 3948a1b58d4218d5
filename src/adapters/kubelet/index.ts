/**
 * Reads a kubelet over its own port: its settings, its statistics and its pods, as a service account that may get `nodes/configz`,
 * `nodes/stats` and `nodes/pods`. For Node; without packages.
 *
 * @module
 */
export { type Kubelet, type KubeletOptions, connect } from './connect.js'
export { type KubeletError, explainKubeletError as explainError } from './error.js'
export * from './observe.js'
