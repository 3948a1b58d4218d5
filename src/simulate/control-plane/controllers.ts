/** The collectors as controllers of one engine, in the order in which they act. */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { Controller } from '../../controllers/controller.js'
import { callsIn as historyCallsIn } from '../../controllers/history/action.js'
import { callsOf as lifecycleCalls } from '../../controllers/lifecycle/action.js'
import { callsOf as ownerCalls } from '../../controllers/owner/action.js'
import { type CallsOf, plannedController } from '../../controllers/planned.js'
import { callsOf as podCalls } from '../../controllers/pod/action.js'
import { callsOf as ttlCalls } from '../../controllers/ttl/action.js'
import { type CollectorName, type Families, collectorNames } from './collector-names.js'
import type { Action, AmendReason, Reason } from './reason.js'

/** Why a collector sends a request. */
export type Why = Reason | AmendReason | 'nothing decided'

/** Calls that collectors make for an object, with the reasons of all of them. */
export interface Decision {
  readonly target: { readonly id: string }
  readonly actions: ReadonlyArray<Action>
  readonly reasons: RNEA.ReadonlyNonEmptyArray<Reason | AmendReason>
}

/** Decisions by collector and uid, in the order in which they were made. */
export type InHand = ReadonlyMap<CollectorName, ReadonlyMap<string, Decided>>

interface Decided {
  readonly actions: Action['action'][]
  readonly why: readonly [Why, ...Why[]]
}

/** Sorts decisions by who carries them out. */
export const handedOut = (decisions: ReadonlyArray<Decision>): InHand => {
  const inHand = new Map<CollectorName, Map<string, Decided>>()
  for (const { target, actions, reasons } of decisions)
    for (const { _tag, action } of actions) {
      const own = inHand.get(_tag) ?? new Map<string, Decided>()
      inHand.set(_tag, own)
      const before = own.get(target.id)
      if (before === undefined) own.set(target.id, { actions: [action], why: whyOf(_tag, reasons) })
      else before.actions.push(action)
    }
  return inHand
}

/** The reasons of the collector itself; those of all where it is not told which are its own. */
const whyOf = (collector: CollectorName, reasons: Decision['reasons']): Decided['why'] => {
  const [first, ...others] = reasons.filter(({ _tag }) => _tag === collector)
  return first === undefined ? [reasons[0], ...reasons.slice(1)] : [first, ...others]
}

/** Controllers that carry out what is in hand when they are woken. */
export const controllersOf = (inHand: () => InHand): ReadonlyArray<Controller<Why>> => {
  const callsOf: { readonly [V in CollectorName]: CallsOf<Families[V]['Action']> } = {
    Pod: podCalls,
    Ttl: ttlCalls,
    History: historyCallsIn(),
    Lifecycle: lifecycleCalls,
    Owner: ownerCalls,
  }
  return collectorNames.map((name) =>
    plannedController(name, callsOf[name] as CallsOf<unknown>, (uid) => inHand().get(name)?.get(uid)),
  )
}
