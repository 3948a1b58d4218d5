/**
 * Tells what each holder of containerd's records keeps alone, and what would become of a snapshot if it were changed, and
 * draws what a collection would do.
 *
 * @module
 */
export type { Change, ChangeError } from './change.js'
export type { Extent, Freed } from './tally.js'
export type { View } from './picture.js'
export { depict } from './picture.js'
export type { Holder, Retention } from './retained.js'
export { retained } from './retained.js'
export type { ChangeRefused, Changed, WhatIf } from './what-if.js'
export { change, whatIf } from './what-if.js'
