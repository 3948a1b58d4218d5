import type { task as T } from 'fp-ts'

import type { Millis } from '../core/time.js'

/** The part of an `AbortSignal` that is used; platform signals fit. */
export interface Signal {
  readonly aborted: boolean
  /** Adds a listener for the abort. */
  readonly addEventListener: (type: 'abort', listener: () => void) => void
  /** Removes a listener. */
  readonly removeEventListener: (type: 'abort', listener: () => void) => void
}

/** The caller's clock. */
export interface Clock {
  /** The current time. */
  readonly now: () => Date
  /**
   * Resolves after a span. `cancelled` is aborted when the wait is no longer needed, so that the timer can be cleared.
   */
  readonly sleep: (span: Millis, cancelled: Signal) => T.Task<void>
}

/** A signal, and what gives it. */
export const cancellation = (): { readonly signal: Signal; readonly cancel: () => void } => {
  // Most are cancelled unheard, one for every call with a deadline.
  let listeners: Set<() => void> | null = null
  let aborted = false
  return {
    signal: {
      get aborted() {
        return aborted
      },
      addEventListener: (_type, listener) => {
        listeners = (listeners ?? new Set()).add(listener)
      },
      removeEventListener: (_type, listener) => {
        listeners?.delete(listener)
      },
    },
    cancel: () => {
      if (aborted) return
      aborted = true
      if (listeners === null) return
      for (const listener of listeners) listener()
      listeners = null
    },
  }
}
