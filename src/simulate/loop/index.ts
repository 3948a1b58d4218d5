/**
 * Decides when collections run: the loops as pure steps from state and signal to state and commands, each with a driver that
 * carries the commands out. Times are instants given by the caller, who owns the clock, the timers and the world.
 *
 * @module
 */
export type { Backoff, Driven, Driving } from './drive.js'
export { defaultBackoff } from './drive.js'
export * as ContainerdScheduler from './containerd/index.js'
export * as KubeletLoop from './kubelet/index.js'
export * as OwnerLoop from './owner/index.js'
export * as ReconcileLoop from './reconcile/index.js'
export * as TtlLoop from './ttl/index.js'
