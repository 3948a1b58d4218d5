/**
 * Answers how something is called off by whoever began it.
 */
import type { Signal } from './clock.js'

/** A signal, and what gives it. */
export const cancellation = (): { readonly signal: Signal; readonly cancel: () => void } => {
  const listeners = new Set<() => void>()
  let aborted = false
  return {
    signal: {
      get aborted() {
        return aborted
      },
      addEventListener: (_type, listener) => {
        listeners.add(listener)
      },
      removeEventListener: (_type, listener) => {
        listeners.delete(listener)
      },
    },
    cancel: () => {
      if (aborted) return
      aborted = true
      for (const listener of listeners) listener()
      listeners.clear()
    },
  }
}
