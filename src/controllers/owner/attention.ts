/**
 * Attempts that are made only because an owner is assumed not to exist.
 */
import type { KubeObject } from '../../apiserver/object.js'
import type { Assumed } from './coverage-facts.js'
import type { Drained } from './drain.js'
import type { AssumedOfOwner } from './get-object.js'

/**
 * What was taken to hold where an object is attempted for no other cause, by uid. Of those alone whose own decision does
 * not say so: owners that wait, and what blocks them.
 */
export const attentionOf = (
  objects: ReadonlyArray<KubeObject>,
  { view, attempts, queuedFirst, absent }: Drained,
  assumedOfOwner: AssumedOfOwner,
): ReadonlyMap<string, Assumed> => {
  const attention = new Map<string, Assumed>()
  const known = new Set(queuedFirst)
  // An observation is cause enough.
  const note = (uid: string, assumed: Assumed | undefined): void => {
    if (assumed === undefined) attention.delete(uid)
    else if (!known.has(uid)) attention.set(uid, assumed)
    known.add(uid)
  }
  for (const owner of absent) {
    const assumed = assumedOfOwner(owner.identity.namespace, owner.identity)
    // Any other dependent names the owner that does not exist among its reasons.
    for (const { identity, deletingDependents } of view.dependents(owner))
      note(identity.uid, deletingDependents ? assumed : undefined)
  }
  objects.forEach(({ metadata: { uid } }, place) => {
    const decision = attempts[place]?.decision
    if (decision?._tag !== 'Wait') return
    for (const { identity } of decision.examine) note(identity.uid, attention.get(uid))
  })
  return attention
}
