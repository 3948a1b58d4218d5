/** The actions, reasons and events of all collectors together. */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type {
  Amendment as AnyAmendment,
  AmendingPass,
  Kept as AnyKept,
  Plan as AnyPlan,
  Removal as AnyRemoval,
} from '../../core/plan.js'
import type { Families, CollectorName } from './collector-names.js'
import type { Target } from '../../apiserver/object.js'

type OfEach<Field extends 'Reason' | 'KeepReason'> = {
  [V in CollectorName]: { readonly _tag: V; readonly reason: Families[V][Field] }
}[CollectorName]

/** One call of one collector, for its port. */
export type Action = {
  [V in CollectorName]: { readonly _tag: V; readonly action: Families[V]['Action'] }
}[CollectorName]

/** Why one collector wants an object to go. */
export type Reason = OfEach<'Reason'>

/** Why one collector changes an object that stays. */
export type AmendReason = {
  [V in 'Lifecycle' | 'Owner']: { readonly _tag: V; readonly reason: Families[V]['AmendReason'] }
}['Lifecycle' | 'Owner']

/** Why an object stays: each collector's reason. */
export type KeepReason =
  | OfEach<'KeepReason'>
  /** Some collectors would delete it, but others object. Comes first; their reasons follow. */
  | {
      readonly _tag: 'Held'
      readonly wanted: RNEA.ReadonlyNonEmptyArray<Reason>
      readonly by: RNEA.ReadonlyNonEmptyArray<CollectorName>
    }
  /** No collector handles objects of its kind. */
  | { readonly _tag: 'NobodysMatter' }

/** What a collector records. */
export type Event = {
  [V in 'History' | 'Owner']: { readonly _tag: V; readonly event: Families[V]['Event'] }
}['History' | 'Owner']

/** The types of all collectors together. */
export interface ClusterFamily {
  readonly Pass: 'cluster'
  readonly Target: Target
  readonly Action: Action
  readonly Reason: Reason
  readonly AmendReason: AmendReason
  readonly KeepReason: KeepReason
  readonly Event: Event
  readonly Refusal: never
}

/** The one pass: every object is in it once. */
export type Pass = AmendingPass<ClusterFamily>

/** A plan of all collectors together. */
export interface Plan extends AnyPlan<ClusterFamily> {
  readonly passes: readonly [Pass]
}

/** A decision to remove an object. */
export type Removal = AnyRemoval<ClusterFamily>

/** A decision to change an object that stays. */
export type Amendment = AnyAmendment<ClusterFamily>

/** A decision to keep an object. */
export type Kept = AnyKept<ClusterFamily>
