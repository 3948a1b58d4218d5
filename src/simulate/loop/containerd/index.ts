export * from '../../../containerd/scheduler/index.js'
export type { Collected, DrivenScheduler } from './driver.js'
export { drive } from './driver.js'
