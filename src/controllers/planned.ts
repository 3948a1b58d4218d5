/**
 * A collector whose plan is already made, as a controller: it sends the calls that the plan has for an object. Several
 * collectors that decide on one look together take part in a simulation this way.
 */
import type { WholeObject } from '../apiserver/object.js'
import type { ApiRequest } from '../apiserver/request.js'
import type { Controller, Reconciled, View } from './controller.js'
import { type Program, done } from './program.js'

/** What a plan decided about one object. */
export interface Decision<Action, Why> {
  /** In order; a rejected one does not stop the others. */
  readonly actions: ReadonlyArray<Action>
  /** The first one decides; the others also apply. */
  readonly why: readonly [Why, ...Why[]]
}

/** One request of an action. */
export interface Call {
  readonly request: ApiRequest
  /** Sent instead where the server does not take the first for this kind. */
  readonly ifUnsupportedMediaType?: ApiRequest
}

/** The requests of one action about an object, as the object is when they are sent. */
export type CallsOf<Action> = (action: Action, object: WholeObject, view: View) => ReadonlyArray<Call>

/** A controller that carries out decisions; its keys are uids, and whoever decides wakes them. */
export const plannedController = <Action, Why>(
  name: string,
  callsOf: CallsOf<Action>,
  decisionOn: (uid: string) => Decision<Action, Why> | undefined,
): Controller<Why | 'nothing decided'> => ({
  name,
  // What they do is decided: none waits to hear what another did.
  workers: Infinity,
  watches: [],
  keysOf: () => [],
  reconcile: (view) => (uid) => {
    const decision = decisionOn(uid)
    if (decision === undefined) return { requests: [], why: 'nothing decided' }
    const { actions, why } = decision
    const end: Reconciled<Why> = { why: () => why, about: uid }
    const follow = (calls: ReadonlyArray<Call>, at: number, rest: number): Program<Reconciled<Why>> => {
      const call = calls[at]
      if (call !== undefined) return sent(call, () => follow(calls, at + 1, rest))
      const action = actions[rest]
      const object = view.find(uid)
      return action === undefined || object === undefined
        ? done(end)
        : follow(callsOf(action, object, view), 0, rest + 1)
    }
    return follow([], 0, 0)
  },
})

const sent = <A>({ request, ifUnsupportedMediaType: other }: Call, next: () => Program<A>): Program<A> => ({
  _tag: 'Call',
  request,
  next: ({ _tag }) =>
    _tag === 'UnsupportedMediaType' && other !== undefined ? sent({ request: other }, next) : next(),
})
