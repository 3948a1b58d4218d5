/**
 * The effect of one accepted request on one object.
 */
import type { WholeObject } from './pod.js'

/** A request, and the object before and after it. */
export interface Effect<R> {
  readonly request: R
  readonly before: WholeObject
  /** Absent when the object is gone. The same as `before` when the request changed nothing. */
  readonly after: WholeObject | undefined
  /** The request created the object; `before` is then how it was created. */
  readonly created?: true
}
