/**
 * Explores every end that a deletion can come to, whatever comes first.
 *
 * @module
 */
export type { ObjectOutcome, PossibleEnd } from './object-outcome.js'
export * from './outcomes.js'
export { type OutcomeOptions, type OutcomePhase, defaultBudget, largestBudget } from './options.js'
export { explainCertainty, explainOutcome } from './explain.js'
export { explainCourse } from './explain-course.js'
export type { CourseChange, CourseStep, SentRequest, Transition } from './transition.js'
export type { ExploredRequest } from '../cascade/outside-request.js'
