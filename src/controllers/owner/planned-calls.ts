/**
 * The requests of the owner collector for what a plan decided. Patches are made for the object as it is when they are
 * sent.
 */
import type { WholeObject } from '../../apiserver/object.js'
import type { CallsOf } from '../planned.js'
import type { Action, ReferencesAction } from './action.js'
import { removeFinalizer, removeOwnerReferences, unblockOwnerReferences } from './action.js'

/** The requests of an action. */
export const callsOf: CallsOf<Action> = (action, live) => {
  const { object } = action
  switch (action._tag) {
    case 'Delete':
      return [
        {
          request: {
            _tag: 'Delete',
            object,
            // The version is that of before the calls that came first.
            options: {
              propagationPolicy: action.options.propagationPolicy,
              preconditions: { uid: live.metadata.uid },
            },
          },
        },
      ]
    case 'RemoveFinalizer':
      return [{ request: { _tag: 'Patch', object, patch: removeFinalizer(action.finalizer)(object, live).merge } }]
    case 'RemoveOwnerReferences':
    case 'UnblockOwnerReferences': {
      const { strategic, merge } = madeFor(live, action)
      return [
        {
          request: { _tag: 'Patch', object, patch: strategic },
          ifUnsupportedMediaType: { _tag: 'Patch', object, patch: merge },
        },
      ]
    }
  }
}

const madeFor = (live: WholeObject, { _tag, object, strategic }: ReferencesAction): ReferencesAction =>
  _tag === 'UnblockOwnerReferences'
    ? unblockOwnerReferences(object, live)
    : removeOwnerReferences((strategic.body.metadata.ownerReferences ?? []).map(({ uid }) => uid))(object, live)
