/**
 * Reasons to delete or mark an object. The rules are those of KEP-14, which Kubernetes never implemented.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type {
  Amendment as AnyAmendment,
  AmendingPass,
  Plan as AnyPlan,
  Removal as AnyRemoval,
} from '../../core/plan.js'
import type { Action } from './action.js'
import type { KeepReason } from './keep-reason.js'
import type { Origin } from './rules.js'
import type { Target } from '../../apiserver/object.js'

/**
 * Why an object is deleted. The first reason is the cause; the others are the votes to collect it, and what is deleted
 * with it.
 */
export type Reason =
  /**
   * It has been unneeded for its TTL; a TTL of zero expires at once.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Generic TTL-based Garbage Collection
   */
  | {
      readonly _tag: 'TtlExpired'
      readonly since: Date
      readonly ttlSeconds: number
      readonly from: Origin
    }
  /**
   * Its kind has more candidates than the limit. The rank is its place in its namespace, newest first; the share is
   * what its namespace may keep.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Generic Capacity-based Garbage Collection
   */
  | {
      readonly _tag: 'OverCapacity'
      readonly limit: number
      readonly candidates: number
      readonly rank: number
      readonly share: number
    }
  /**
   * Vote: it has no solid owner. The numbers of dangling and of waiting owners.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Clean Up Resources After Use
   */
  | { readonly _tag: 'OwnersGone'; readonly dangling: number; readonly waiting: number }
  /**
   * Vote: no active object refers to it; since this instant, if its own condition says so.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Clean Up Resources After Use
   */
  | { readonly _tag: 'Unused'; readonly at?: Date; readonly from: Origin }
  /**
   * Vote: it has finished; the instant is absent if the object does not record it.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Clean Up Resources After Use
   */
  | { readonly _tag: 'Finished'; readonly at?: Date; readonly from: Origin }
  /**
   * These are deleted with it: custom resources of a CRD, or a namespace's content.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Story 3
   */
  | { readonly _tag: 'TakesAlong'; readonly objects: RNEA.ReadonlyNonEmptyArray<Target> }

/** Why the mark of an object changes. */
export type AmendReason =
  /**
   * Unneeded since this instant; `known` if the object records it. A mark of an earlier period is replaced.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Clean Up Resources After Use
   */
  | {
      readonly _tag: 'BecameCandidate'
      readonly since: Date
      readonly known: boolean
      readonly replaces?: string
    }
  /**
   * It is needed again, or opted out: its TTL will start afresh.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Generic TTL-based Garbage Collection
   */
  | { readonly _tag: 'LeftCandidacy'; readonly since: Date; readonly because: KeepReason }
  /**
   * The collector is disabled, and marks are to be cleared.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Goals
   */
  | { readonly _tag: 'PeriodOver'; readonly since: Date; readonly epoch: string }

/** The types of this collector. It records no events and never refuses a valid snapshot. */
export interface LifecycleFamily {
  readonly Pass: 'expire' | 'capacity'
  readonly Target: Target
  readonly Action: Action
  readonly Reason: Reason
  readonly AmendReason: AmendReason
  readonly KeepReason: KeepReason
  readonly Event: never
  readonly Refusal: never
}

/** One pass, with the marks that change. */
export type Pass = AmendingPass<LifecycleFamily>

/** A plan of this collector. */
export interface Plan extends AnyPlan<LifecycleFamily> {
  readonly passes: readonly [expire: Pass, capacity: Pass]
}

/** A decision to remove an object. */
export type Removal = AnyRemoval<LifecycleFamily>

/** A decision to set or clear a mark. */
export type Amendment = AnyAmendment<LifecycleFamily>
