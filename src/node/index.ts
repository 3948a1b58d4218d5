/**
 * Decides what a node does under pressure: which thresholds are met, what is collected, and which pods go.
 *
 * @module
 */
export * as Eviction from './eviction/index.js'
export * as Forecast from './forecast/index.js'
export * as Lab from './lab/index.js'
export * as Layers from './layers/index.js'
export * as Reclaim from './reclaim/index.js'
