/**
 * The reasons for which a guard holds a target back: facts with their numbers, listed next to the collector's own
 * reasons to keep.
 */
import type { Millis } from '../core/time.js'

/** A reference to a target. */
export interface TargetRef {
  readonly _tag: string
  readonly id: string
}

/** An owner by its name, as a reference has it. */
export interface OwnerName {
  readonly kind: string
  readonly name: string
}

/** Why a guard keeps a target. */
export type Protection =
  /** A rule of the user's, by its name. */
  | { readonly _tag: 'ProtectedByRule'; readonly rule: string }
  /** Whether a rule protects it could not be determined. */
  | { readonly _tag: 'EvidenceMissing'; readonly rule: string; readonly because: string }
  | { readonly _tag: 'ProtectedByLabel'; readonly label: string; readonly value: string }
  | { readonly _tag: 'ProtectedKind'; readonly kind: string }
  | { readonly _tag: 'ProtectedNamespace'; readonly namespace: string }
  /** A pattern of pins that one of its names matches. */
  | { readonly _tag: 'PinnedByPattern'; readonly pattern: string; readonly name: string }
  /** It cannot be restored from a registry, template or backup. */
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
  /** Its age is unknown, which counts as young. */
  | { readonly _tag: 'AgeUnknown'; readonly minAge: Millis }
  /** Not planned for removal often enough, or for long enough. Zero means no requirement. */
  | {
      readonly _tag: 'NotConfirmed'
      readonly times: number
      readonly sightings: number
      readonly since: Date
      readonly waited: Millis
      readonly wait: Millis
    }
  /** An owner is gone, and another object with a new uid has its name. */
  | { readonly _tag: 'OwnerRecreated'; readonly owner: OwnerName; readonly was: string; readonly now: string }
  /** The owner's uid exists under another name, kind or namespace than the reference says. */
  | { readonly _tag: 'OwnerLivesElsewhere'; readonly owner: OwnerName; readonly uid: string; readonly livesAs: string }
  /** The decision depends on an assumption. */
  | { readonly _tag: 'RestsOnAssumption'; readonly about: string; readonly because: string }
  /** Another plan that has to agree does not remove it. */
  | { readonly _tag: 'OtherPlanDisagrees'; readonly plan: string }
  /** Its removal also deletes `beyond`, which the plan does not remove. */
  | { readonly _tag: 'ReachesBeyondPlan'; readonly beyond: TargetRef; readonly others: number }
  /** A removal that it requires was kept. */
  | { readonly _tag: 'RequiresHeldBack'; readonly required: TargetRef }
  /** The approval does not name it. */
  | { readonly _tag: 'NotApproved' }
  /** Approved, but for other actions, e.g. another precondition. Digests. */
  | { readonly _tag: 'Moved'; readonly approved: ReadonlyArray<string>; readonly found: string }
