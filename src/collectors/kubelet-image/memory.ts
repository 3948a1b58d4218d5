/**
 * Answers what the image collector must carry from run to run, and how one look at the node changes it.
 */
import type { option as O } from 'fp-ts'

import type { Int64 } from '../../core/int64.js'
import type { Knowledge } from '../../core/knowledge.js'

/** What is remembered of one image. */
export interface ImageRecord {
  readonly id: string
  readonly runtimeHandler: string
  /** First look that saw the image; none: the zero time, an unknown past that counts as infinitely old. */
  readonly firstDetected: Knowledge<O.Option<Date>>
  /** Last look that saw it in use; none: never seen in use. */
  readonly lastUsed: Knowledge<O.Option<Date>>
  readonly size: Int64
  readonly pinned: boolean
}

/** Records sorted by key. */
export interface Memory {
  readonly records: ReadonlyArray<ImageRecord>
}

/** The memory of a collector that has not looked yet. */
export const emptyMemory: Memory = { records: [] }
