/**
 * Reads what tools print and what gcplan writes: from unknown text to typed values, with every problem named.
 *
 * @module
 */
export { decodeCrictlImageFsInfo } from './crictl/imagefsinfo.js'
export type { ImageFsUse } from './crictl/imagefsinfo.js'
export { decodeCrictlImages } from './crictl/images.js'
export { decodeCrictlInspect } from './crictl/inspect.js'
export type { ContainerVolumes } from './crictl/inspect.js'
export { decodeCrictlSandboxes } from './crictl/pods.js'
export { decodeCrictlContainers } from './crictl/ps.js'
export type { CrictlContainer } from './crictl/ps.js'
export { decodeCrictlStats } from './crictl/stats.js'
export type { ContainerUse } from './crictl/stats.js'
export { identify } from './detect.js'
export { linesOf } from './error.js'
export type { DecodeError, WrongFile } from './error.js'
export type { FileDecoder } from './file.js'
export { parseJsonText } from './json-text.js'
export type { FileKind, ReadTag, UnreadTag } from './kinds.js'
export * from './kubelet-config/index.js'
export { decodeKubeletPods } from './kubelet/pods.js'
export type { KubeletPod } from './kubelet/pods.js'
export { decodeStatsSummary } from './kubelet/stats-summary.js'
export type { FilesystemStats, StatsSummary } from './kubelet/stats-summary.js'
