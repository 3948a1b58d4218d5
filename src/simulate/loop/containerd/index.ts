export * from '../../../containerd/scheduler/index.js'
export * from './driver.js'
