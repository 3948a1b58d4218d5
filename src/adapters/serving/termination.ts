/** The word of the system that a program is to end. */
import type { Signal } from '../../execute/index.js'

/** What tells of signals: `process`, or a fake of it. */
export interface SignalSource {
  /** Adds a listener for one signal. */
  readonly once: (name: 'SIGTERM' | 'SIGINT', listener: () => void) => unknown
  /** Removes it. */
  readonly off: (name: 'SIGTERM' | 'SIGINT', listener: () => void) => unknown
}

/** The end that a process was asked for, or not yet. */
export interface Termination {
  readonly signal: Signal
  /** Listens no longer. */
  readonly forget: () => void
}

/**
 * A signal that is aborted when the process receives SIGTERM or SIGINT. It listens for each once: a second one of the same
 * name ends the process, as without this.
 *
 * @example
 * ```ts
 * import { termination } from 'gcplan/adapters/serving'
 *
 * const { signal, forget } = termination(process)
 * console.log(signal.aborted) // false
 * forget()
 * ```
 */
export const termination = (source: SignalSource): Termination => {
  const end = new AbortController()
  const abort = (): void => {
    end.abort()
  }
  source.once('SIGTERM', abort)
  source.once('SIGINT', abort)
  return {
    signal: end.signal,
    forget: () => {
      source.off('SIGTERM', abort)
      source.off('SIGINT', abort)
    },
  }
}
