import type { CallsOf } from '../planned.js'
import type { Action } from './action.js'

/**
 * The requests of the lifecycle collector; marks are kept in its memory. The version of a delete is that of before the
 * calls that came first.
 */
export const callsOf: CallsOf<Action> = (action, { metadata: { uid } }) =>
  action._tag === 'Delete'
    ? [
        {
          request: {
            _tag: 'Delete',
            object: action.object,
            options: { propagationPolicy: action.options.propagationPolicy, preconditions: { uid } },
          },
        },
      ]
    : []
