/**
 * Sends the calls that carry out a decision.
 */
import { foregroundFinalizer } from '../../../apiserver/object.js'
import { callsFor } from '../action.js'
import type { Decision } from '../decide.js'
import type { Policy } from '../policy.js'
import type { CarriesOut, LookedAt, Result } from './attempt.js'
import type { Program } from './api-requests.js'
import type { Settled } from './retry-change.js'
import { requestDelete, requestPatch, requestRemoveFinalizer } from './retry-change.js'

/** Sends the calls. A deletion that finds nothing to delete has found the object absent, where the rules say so. */
export const carryOut = (policy: Policy): CarriesOut => ({
  decided: <Err, A>(
    { node, object, live }: LookedAt,
    decision: Decision,
    then: (result: Result<Err>) => Program<Err, A>,
  ): Program<Err, A> => {
    const { patch, deletion } = callsFor(policy)(object, live, node.owners)(decision)
    const toDelete = (): Program<Err, A> =>
      deletion === null
        ? then({ _tag: 'Ok' })
        : requestDelete(deletion, live, (settled: Settled<Err>) =>
            then(
              settled._tag === 'Gone' && policy.notFoundOnDelete === 'gone'
                ? { _tag: 'FoundAbsent' }
                : resultOf(settled),
            ),
          )
    if (patch === null) return toDelete()
    return requestPatch(patch(live), node, patch, (settled: Settled<Err>) =>
      settled._tag === 'Done' ? toDelete() : then(settled),
    )
  },
  release: (object, uid, then) =>
    requestRemoveFinalizer(foregroundFinalizer)(object, uid, (settled) => then(resultOf(settled))),
})

/** What a change that went so means for the attempt. */
export const resultOf = <Err>(settled: Settled<Err>): Result<Err> =>
  settled._tag === 'Done' ? { _tag: 'Ok' } : settled
