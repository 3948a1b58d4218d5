/**
 * Carries out plans through a function that performs one action.
 *
 * @module
 */
export type { Clock, Signal } from './clock.js'
export type { CallFault } from './fault.js'
export { explainFault, isCallFault } from './fault.js'
export type { Look, Options, Perform, Progress, Retry } from './options.js'
export { backoff } from './options.js'
export type { AdmissionThrew } from './attempt.js'
export { execute, executeLooking, executeWith } from './execute.js'
export { run } from './run.js'
export type { Patience } from './wait.js'
export type {
  GuardRefusal,
  LookError,
  Recall,
  Round,
  RunError,
  RunFault,
  RunPorts,
  RunReport,
  RunTrace,
} from './run-ports.js'
