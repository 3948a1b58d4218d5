/**
 * The owner collector's loop as a pure step function.
 *
 * 1. Watch events are folded into the memory, which queues the objects to look at.
 * 2. Free workers attempt the next queue items; an item that is in progress waits until it has finished.
 * 3. The result of an attempt is folded in, with what the collector found out itself. An item to retry comes back after a
 *    delay that doubles with each consecutive failure.
 */
import type { KubeObject } from '../../../apiserver/object.js'
import {
  type Event,
  type Memory,
  type Observation,
  type Work,
  type Policy,
  foldAttempt,
  memoryOf,
  nextWork,
  observe,
  observeVirtualDeletes,
  returnWork,
  takeWork,
  defaultPolicy,
} from '../../../controllers/owner/index.js'
import { emptyTrie, find, keyedByText } from '../../../internal/trie/branch.js'
import { insert, remove } from '../../../internal/trie/change.js'
import { type Backoff, nextTry, defaultBackoff } from '../drive.js'
import { type Command, type Failures, type Signal, type State, workKey } from './signal.js'
import type { ScopeTable } from '../../../apiserver/scope.js'
import { scopes_1_36 } from '../../../apiserver/scopes.js'

/** A state and its commands, in order. */
export type Step = readonly [state: State, commands: ReadonlyArray<Command>]

/**
 * The collector after the initial lists, and its first commands.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go Run
 */
export const start =
  (config: Config) =>
  (objects: Iterable<KubeObject>): Step => {
    const memory = memoryOf(config.policy)(objects)
    const state: State = { memory, underWay: new Map(), failures: emptyTrie() }
    return dispatched(config, state, memory.warnings.map(toRecord))
  }

/**
 * The next state, and its commands. Unexpected signals change nothing.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go processAttemptToDeleteWorker
 */
export const step =
  (config: Config) =>
  <Err>(state: State, signal: Signal<Err>): Step => {
    switch (signal._tag) {
      case 'Observed':
        return observed(config, state, [signal.observation])
      case 'Listed':
        return observed(config, state, signal.observations)
      case 'TimerDue':
        return dispatched(config, { ...state, memory: returnWork(signal.work)(state.memory) }, [])
      case 'AttemptEnded':
        return attempted(config, state, signal)
    }
  }

const observed = (config: Config, state: State, observations: ReadonlyArray<Observation>): Step => {
  const commands: Command[] = []
  let { memory } = state
  for (const observation of observations) {
    memory = observe(config.policy)(observation)(memory)
    commands.push(...memory.warnings.map(toRecord))
  }
  return dispatched(config, { ...state, memory }, commands)
}

const attempted = <Err>(
  config: Config,
  state: State,
  { work, attempt, at }: Extract<Signal<Err>, { readonly _tag: 'AttemptEnded' }>,
): Step => {
  const key = workKey(work)
  const comesAgain = state.underWay.get(key)
  if (comesAgain === undefined) return [state, []]
  const underWay = new Map(state.underWay)
  underWay.delete(key)
  const folded = foldAttempt(attempt)(state.memory)
  const settled = observeVirtualDeletes(folded)
  const memory: Memory = comesAgain ? returnWork(work)(settled) : settled
  const commands: Command[] = [...folded.warnings, ...settled.warnings].map(toRecord)
  let { failures } = state
  if (attempt.queueAction === 'forget') failures = remove(byKey, null, failures, key)
  else {
    const count = (find(byKey, failures, key)?.count ?? 0) + 1
    failures = insert(byKey, null, failures, { key, count })
    commands.push({ _tag: 'SetTimer', work, at: nextTry(at, config.backoff, count) })
  }
  return dispatched(config, { memory, underWay, failures }, commands)
}

const dispatched = (config: Config, state: State, commands: ReadonlyArray<Command>): Step => {
  const free = (): Work | undefined => (underWay.size < config.workers ? nextWork(memory) : undefined)
  const all = [...commands]
  const underWay = new Map(state.underWay)
  let { memory } = state
  for (let work = free(); work !== undefined; work = free()) {
    const key = workKey(work)
    memory = takeWork(work)(memory)
    const isUnderWay = underWay.has(key)
    underWay.set(key, isUnderWay)
    if (isUnderWay) continue
    all.push({ _tag: 'Attempt', work })
  }
  return [{ ...state, memory, underWay }, all]
}

const byKey = keyedByText<Failures>(({ key }) => key)

const toRecord = (event: Event): Extract<Command, { readonly _tag: 'RecordEvent' }> => ({
  _tag: 'RecordEvent',
  event,
})

/** The settings of the loop. */
export interface Config {
  readonly policy: Policy
  /** Which resource serves which kind. */
  readonly scopes: ScopeTable
  /** Concurrent attempts. */
  readonly workers: number
  /** Back-off after failures of one item in a row. */
  readonly backoff: Backoff
}

/**
 * The settings of the controller manager: 20 workers.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/config/v1alpha1/defaults.go RecommendedDefaultGarbageCollectorControllerConfiguration
 */
export const defaultConfig: Config = {
  policy: defaultPolicy,
  scopes: scopes_1_36,
  workers: 20,
  backoff: defaultBackoff,
}
