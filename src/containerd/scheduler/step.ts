/**
 * One step of the GC scheduler. There is one loop, and one collection at a time:
 *
 * 1. a write or a trigger may set the timer, or bring it forward, but never back;
 * 2. a timer that fires with nothing pending is an idle tick: it is only set again;
 * 3. after a successful collection, the interval is set so that pauses keep their share of time;
 * 4. after a failed collection, all counts are kept and it is tried again later.
 *
 * Follows `plugins/gc/scheduler.go` of containerd, rule by rule.
 */
import type { Config, Nanos } from './config.js'
import type { CollectReason, Command, Signal } from './signal.js'

/** A state and what it asks for. */
export type Step = readonly [State, ReadonlyArray<Command>]

/** Starts the scheduler at instant 0. */
export const start = (config: Config): Step =>
  config.startupDelay > 0 ? setTimer(initialState(config), 0, config.startupDelay) : [initialState(config), []]

/** The next state, and what the driver is to do. A signal that cannot happen in this state changes nothing. */
export const step = (state: State, signal: Signal): Step => {
  if (state.mode === 'crashed') return [state, []]
  switch (signal._tag) {
    case 'Written':
      return onWrite(state, signal.at, signal.dirty)
    case 'Triggered':
    case 'Awaited':
      return onWaiter(state, signal.at, signal.waiter, signal._tag === 'Triggered')
    case 'GaveUp':
      return [without(state, signal.waiter), []]
    case 'TimerFired':
      return state.mode === 'idle' ? onTimer(state, signal.at) : [state, []]
    case 'Collected':
      return state.mode === 'collecting' ? onEnd(onSuccess(state, signal.at, signal.pause), signal.at) : [state, []]
    case 'CollectionFailed':
      return state.mode === 'collecting' ? onEnd(onFailure(state, signal.at), signal.at) : [state, []]
  }
}

const onWrite = (state: State, at: Nanos, dirty: boolean): Step =>
  // A write during a collection is stamped before the collection's end, so it is dropped when it is heard.
  state.mode === 'collecting' || (state.last !== null && state.last > at)
    ? [state, []]
    : schedule({ ...state, mutations: state.mutations + 1, deletions: state.deletions + (dirty ? 1 : 0) }, at)

const onWaiter = (state: State, at: Nanos, waiter: string, trigger: boolean): Step => {
  if (state.mode === 'collecting') return [{ ...state, arrivals: [...state.arrivals, { waiter, trigger }] }, []]
  const waiting = { ...state, waiters: [...state.waiters, waiter] }
  return trigger ? schedule({ ...waiting, triggered: true }, at) : [waiting, []]
}

const schedule = (state: State, at: Nanos): Step => {
  const { deletionThreshold, mutationThreshold, scheduleDelay } = state.config
  const urgent = state.triggered || (deletionThreshold > 0 && state.deletions >= deletionThreshold)
  const arms =
    (deletionThreshold === 0 && state.deletions > 0) || (mutationThreshold > 0 && state.mutations >= mutationThreshold)
  const due = urgent || (state.next === null && arms)
  return due && (state.next === null || state.next > at + scheduleDelay)
    ? setTimer(state, at, scheduleDelay)
    : [state, []]
}

const onTimer = (state: State, at: Nanos): Step => {
  const because = collectReason(state)
  return because === null
    ? setTimer(state, at, state.interval)
    : [{ ...state, mode: 'collecting' }, [{ _tag: 'Collect', at, because }]]
}

const collectReason = (state: State): CollectReason | null => {
  const { deletionThreshold, mutationThreshold } = state.config
  if (state.triggered) return { _tag: 'Triggered' }
  if (state.last === null) return { _tag: 'NeverCollected' }
  if (state.deletions > 0) return { _tag: 'Deletions', deletions: state.deletions, deletionThreshold }
  if (mutationThreshold > 0 && state.mutations >= mutationThreshold)
    return { _tag: 'Mutations', mutations: state.mutations, mutationThreshold }
  return null
}

const onSuccess = (state: State, at: Nanos, pause: Nanos): Step => {
  const pauses = state.pauses + pause
  const collections = state.collections + 1
  const interval = nextInterval(state, pauses / collections)
  const [rested, timer] = setTimer(
    { ...state, pauses, collections, interval, last: at, triggered: false, deletions: 0, mutations: 0 },
    at,
    interval,
  )
  return [{ ...rested, mode: 'idle', waiters: [] }, [...resolve(state, at, true), ...timer]]
}

const nextInterval = (state: State, averagePause: number): Nanos => {
  const { pauseThreshold, pauseFloor } = state.config
  if (pauseThreshold <= 0) return state.interval
  const average = pauseFloor ? Math.max(averagePause, shortestPause) : averagePause
  return Math.trunc(average / pauseThreshold - average)
}

const shortestPause: Nanos = 5_000_000

const onFailure = (state: State, at: Nanos): Step => {
  if (state.last === null && state.config.firstFailure === 'crash')
    return [{ ...state, mode: 'crashed' }, [{ _tag: 'Crash', at }]]
  const delay =
    state.last === null || state.next === null ? state.config.scheduleDelay : state.next - state.last + 1_000_000_000
  const [rested, timer] = setTimer({ ...state, last: at }, at, delay)
  return [{ ...rested, mode: 'idle', waiters: [] }, [...resolve(state, at, false), ...timer]]
}

/** Handles the signals that arrived during the collection, stamped after its end. */
const onEnd = ([ended, commands]: Step, at: Nanos): Step =>
  ended.mode === 'crashed'
    ? [ended, commands]
    : ended.arrivals.reduce<Step>(
        ([state, so], { waiter, trigger }) => {
          const [next, more] = onWaiter(state, at, waiter, trigger)
          return [next, [...so, ...more]]
        },
        [{ ...ended, arrivals: [] }, commands],
      )

const resolve = (state: State, at: Nanos, ok: boolean): ReadonlyArray<Command> =>
  state.waiters.length === 0 ? [] : [{ _tag: 'Resolve', at, waiters: state.waiters, ok }]

const setTimer = (state: State, at: Nanos, delay: Nanos): Step => [
  { ...state, next: at + delay },
  [{ _tag: 'SetTimer', at, delay }],
]

const without = (state: State, waiter: string): State => ({
  ...state,
  waiters: state.waiters.filter((other) => other !== waiter),
  arrivals: state.arrivals.filter((other) => other.waiter !== waiter),
})

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
const initialState = (config: Config): State => ({
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
