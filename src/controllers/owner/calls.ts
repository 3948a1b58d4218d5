import type { Address } from '../../apiserver/scope.js'
import type { KubeObject, OwnerReference } from '../../apiserver/object.js'
import type { DeleteAction, ReferencesAction } from './action.js'
import { deleteObject, removeOwnerReferences, unblockOwnerReferences } from './action.js'
import type { Decision } from './decide.js'
import type { Policy } from './policy.js'

/** First the patch, if there is one; then the deletion, if there is one. */
export interface Calls {
  /** The patch of owner references, for the object as it was seen last. */
  readonly patch: ((seen: KubeObject) => ReferencesAction) | null
  readonly deletion: DeleteAction | null
}

/** The calls for a decision about an object as it was looked up. The graph may know other references than it has by now. */
export const callsFor =
  ({ deletePreconditions }: Policy) =>
  (object: Address, live: KubeObject, known: ReadonlyArray<OwnerReference>) =>
  (decision: Decision): Calls => {
    switch (decision._tag) {
      case 'Nothing':
        return { patch: null, deletion: null }
      case 'RemoveReferences':
        return { patch: (seen) => removeOwnerReferences(decision.uids)(object, seen), deletion: null }
      case 'Delete':
        return {
          patch: decision.unblockFirst ? (seen) => unblockOwnerReferences(object, withOwners(known, seen)) : null,
          deletion: deleteObject(deletePreconditions)(decision.propagationPolicy)(object, live),
        }
    }
  }

const withOwners = (
  ownerReferences: ReadonlyArray<OwnerReference>,
  { metadata, ...object }: KubeObject,
): KubeObject => ({
  ...object,
  metadata: { ...metadata, ownerReferences },
})
