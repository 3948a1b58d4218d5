/**
 * Applies a patch of owner references or finalizers. A strategic merge patch changes the references that it names; a
 * JSON merge patch replaces the list.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go mergeSliceWithoutSpecialElements
 */
import type { Answer } from './answer.js'
import { conflict } from './answer.js'
import type { WholeObject } from './pod.js'
import { changed } from './update.js'
import type { OwnerReference } from './object.js'
import type { MetadataPatch, Patch, ReferencePatch } from './patch-body.js'
import { ownersOf } from './address.js'

/** The object after a patch, if the patch means this object in this version. */
export const patched =
  ({ patchType, body }: Patch) =>
  (object: WholeObject): Answer<WholeObject> => {
    const { uid, resourceVersion, ownerReferences, finalizers } = body.metadata
    const { metadata } = object
    if (uid !== undefined && uid !== metadata.uid) return conflict(`uid in patch: ${uid}, in object: ${metadata.uid}`)
    if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion)
      return conflict(`resourceVersion in patch: ${resourceVersion}, in object: ${metadata.resourceVersion ?? ''}`)
    return changed({
      ...(ownerReferences === undefined
        ? {}
        : {
            ownerReferences:
              patchType === 'application/merge-patch+json'
                ? stated(ownerReferences)
                : mergedReferences(ownersOf(object), ownerReferences ?? []),
          }),
      ...(finalizers === undefined ? {} : { finalizers: finalizers ?? [] }),
    })(object)
  }

const stated = (references: MetadataPatch['ownerReferences']): ReadonlyArray<OwnerReference> =>
  (references ?? []).filter(isReference)

const isReference = (patch: ReferencePatch): patch is OwnerReference => !('$patch' in patch)

/** Takes out every reference of a uid that is to go; a named one replaces the first of its uid. */
const mergedReferences = (
  before: ReadonlyArray<OwnerReference>,
  patches: ReadonlyArray<ReferencePatch>,
): ReadonlyArray<OwnerReference> => {
  const gone = new Set(patches.flatMap((patch) => (isReference(patch) ? [] : [patch.uid])))
  const after = before.filter(({ uid }) => !gone.has(uid))
  for (const patch of patches.filter(isReference)) {
    const index = after.findIndex(({ uid }) => uid === patch.uid)
    if (index < 0) after.push(patch)
    else after[index] = { ...after[index], ...patch }
  }
  return after
}
