import type { Signal } from './clock.js'

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
