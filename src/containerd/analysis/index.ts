/**
 * Tells what each holder of containerd's records keeps alone, and what would become of a snapshot if it were changed, and
 * draws what a collection would do.
 *
 * @module
 */
export type { Change, ChangeError } from './change.js'
export type { Extent, Freed } from './tally.js'
export * from './picture.js'
export * from './retained.js'
export * from './what-if.js'
