/** Runs the collectors other than the owner collector at one instant, and finds when each would next act. */
import { either as E, option as O } from 'fp-ts'

import { type Family, type Plan, amendmentsOf } from '../../core/plan.js'
import type { InvalidInput } from '../../core/problem.js'
import { targetKey } from '../../core/target.js'
import * as History from '../../controllers/history/index.js'
import * as Lifecycle from '../../controllers/lifecycle/index.js'
import * as PodGc from '../../controllers/pod/index.js'
import { ownerStatuses } from '../../simulate/control-plane/owner-status.js'
import { viewsOf } from '../../simulate/control-plane/views.js'
import * as Ttl from '../../controllers/ttl/index.js'
import { badInput } from '../misuse.js'
import type { ApiAnswer } from '../../apiserver/answer.js'
import { apiOf } from './api.js'
import { lookAt } from './look.js'
import type { Policies } from './policies.js'
import { sendHistory, sendLifecycle, sendPod, sendTtl } from './requests.js'
import type { State } from './state.js'

/** What one collector did. */
export interface Turn {
  /** When it would next act if nothing changes. */
  readonly wakeAt: Date | undefined
  /** False when a call failed. */
  readonly wentWell: boolean
}

const idle: Turn = { wakeAt: undefined, wentWell: true }

/** One collector of a cluster. */
export type Collector = (state: State) => Turn

/** Pod garbage collection, with the quarantine of its last look. */
export const collectPods =
  ({ pod }: Policies): Collector =>
  (state) => {
    if (pod.controller === 'off') return idle
    const api = apiOf(state, 'pod-collector')
    return turn(PodGc.plan(pod)(viewsOf(lookAt(state)).Pod), (action) => sendPod(state, api, action))
  }

/** One look of pod garbage collection: puts unknown nodes into quarantine. */
export const lookAtNodes =
  ({ pod }: Policies) =>
  (state: State): void => {
    state.memory = { ...state.memory, pod: PodGc.observe(pod)(viewsOf(lookAt(state)).Pod)(state.memory.pod) }
  }

/** The TTL-after-finished controller. */
export const collectJobs =
  ({ ttl }: Policies): Collector =>
  (state) => {
    if (ttl.controller === 'off') return idle
    const api = apiOf(state, 'ttl-collector')
    return turn(Ttl.plan(ttl)(viewsOf(lookAt(state)).Ttl), (action) => sendTtl(api, action))
  }

/** The controllers that limit their revision histories. */
export const collectHistory =
  ({ history }: Policies): Collector =>
  (state) => {
    if (history === 'off') return idle
    const api = apiOf(state, 'history-collector')
    return turn(History.plan(history)(viewsOf(lookAt(state)).History), (action) => sendHistory(api, action))
  }

/** The lifecycle, which remembers since when objects are candidates. */
export const collectLifecycle =
  ({ lifecycle, owner }: Policies): Collector =>
  (state) => {
    if (lifecycle === 'off') return idle
    const views = viewsOf(lookAt(state))
    const memory = Lifecycle.observe(lifecycle)(views.Lifecycle)(state.memory.lifecycle)
    state.memory = { ...state.memory, lifecycle: memory }
    const api = apiOf(state, 'lifecycle-collector')
    const owners = ownerStatuses(owner)(views.Owner)
    return turn(Lifecycle.plan(lifecycle)({ ...views.Lifecycle, memory, owners }), (action) =>
      sendLifecycle(state, api, action),
    )
  }

const turn = <F extends Family>(
  planned: E.Either<InvalidInput, Plan<F>>,
  send: (action: F['Action']) => ApiAnswer | null,
): Turn => {
  const plan = E.getOrElseW(badInput)(planned)
  return { wentWell: carryOut(plan, send), wakeAt: O.toUndefined(plan.wakeAt) }
}

/**
 * Makes the calls of a plan, removal by removal, each until its first refused one; `send` returns null for a call that
 * requests nothing. True if all succeeded.
 */
const carryOut = <F extends Family>(plan: Plan<F>, send: (action: F['Action']) => ApiAnswer | null): boolean => {
  const done = new Set<string>()
  let wentWell = true
  for (const pass of plan.passes)
    for (const { target, requires, actions } of [...amendmentsOf(pass), ...pass.removals]) {
      if (!requires.every((other) => done.has(targetKey(other)))) continue
      const isDone = actions.every((action) => send(action)?._tag !== 'Refused')
      if (isDone) done.add(targetKey(target))
      wentWell &&= isDone
    }
  return wentWell
}
