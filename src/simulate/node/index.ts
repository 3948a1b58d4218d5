/**
 * Plays collection and eviction on a node, run after run.
 *
 * @module
 */
export type { ForecastFailure } from './container-run.js'
export type { ForecastError } from './forecast.js'
export { forecast } from './forecast.js'
export * from './measured-growth.js'
export * from './node.js'
export type * from './outcome.js'
export * from './policies.js'
