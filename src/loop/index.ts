/**
 * Decides when collections run: the periodic loops as pure steps from state and signal to state and commands. Times are
 * instants given by the caller; whoever drives a loop owns the clock, the timers and the runtime.
 *
 * @module
 */
export * as ContainerdScheduler from '../collectors/containerd/scheduler/index.js'
export * as KubeletLoop from './kubelet/index.js'
