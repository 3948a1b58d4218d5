export * from './config.js'
export * from './driver.js'
export type { Command, Loop, NodeEvent, Signal, LoopState, State } from './signal.js'
export * from './step.js'
