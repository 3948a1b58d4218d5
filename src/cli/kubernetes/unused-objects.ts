/** Finds the objects that nobody is known to use. */
import { either as E, function as F } from 'fp-ts'

import * as Lifecycle from '../../controllers/lifecycle/index.js'
import * as ControlPlane from '../../simulate/control-plane/index.js'
import { amendmentsOf } from '../../index.js'
import type { ControlPlaneInputs } from './control-plane.js'
import { sayListed } from './object.js'
import { lifecyclePlan } from './own-plans.js'
import { exceptionOf, unusedPolicy } from './unused.js'

/** An object that nobody is known to use. */
export interface UnusedObject {
  readonly verdict: 'unused' | 'exception' | 'undecided'
  readonly object: string
  readonly uid: string
  /** The evidence. */
  readonly why: string
}

/** What is asked. */
export interface UseAsked {
  readonly kinds: ReadonlyArray<Lifecycle.GroupKind>
  /** Only in this namespace. */
  readonly namespace: string | undefined
  /** Only what nobody used for so long, in seconds. */
  readonly unusedFor: number
}

/** The answer, and what the next look at the same cluster needs. */
export interface UseFound extends Pick<Lifecycle.Plan, 'wakeAt'> {
  readonly objects: ReadonlyArray<UnusedObject>
  /** Since when objects are unused. */
  readonly marks: Lifecycle.Memory
}

/** Finds what nobody is known to use, now that marks of the looks before are known. */
export const unusedObjects =
  ({ kinds, namespace, unusedFor }: UseAsked) =>
  (
    { snapshot, ...plane }: Pick<ControlPlaneInputs, 'snapshot' | 'policies'>,
    marks: Lifecycle.Memory = Lifecycle.emptyMemory,
  ): E.Either<string, UseFound> => {
    const policies = { ...plane.policies, lifecycle: unusedPolicy(kinds, unusedFor) }
    const memory = ControlPlane.observe(policies)(snapshot)({ ...snapshot.memory, lifecycle: marks })
    const objects = new Map(snapshot.objects.map((object) => [object.metadata.uid, object]))
    const named = (id: string, undecided?: Lifecycle.KeepReason): ReadonlyArray<UnusedObject> => {
      const object = objects.get(id)
      if (object === undefined || (namespace !== undefined && object.metadata.namespace !== namespace)) return []
      const exception = exceptionOf(object)
      const said = { object: sayListed(object), uid: id }
      if (exception !== undefined) return [{ ...said, verdict: 'exception', why: exception }]
      return [
        undecided === undefined
          ? { ...said, verdict: 'unused', why: 'no listed object refers to it' }
          : { ...said, verdict: 'undecided', why: Lifecycle.explain(undecided) },
      ]
    }
    return F.pipe(
      lifecyclePlan({ policies, snapshot: { ...snapshot, memory } }),
      E.map(({ passes, wakeAt }) => ({
        objects: passes.flatMap(({ removals, kept }) => [
          ...removals.flatMap(({ target: { id } }) => named(id)),
          ...kept.flatMap(({ target: { id }, reasons: [first] }) =>
            undecidedTags.has(first._tag) ? named(id, first) : [],
          ),
        ]),
        marks: Lifecycle.remember(passes.flatMap(amendmentsOf).flatMap(({ actions }) => actions))(memory.lifecycle),
        wakeAt,
      })),
    )
  }

/** Reasons to keep that are no evidence of use. */
const undecidedTags: ReadonlySet<string> = new Set([
  ...['RulesUnreadable', 'NamespaceUnknown', 'OwnersUnknown', 'UsersNotCovered', 'UserUnclear', 'KindNotServed'],
])
