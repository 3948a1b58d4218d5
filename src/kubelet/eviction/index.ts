/**
 * Decides what the eviction manager does: which thresholds are met, what is reclaimed, and which pods go.
 *
 * @module
 */
export { assumePressed } from './assume-pressed.js'
export * from './conditions.js'
export * from './container-fs.js'
export type { EvictionEvent } from './event.js'
export type { Filesystem, Layout, Reclaim } from './layout.js'
export { filesystemOf, oneFilesystem, reclaimFor } from './layout.js'
export { layoutBySizes } from './layout-by-sizes.js'
export * from './memory.js'
export type { Observation, Observations } from './observation.js'
export { thresholdsMet } from './observation.js'
export * from './parse.js'
export type { Amounts, ContainerStats, Pod, PodContainer, PodStats, PodVolume, Usage } from './pod.js'
export { isCritical } from './pod.js'
export * from './policy.js'
export * from './rank.js'
export type { PodEviction, Relief, Remedy } from './relief.js'
export type { NodeCondition, Resource, Signal } from './signal.js'
export { conditionOf, isSignal, resourceOf, signals } from './signal.js'
export type { InvalidStatement, Threshold, ThresholdValue } from './threshold.js'
export { splitThresholds, amountOf, isHard } from './threshold.js'
export type { PressureSnapshot } from './snapshot.js'
export * from './synchronize.js'
