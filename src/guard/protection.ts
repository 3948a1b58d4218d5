/**
 * The reasons for which a guard holds a target back: facts with their numbers, listed next to the collector's own
 * reasons to keep.
 */
import type { Millis } from '../core/time.js'

/** What a guard names a target by. */
export interface TargetRef {
  readonly _tag: string
  readonly id: string
}

/** An owner by its name, as a reference has it. */
export interface OwnerName {
  readonly kind: string
  readonly name: string
}

/** Why a guard holds a target back. */
export type Protection =
  /** A rule of the user's, by its name. */
  | { readonly _tag: 'ProtectedByRule'; readonly rule: string }
  /** Nobody could find out whether a rule protects it. */
  | { readonly _tag: 'EvidenceMissing'; readonly rule: string; readonly because: string }
  | { readonly _tag: 'ProtectedByLabel'; readonly label: string; readonly value: string }
  | { readonly _tag: 'ProtectedKind'; readonly kind: string }
  | { readonly _tag: 'ProtectedNamespace'; readonly namespace: string }
  /** A pattern of pins that one of its names matches. */
  | { readonly _tag: 'PinnedByPattern'; readonly pattern: string; readonly name: string }
  /** Once gone it is gone: no registry, no template, no backup brings it back. */
  | { readonly _tag: 'CannotBeBroughtBack' }
  | { readonly _tag: 'ProtectedByFinalizer'; readonly finalizer: string }
  /** `margin` is how far clocks may be apart. */
  | {
      readonly _tag: 'TooYoung'
      readonly since: Date
      readonly age: Millis
      readonly minAge: Millis
      readonly margin: Millis
    }
  /** Nobody knows since when it is there; that counts as young. */
  | { readonly _tag: 'AgeUnknown'; readonly minAge: Millis }
  /** Condemned too seldom or not for long enough. A zero asks for nothing. */
  | {
      readonly _tag: 'NotConfirmed'
      readonly times: number
      readonly sightings: number
      readonly since: Date
      readonly waited: Millis
      readonly wait: Millis
    }
  /** An owner of its references is gone, and another object has the name: a new uid. */
  | { readonly _tag: 'OwnerRecreated'; readonly owner: OwnerName; readonly was: string; readonly now: string }
  /** An object with the uid of the owner is there, under another name, kind or namespace than the reference says. */
  | { readonly _tag: 'OwnerLivesElsewhere'; readonly owner: OwnerName; readonly uid: string; readonly livesAs: string }
  /** The decision rests on a fact that was stated and not observed. */
  | { readonly _tag: 'RestsOnAssumption'; readonly about: string; readonly because: string }
  /** Another plan that has to agree does not remove it. */
  | { readonly _tag: 'OtherPlanDisagrees'; readonly plan: string }
  /** Its removal reaches this target as well, and the plan does not remove that. */
  | { readonly _tag: 'ReachesBeyondPlan'; readonly beyond: TargetRef; readonly others: number }
  /** What has to go before it is held back. */
  | { readonly _tag: 'RequiresHeldBack'; readonly required: TargetRef }
  /** The approval does not name it. */
  | { readonly _tag: 'NotApproved' }
  /** The approval names it, but for other actions: a precondition has moved. Digests. */
  | { readonly _tag: 'Moved'; readonly approved: ReadonlyArray<string>; readonly found: string }
