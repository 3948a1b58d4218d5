import type { CallsOf } from '../planned.js'
import type { Action } from './action.js'

/** The requests of the TTL-after-finished controller; a look at a Job changes nothing. */
export const callsOf: CallsOf<Action> = (action, job, view) => {
  const object = view.addressOf(job)
  return action._tag === 'Recheck' || object === undefined
    ? []
    : [{ request: { _tag: 'Delete', object, options: action.options } }]
}
