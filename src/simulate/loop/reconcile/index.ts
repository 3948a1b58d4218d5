export type { DrivenReconcile, Ran } from './driver.js'
export { drive, ranOf } from './driver.js'
export type { Command, Config, Signal, State, Step } from './step.js'
export { defaultConfig, start, step } from './step.js'
