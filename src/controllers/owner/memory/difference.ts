/**
 * The difference between two lists of owner references, by uid.
 */
import type { OwnerReference } from '../../../apiserver/object.js'
import { isBlocking, isSameReference } from '../../../apiserver/owner-reference.js'

/** What changed. */
export interface ReferenceChanges {
  /** References to uids that were not named before, and further ones to a uid that was. */
  readonly added: ReadonlyArray<OwnerReference>
  /** The last of the old references to each uid that is not named any more. */
  readonly removed: ReadonlyArray<OwnerReference>
  /** The last of the old references to a uid beside the first of the new ones, where they differ in any field. */
  readonly changed: ReadonlyArray<{ readonly before: OwnerReference; readonly after: OwnerReference }>
}

/**
 * The changes between two lists of owner references.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go referencesDiffs
 */
export const referenceChanges = (
  before: ReadonlyArray<OwnerReference>,
  after: ReadonlyArray<OwnerReference>,
): ReferenceChanges => {
  const left = new Map<string, OwnerReference>()
  for (const reference of before) left.set(reference.uid, reference)
  const added: OwnerReference[] = []
  const changed: { readonly before: OwnerReference; readonly after: OwnerReference }[] = []
  for (const reference of after) {
    const old = left.get(reference.uid)
    if (old === undefined) added.push(reference)
    else if (!isSameReference(old, reference)) changed.push({ before: old, after: reference })
    left.delete(reference.uid)
  }
  return { added, removed: [...left.values()], changed }
}

/** Uids of owners that an object blocked and does not block any more. */
export const unblockedOwners = ({ removed, changed }: ReferenceChanges): ReadonlyArray<string> => [
  ...removed.filter(isBlocking).map(({ uid }) => uid),
  ...changed.filter(({ before, after }) => isBlocking(before) && !isBlocking(after)).map(({ after }) => after.uid),
]
