import type { Config, Nanos } from './config.js'

/** Everything the scheduler remembers; plain JSON. Instants count from the start of the scheduler. */
export interface State {
  readonly config: Config
  /** `idle`: waiting for a timer or a write; `collecting`: a collection runs; `crashed`: the loop died. */
  readonly mode: 'idle' | 'collecting' | 'crashed'
  /** End of the last collection; null before the first. */
  readonly last: Nanos | null
  /** When the timer fires; null while it was never set. */
  readonly next: Nanos | null
  /** Length of an idle tick. */
  readonly interval: Nanos
  /** Sum of all pauses since the start. */
  readonly pauses: Nanos
  /** Successful collections since the start. */
  readonly collections: number
  readonly triggered: boolean
  readonly deletions: number
  readonly mutations: number
  /** Waiters of the next collection, or of the running one, in order of arrival. */
  readonly waiters: ReadonlyArray<string>
  /** Waiters that came while a collection ran; they take their turn when it ends. */
  readonly arrivals: ReadonlyArray<{ readonly waiter: string; readonly trigger: boolean }>
}

/** The state of a scheduler that has not started. */
export const initialState = (config: Config): State => ({
  config,
  mode: 'idle',
  last: null,
  next: null,
  interval: 1_000_000_000,
  pauses: 0,
  collections: 0,
  triggered: false,
  deletions: 0,
  mutations: 0,
  waiters: [],
  arrivals: [],
})
