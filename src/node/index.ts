/**
 * Decides what a node does under pressure: which thresholds are met, what is collected, and which pods go.
 *
 * @module
 */
export * as Eviction from './eviction/index.js'
