import type { task as T } from 'fp-ts'

import type { Millis } from '../core/time.js'

/** What can be heard of an `AbortSignal`; those of the platform fit. */
export interface Signal {
  readonly aborted: boolean
  /** Calls the listener once it is given. */
  readonly addEventListener: (type: 'abort', listener: () => void) => void
  /** Forgets a listener. */
  readonly removeEventListener: (type: 'abort', listener: () => void) => void
}

/** Time as the caller has it. */
export interface Clock {
  /** The instant of the call. */
  readonly now: () => Date
  /** Ends after a span. `cancelled` is aborted once nobody waits any more, so that a timer need not be kept. */
  readonly sleep: (span: Millis, cancelled: Signal) => T.Task<void>
}
