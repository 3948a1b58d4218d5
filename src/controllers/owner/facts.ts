/**
 * The facts about owners in a decision.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import { numberOfKey } from '../../internal/intern.js'
import type { OwnerReference } from '../../apiserver/object.js'
import type { ClassificationFailure } from './classify.js'
import type { AbsentOwner, KeepReason, Owner } from './reason.js'
import { ownerOf } from './target.js'
import { targetOf } from '../../apiserver/object.js'
import type { PassInput } from './pass-input.js'
import type { FindRecreated } from './get-object.js'

/** References as a list of facts of a name; none makes no fact. */
export const factOf = <Tag extends string, A>(
  _tag: Tag,
  references: ReadonlyArray<OwnerReference>,
  owner: (reference: OwnerReference) => A,
): ReadonlyArray<{ readonly _tag: Tag; readonly owners: RNEA.ReadonlyNonEmptyArray<A> }> => {
  const [first] = references
  if (first === undefined) return []
  return references.length === 1
    ? [{ _tag, owners: [owner(first)] }]
    : [{ _tag, owners: [owner(first), ...references.slice(1).map(owner)] }]
}

/** How the owner of a dangling reference is stated, seen from a namespace. */
export const absentOwnerIn =
  ({ objects, uids }: Pick<PassInput, 'objects' | 'uids'>, recreated: FindRecreated) =>
  (namespace: string | undefined) =>
  (reference: OwnerReference): AbsentOwner => {
    const object = objects[numberOfKey(uids, reference.uid)]
    const replacedBy = recreated(namespace, reference)
    if (object === undefined && replacedBy === undefined) return ownerOf(reference)
    return {
      ...ownerOf(reference),
      ...(object === undefined ? {} : { livesAs: targetOf(object) }),
      ...(replacedBy === undefined ? {} : { replacedBy }),
    }
  }

/** Why an object is kept whose references can't be classified. */
export const unclassified = ({ reference, because }: ClassificationFailure<never>): KeepReason => {
  const owner: Owner = ownerOf(reference)
  switch (because._tag) {
    case 'RestMappingError':
      return { _tag: 'OwnerKindNotServed', owner }
    case 'NamespacedOwnerOfClusterScopedObject':
      return { _tag: 'NamespacedOwnerOfClusterScopedObject', owner }
    case 'NotCovered':
    case 'LookupFailed':
      return { _tag: 'OwnerNotCovered', owner }
  }
}
