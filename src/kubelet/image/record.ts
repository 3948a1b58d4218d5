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

/** Records by key, sorted; plain JSON but for its dates. */
export interface Memory {
  readonly records: ReadonlyArray<ImageRecord>
}
