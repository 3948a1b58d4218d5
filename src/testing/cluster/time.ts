/**
 * Time in a fake cluster: runs everything that is due at one instant until the cluster is quiet, and advances the
 * clock.
 */
import { earliest } from '../../internal/lists.js'
import { type Millis, after, instant, millis } from '../../core/time.js'
import { misuse } from '../misuse.js'
import type { Controllers } from './controllers.js'
import type { Policies } from './policies.js'
import { collectHistory, collectJobs, collectLifecycle, collectPods, lookAtNodes } from './rounds.js'
import type { State } from './state.js'

/** Runs a fake cluster: to quiescence, and through time. */
export interface Course {
  /** Runs all collectors until a round changes no object; the clock stands still. */
  readonly settle: () => void
  /** Advances the clock and runs everything that falls due, at its time. */
  readonly advance: (span: Millis) => void
}

/** The period of pod garbage collection, from the instant at which the cluster begins. */
const lookPeriod = 20_000
/** How long a failed call waits before it is retried. */
const retryPeriod = millis(20_000)
/** A cluster that needs more rounds than this never settles. */
const mostRounds = 10_000

/** Runs one cluster. */
export const courseOf = (state: State, engine: Controllers, policies: Policies): Course => {
  const collectors = [collectJobs(policies), collectHistory(policies), collectLifecycle(policies)]
  const pods = collectPods(policies)
  const began = state.now.getTime()
  let wakeAt: Date | undefined
  /** The last run of pod garbage collection that did nothing, and when it would next act if nothing changes. */
  let podsRested: { readonly changes: number; readonly wakeAt: Date | undefined } | undefined
  let nextLook = began

  const rest = (withPods: boolean): void => {
    for (let round = 0; round < mostRounds; round++) {
      const before = engine.changes()
      const turns = collectors.map((collect) => collect(state))
      const podTurn = withPods ? pods(state) : undefined
      engine.runAll()
      if (engine.changes() !== before) continue
      const wentWell = [...turns, ...(podTurn === undefined ? [] : [podTurn])].every((turn) => turn.wentWell)
      const again = wentWell && !engine.isHeldUp() ? undefined : after(state.now, retryPeriod)
      wakeAt = earliest([...turns.map((turn) => turn.wakeAt), engine.wakeAt(), again])
      if (podTurn !== undefined) podsRested = { changes: before, wakeAt: podTurn.wakeAt }
      return
    }
    misuse(`nothing comes to rest within ${mostRounds} rounds`)
  }

  /** One scheduled run of pod garbage collection, then the other collectors. */
  const lookAtPods = (): void => {
    lookAtNodes(policies)(state)
    engine.run()
    const before = engine.changes()
    const turn = pods(state)
    rest(false)
    podsRested = engine.changes() === before ? { changes: before, wakeAt: turn.wakeAt } : undefined
  }

  /** The first scheduled run of pod garbage collection at an instant or later. */
  const lookFrom = (at: number): number => began + Math.ceil((at - began) / lookPeriod) * lookPeriod

  const nextLookAt = (): number => {
    if (policies.pod.controller === 'off') return Infinity
    if (podsRested?.changes !== engine.changes()) return nextLook
    const due = podsRested.wakeAt
    return due === undefined ? Infinity : Math.max(nextLook, lookFrom(due.getTime()))
  }

  return {
    settle: () => {
      // Settling runs pod garbage collection, so a run that is due at this instant is done.
      nextLook = lookFrom(state.now.getTime() + 1)
      lookAtNodes(policies)(state)
      engine.run()
      rest(true)
    },
    advance: (span) => {
      const end = after(state.now, span)
      engine.run()
      rest(false)
      for (;;) {
        const look = nextLookAt()
        const due = Math.min(look, wakeAt !== undefined && wakeAt > state.now ? wakeAt.getTime() : Infinity)
        if (due > end.getTime()) break
        if (due > state.now.getTime()) state.now = instant(due)
        if (due < look) {
          rest(false)
          continue
        }
        nextLook = lookFrom(state.now.getTime() + 1)
        lookAtPods()
      }
      state.now = end
    },
  }
}
