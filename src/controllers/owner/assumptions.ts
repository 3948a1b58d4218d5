/**
 * Which decisions rest on assumptions: that the stated coverage is complete, or that objects outside it don't exist.
 */
import type { KubeObject } from '../../apiserver/object.js'
import type { Assumed, CoverageFacts } from './coverage-facts.js'
import type { Drained } from './drain.js'
import type { AssumedOfOwner } from './get-object.js'
import type { Amendment, Pass, Removal } from './reason.js'
import type { Assumption } from '../../core/plan.js'

/** The assumptions of plans. */
export interface Grounds {
  readonly assumedOfOwner: AssumedOfOwner
  readonly assumedOfDependents: CoverageFacts['assumedOfDependents']
  /** Kinds that may hold more dependents than the snapshot shows, where the policy does not take them for absent. */
  readonly unseen: CoverageFacts['unseenDependents']
  /** What was taken to hold where the collector would else not look at an object at all, by uid. */
  readonly attention: ReadonlyMap<string, Assumed>
}

type Decisions = Pick<Pass, 'removals' | 'amendments'>

/** The assumptions, each with all targets that rest on it. */
export const assumptionsOf = (
  [orphan, deletion]: readonly [Decisions, Decisions],
  { assumedOfOwner, assumedOfDependents, unseen, attention }: Grounds,
): ReadonlyArray<Assumption> => {
  const targets = new Map<Assumed, Set<string>>()
  const note = (assumed: Assumed | undefined, id: string): void => {
    if (assumed === undefined) return
    const before = targets.get(assumed)
    if (before === undefined) targets.set(assumed, new Set([id]))
    else before.add(id)
  }
  const noteReasons = ({ target: { id, namespace }, actions, reasons }: Removal | Amendment): void => {
    for (const reason of reasons)
      switch (reason._tag) {
        case 'OwnersAbsent':
        case 'DanglingReferences':
          for (const owner of reason.owners) note(assumedOfOwner(namespace, owner), id)
          break
        case 'OwnersWaiting':
          // Nothing but another dependent that waits has it unblocked first; then what else there is decides nothing.
          if (actions[0]._tag === 'UnblockOwnerReferences') break
          for (const assumed of assumedOfDependents(namespace)) note(assumed, id)
          if (unseen(namespace) !== null) note(onlyShown, id)
          break
        case 'NoBlockingDependents':
        case 'DependentsOrphaned':
          for (const assumed of assumedOfDependents(namespace)) note(assumed, id)
          break
        case 'WaitingReferences':
        case 'OrphanedBy':
      }
  }
  for (const pass of [orphan, deletion])
    for (const decision of [...pass.removals, ...pass.amendments]) {
      if (pass === deletion) note(attention.get(decision.target.id), decision.target.id)
      noteReasons(decision)
    }
  return [...targets].map(([assumed, ids]) => ({ about: 'coverage', ...assumed, targets: [...ids] }))
}

const onlyShown: Assumed = {
  assumed: 'complete for dependents',
  because: 'they decide how it is deleted, not whether',
}

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
