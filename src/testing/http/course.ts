/**
 * Time in a served cluster. What a collector plans from a whole listing is planned anew only when something that it reads has
 * changed, or when it is due: a cluster of ten thousand objects answers many requests between two of its rounds.
 */
import { type Millis, after, instant, millis } from '../../core/time.js'
import { earliest } from '../../internal/lists.js'
import type { Controllers } from '../cluster/controllers.js'
import type { Policies } from '../cluster/policies.js'
import {
  type Collector,
  type Turn,
  collectHistory,
  collectJobs,
  collectLifecycle,
  collectPods,
  lookAtNodes,
} from '../cluster/rounds.js'
import type { State } from '../cluster/state.js'
import { misuse } from '../misuse.js'
import { expireEvents } from './expiry.js'
import { changesSince } from './history.js'
import type { Cell } from './store.js'

/** Runs a served cluster. */
export interface ServedCourse {
  /** Runs everything that is due until nothing changes; the clock stands still. */
  readonly settle: () => void
  /** Moves the clock, and runs everything that falls due on the way, at its time. */
  readonly advance: (span: Millis) => void
}

const lookPeriod = 20_000
const retryPeriod = millis(20_000)
const mostRounds = 10_000

/** A group and a kind. */
type Kind = readonly [string, string]

const jobKinds: ReadonlyArray<Kind> = [['batch', 'Job']]
const podKinds: ReadonlyArray<Kind> = [
  ['', 'Pod'],
  ['', 'Node'],
]
const workloadKinds: ReadonlyArray<Kind> = [
  ...['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'ControllerRevision'].map((kind): Kind => ['apps', kind]),
  ...['CronJob', 'Job'].map((kind): Kind => ['batch', kind]),
  ['', 'Pod'],
]

/** What a collector sees: the kinds that it reads, or everything. */
const showing = (state: State, kinds: ReadonlyArray<Kind> | undefined): State =>
  kinds === undefined
    ? state
    : {
        ...state,
        server: {
          ...state.server,
          list: () => kinds.flatMap(([group, kind]) => state.server.listOf(group, kind)),
        },
        get now() {
          return state.now
        },
        get memory() {
          return state.memory
        },
        set memory(memory) {
          state.memory = memory
        },
      }

/** A collector that rests while nothing that it reads has changed. */
const resting = (cell: Cell, collect: Collector, kinds?: ReadonlyArray<Kind>): Collector => {
  const names = kinds === undefined ? undefined : new Set(kinds.map(([, kind]) => kind))
  let last: { readonly revision: number; readonly turn: Turn } | undefined
  return (state) => {
    const changes = last === undefined ? undefined : changesSince(cell.state, last.revision)
    const isNews = changes?.some(({ entry }) => names === undefined || names.has(entry.object.kind)) !== false
    const isDue = last?.turn.wakeAt !== undefined && last.turn.wakeAt <= state.now
    if (last !== undefined && !isNews && !isDue && last.turn.wentWell) {
      last = { ...last, revision: cell.state.revision }
      return last.turn
    }
    const turn = collect(showing(state, kinds))
    // What it changed itself it looks at again.
    const revision = changes === undefined ? cell.state.revision : (changes.at(-1)?.revision ?? cell.state.revision)
    last = { revision, turn }
    return turn
  }
}

/** Runs the controllers of a cell. */
export const courseIn = (cell: Cell, state: State, engine: Controllers, policies: Policies): ServedCourse => {
  const collectors = [
    resting(cell, collectJobs(policies), jobKinds),
    ...(policies.history === 'off' ? [] : [resting(cell, collectHistory(policies), workloadKinds)]),
    ...(policies.lifecycle === 'off' ? [] : [resting(cell, collectLifecycle(policies))]),
  ]
  const pods = resting(cell, collectPods(policies), podKinds)
  const began = state.now.getTime()
  let wakeAt: Date | undefined
  let nextLook = began + lookPeriod

  const rest = (): void => {
    for (let round = 0; round < mostRounds; round++) {
      const before = cell.state.revision
      const turns = collectors.map((collect) => collect(state))
      engine.runAll()
      // Nobody reads what a served cluster has requested of itself.
      state.log.length = 0
      state.uids.clear()
      if (cell.state.revision !== before) continue
      const wentWell = turns.every((turn) => turn.wentWell) && !engine.isHeldUp()
      const again = wentWell ? undefined : after(state.now, retryPeriod)
      wakeAt = earliest([...turns.map((turn) => turn.wakeAt), engine.wakeAt(), again])
      return
    }
    misuse(`nothing comes to rest within ${mostRounds} rounds`)
  }

  const lookAtPods = (): void => {
    if (policies.pod.controller === 'off') return
    lookAtNodes(policies)(showing(state, podKinds))
    pods(state)
    rest()
  }

  return {
    settle: rest,
    advance: (span) => {
      const end = after(state.now, span)
      rest()
      for (;;) {
        const due = Math.min(nextLook, wakeAt !== undefined && wakeAt > state.now ? wakeAt.getTime() : Infinity)
        if (due > end.getTime()) break
        if (due > state.now.getTime()) state.now = instant(due)
        if (due < nextLook) {
          rest()
          continue
        }
        nextLook += lookPeriod
        expireEvents(cell, state.server)
        lookAtPods()
      }
      state.now = end
    },
  }
}
