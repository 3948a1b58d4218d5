/**
 * What each holder of containerd's records keeps alone, what a collection would do after changes to a snapshot, and pictures of
 * a collection.
 *
 * @module
 */
export type { Change, ChangeError } from './change.js'
export type { Extent, Freed } from './tally.js'
export * from './picture.js'
export * from './retained.js'
export * from './what-if.js'
