/**
 * Carries out plans through a function that performs one action.
 *
 * @module
 */
export type { Clock, Signal } from './clock.js'
export * from './fault.js'
export * from './options.js'
export type { AdmissionThrew } from './attempt.js'
export { execute, executeLooking, executeWith } from './execute.js'
export { run } from './run.js'
export { type Patience, pause } from './wait.js'
export type * from './run-ports.js'
