/**
 * Answers what becomes of owners that are to leave their dependents behind:
 *
 * 1. every dependent loses its references to the owner;
 * 2. when all have, the owner loses the finalizer under which it waited.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToOrphanWorker
 */
import type { Kept } from '../../core/plan.js'
import { compareText } from '../../internal/order.js'
import type { KubeObject } from '../../apiserver/object.js'
import { orphanFinalizer } from '../../apiserver/object.js'
import { removeOwnerReferences } from './action.js'
import type { Amendment, KeepReason, OwnerFamily, Pass, Removal } from './reason.js'
import type { Target } from '../../apiserver/target.js'
import { unbound } from './pass-delete.js'
import { release } from './release.js'
import { byTarget } from './target.js'
import { targetOf } from '../../apiserver/target.js'
import { addressIn } from './verdict.js'
import type { PassInput } from './pass-input.js'

/** The pass that leaves dependents behind. */
export const passOrphan = (input: PassInput): Pass => {
  const { objects, graph } = input
  const removals: Removal[] = []
  const dependents: Amendment[] = []
  const owners: Amendment[] = []
  const kept: Kept<OwnerFamily>[] = []
  for (const node of graph.orphaning) {
    const object = objects[node] as KubeObject
    const target = targetOf(object)
    const { amendments, hindrance } = orphan(input, node, target)
    for (const amendment of amendments) dependents.push(amendment)
    const left = amendments.map((amendment) => amendment.target)
    const address = addressIn(input, object)
    if (hindrance !== null || '_tag' in address) {
      kept.push({ target, reasons: [hindrance ?? (address as KeepReason)] })
      continue
    }
    const because = { _tag: 'DependentsOrphaned', dependents: left.length } as const
    const released = release(orphanFinalizer)(target, address, object, because, left)
    if (released._tag === 'Removed') removals.push(released.removal)
    else {
      owners.push(released.amendment)
      kept.push({ target, reasons: [released.reason] })
    }
  }
  return {
    name: 'orphan',
    ...unbound,
    removals: removals.sort(byTarget),
    amendments: [...dependents.sort(byTargetAndOwner), ...owners.sort(byTarget)],
    kept,
    events: [],
    examined: graph.orphaning.map((node) => (objects[node] as KubeObject).metadata.uid),
  }
}

const orphan = (
  input: PassInput,
  node: number,
  owner: Target,
): { readonly amendments: ReadonlyArray<Amendment>; readonly hindrance: KeepReason | null } => {
  const amendments: Amendment[] = []
  const unseen = input.unseen(owner.namespace)
  let hindrance: KeepReason | null = unseen === null ? null : { _tag: 'DependentsNotCovered', ...unseen }
  const remove = removeOwnerReferences([owner.id])
  input.graph.dependents?.each(node, (other) => {
    const dependent = input.objects[other] as KubeObject
    const target = targetOf(dependent)
    const address = addressIn(input, dependent)
    if ('_tag' in address) hindrance = { _tag: 'DependentNotServed', dependent: target }
    else
      amendments.push({
        target,
        actions: [remove(address, dependent)],
        reasons: [{ _tag: 'OrphanedBy', owner }],
        requires: [],
      })
  })
  return { amendments: amendments.sort(byTarget), hindrance }
}

const byTargetAndOwner = (a: Amendment, b: Amendment): number => byTarget(a, b) || compareText(ownerIn(a), ownerIn(b))

const ownerIn = ({ reasons: [reason] }: Amendment): string => (reason._tag === 'OrphanedBy' ? reason.owner.id : '')
