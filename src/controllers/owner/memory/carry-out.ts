/**
 * Answers which requests carry out what was decided about an object because of its owners.
 */
import type { KubeObject } from '../../../apiserver/object.js'
import { deleteObject, removeOwnerReferences, unblockOwnerReferences } from '../action.js'
import type { Decision } from '../decide.js'
import type { Policy } from '../policy.js'
import type { Address } from '../../../apiserver/address.js'
import type { Result } from './attempt.js'
import type { Node } from './node.js'
import { asObject } from './node.js'
import type { Program } from './program.js'
import type { Settled } from './request.js'
import { requestDelete, requestPatch } from './request.js'

/** An object that was looked up. */
export interface LookedAt {
  readonly node: Node
  readonly object: Address
  readonly live: KubeObject
}

/** Carries out a decision. A deletion that finds nothing to delete has found the object absent, where the rules say so. */
export const carryOut =
  (policy: Policy, { node, object, live }: LookedAt) =>
  <Err, A>(decision: Decision, then: (result: Result<Err>) => Program<Err, A>): Program<Err, A> => {
    switch (decision._tag) {
      case 'Nothing':
        return then({ _tag: 'Ok' })
      case 'RemoveReferences': {
        const without = removeOwnerReferences(decision.uids)
        return requestPatch<Err, A>(
          without(object, live),
          node,
          (now) => without(object, now),
          (settled) => then(resultOf(settled)),
        )
      }
      case 'Delete': {
        const deletion = deleteObject(policy.deletePreconditions)(decision.propagationPolicy)(object, live)
        const toDelete = requestDelete<Err, A>(deletion, live, (settled) =>
          then(
            settled._tag === 'Gone' && policy.notFoundOnDelete === 'gone' ? { _tag: 'FoundAbsent' } : resultOf(settled),
          ),
        )
        if (!decision.unblockFirst) return toDelete
        return requestPatch<Err, A>(
          unblockOwnerReferences(object, asObject(node)),
          node,
          (now) => unblockOwnerReferences(object, withVersion(asObject(node), now)),
          (settled) => (settled._tag === 'Done' ? toDelete : then(settled)),
        )
      }
    }
  }

/** What a change that went so means for the attempt. */
export const resultOf = <Err>(settled: Settled<Err>): Result<Err> =>
  settled._tag === 'Done' ? { _tag: 'Ok' } : settled

/** The references as the graph knows them, on the object as it is now. */
const withVersion = (known: KubeObject, { metadata }: KubeObject): KubeObject => ({
  ...known,
  metadata: { ...known.metadata, resourceVersion: metadata.resourceVersion },
})
