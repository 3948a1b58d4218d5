/**
 * Arbitraries of every snapshot and policy, for fast-check, and the laws that every collector keeps. It needs fast-check; the
 * rest of the testing kit does not.
 *
 * @module
 */
export * as Containerd from './containerd.js'
export * as CsrCleaner from './csr-cleaner.js'
export * as History from './history.js'
export * as KubeletContainer from './kubelet-container.js'
export * as KubeletImage from './kubelet-image.js'
export { type Law, type Lawful, carryOut, lawsOf } from './laws.js'
export * as Lifecycle from './lifecycle.js'
export * as Owner from './owner.js'
export * as PodGc from './pod.js'
export * as TokenCleaner from './token-cleaner.js'
export * as Ttl from './ttl.js'
