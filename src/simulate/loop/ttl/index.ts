export * from './driver.js'
export type { Command, Signal, State } from './signal.js'
export * from './step.js'
