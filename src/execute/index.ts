/**
 * Carries out plans through a function that performs one action.
 *
 * @module
 */
export type { Look, Perform } from './execute.js'
export { execute, executeLooking } from './execute.js'
