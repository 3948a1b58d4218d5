/**
 * What is folded into the memory: watch events, and what the collector found out itself.
 */
import type { WatchEvent } from '../../../apiserver/answer.js'
import type { Identity } from './node.js'

/** One thing to be folded into the memory. */
export type Observation =
  | WatchEvent
  /** A look at the API found no object of this identity. */
  | { readonly _tag: 'FoundAbsent'; readonly identity: Identity }
