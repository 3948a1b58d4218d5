/**
 * Decides what becomes of a cluster after requests from outside.
 *
 * @module
 */
export type { OutsideRequest, Phase, PhaseOutcome } from './simulate.js'
export { simulate } from './simulate.js'
export type { Step } from './settle.js'
