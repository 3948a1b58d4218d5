/**
 * Owners that orphan their dependents:
 *
 * 1. every dependent loses its references to the owner;
 * 2. when all have, the owner loses the finalizer under which it waited.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToOrphanWorker
 */
import type { Kept } from '../../core/plan.js'
import { compareText } from '../../internal/lists.js'
import { type Target, orphanFinalizer, targetOf } from '../../apiserver/object.js'
import { removeOwnerReferences } from './action.js'
import type { Amendment, KeepReason, OwnerFamily, Pass, Removal } from './reason.js'
import { unbound } from './pass-delete.js'
import { release } from './verdict.js'
import { addressIn } from './get-object.js'
import { type PassInput, byTarget, dependentsOf, objectsOf } from './pass-input.js'

/** The pass that orphans dependents. */
export const passOrphan = (input: PassInput): Pass => {
  const owners = objectsOf(input, input.drained.orphaning)
  const removals: Removal[] = []
  const dependents: Amendment[] = []
  const amendments: Amendment[] = []
  const kept: Kept<OwnerFamily>[] = []
  for (const object of owners) {
    const target = targetOf(object)
    const { orphaned, hindrance } = orphan(input, target)
    for (const amendment of orphaned) dependents.push(amendment)
    const left = orphaned.map((amendment) => amendment.target)
    const address = addressIn(input.scopes, object)
    if (hindrance !== null) kept.push({ target, reasons: [hindrance] })
    else if ('_tag' in address) kept.push({ target, reasons: [address] })
    else {
      const because = { _tag: 'DependentsOrphaned', dependents: left.length } as const
      const released = release(orphanFinalizer)(target, address, object, because, left)
      if (released._tag === 'Removed') removals.push(released.removal)
      else {
        amendments.push(released.amendment)
        kept.push({ target, reasons: [released.reason] })
      }
    }
  }
  return {
    name: 'orphan',
    ...unbound,
    removals: removals.sort(byTarget),
    amendments: [...dependents.sort(byTargetAndOwner), ...amendments.sort(byTarget)],
    kept,
    events: [],
    examined: owners.map(({ metadata }) => metadata.uid),
  }
}

const orphan = (
  input: PassInput,
  owner: Target,
): { readonly orphaned: ReadonlyArray<Amendment>; readonly hindrance: KeepReason | null } => {
  const orphaned: Amendment[] = []
  const unseen = input.unseen(owner.namespace)
  let hindrance: KeepReason | null = unseen === null ? null : { _tag: 'DependentsNotCovered', ...unseen }
  const remove = removeOwnerReferences([owner.id])
  for (const dependent of dependentsOf(input, owner.id)) {
    const target = targetOf(dependent)
    const address = addressIn(input.scopes, dependent)
    if ('_tag' in address) hindrance = { _tag: 'DependentNotServed', dependent: target }
    else
      orphaned.push({
        target,
        actions: [remove(address, dependent)],
        reasons: [{ _tag: 'OrphanedBy', owner }],
        requires: [],
      })
  }
  return { orphaned: orphaned.sort(byTarget), hindrance }
}

const byTargetAndOwner = (a: Amendment, b: Amendment): number => byTarget(a, b) || compareText(ownerIn(a), ownerIn(b))

const ownerIn = ({ reasons: [reason] }: Amendment): string => (reason._tag === 'OrphanedBy' ? reason.owner.id : '')
