/**
 * The TTL-after-finished loop for one Job as a pure step function.
 *
 * 1. A Job with a TTL is processed whenever a watch event shows it.
 * 2. A Job with time left comes back when its TTL expires: the instant at which its plan wakes.
 * 3. A failed Job sync is retried after a delay that doubles with each consecutive failure.
 */
import { type Result, needsCleanup, processJob } from '../../../controllers/ttl/index.js'
import { type Backoff, nextTry } from '../drive.js'
import type { Command, Signal, State } from './signal.js'

/** A state and its commands, in order. */
export type Step<Err> = readonly [state: State, commands: ReadonlyArray<Command<Err>>]

/** A Job that nobody has seen. */
export const unseen: State = {
  job: undefined,
  isUnderWay: false,
  comesAgain: false,
  until: undefined,
  failures: 0,
}

/** True if the state of a Job can be dropped. */
export const isForgotten = ({ job, isUnderWay, until }: State): boolean =>
  job === undefined && !isUnderWay && until === undefined

/**
 * The next state, and its commands. Unexpected signals change nothing.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go addJob
 * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go handleErr
 */
export const step =
  (backoff: Backoff) =>
  <Err>(state: State, signal: Signal<Err>): Step<Err> => {
    switch (signal._tag) {
      case 'Seen': {
        const { job, at } = signal
        const seen = { ...state, job }
        return job.metadata.deletionTimestamp === undefined && needsCleanup(job) ? worked(seen, at) : [seen, []]
      }
      case 'Vanished':
        return [{ ...state, job: undefined }, []]
      case 'TimerDue':
        return worked({ ...state, until: undefined }, signal.at)
      case 'WorkEnded':
        return state.isUnderWay ? ended(backoff, state, signal.result, signal.at) : [state, []]
    }
  }

const worked = <Err>(state: State, at: Date): Step<Err> =>
  state.isUnderWay
    ? [{ ...state, comesAgain: true }, []]
    : [{ ...state, isUnderWay: true, comesAgain: false }, [{ _tag: 'Work', program: processJob(at)<Err>(state.job) }]]

const ended = <Err>(backoff: Backoff, state: State, result: Result<Err>, at: Date): Step<Err> => {
  const failures = result._tag === 'Retry' ? state.failures + 1 : 0
  const rested = { ...state, isUnderWay: false, failures }
  if (state.comesAgain) return worked(rested, at)
  if (result._tag === 'RequeueAfter') return waiting(rested, result.until)
  return result._tag === 'Retry' ? waiting(rested, nextTry(at, backoff, failures)) : [rested, []]
}

const waiting = <Err>(state: State, until: Date): Step<Err> => [{ ...state, until }, [{ _tag: 'SetTimer', at: until }]]
