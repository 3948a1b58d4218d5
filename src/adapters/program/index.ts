/**
 * What every controller program does: serve probes and metrics, elect one of several replicas, work, and end in order.
 *
 * @module
 */
export { systemClock } from '../clock.js'
export { type SignalSource, type Termination, termination } from '../serving/termination.js'
export { type ProgramError, type ProgramEvent, explainProgramError, explainProgramEvent } from './event.js'
export { type LeaseOptions, type ProgramOptions, type TellReady, type Work, leadAndServe } from './lead-and-serve.js'
export { type RunProgramOptions, runProgram } from './run-program.js'
