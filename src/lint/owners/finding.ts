/**
 * Types of the findings on owner references: a fact about one object, and what the collector would do with the object.
 */
import type { AmendReason, KeepReason, Owner, Reason } from '../../controllers/owner/reason.js'
import type { Target } from '../../apiserver/target.js'
import type { FindingLevel } from '../finding.js'

/** One thing about one object. */
export type OwnerFinding = {
  readonly level: FindingLevel
  readonly object: Target
  /** What the collector would do with the object now, by the plan for the same snapshot. */
  readonly does: OwnerEffect
} & OwnerFact

/** What the collector would do with an object, and the reason that acts. */
export type OwnerEffect =
  | { readonly _tag: 'Deletes'; readonly reason: Reason }
  | { readonly _tag: 'Changes'; readonly reason: AmendReason }
  | { readonly _tag: 'Keeps'; readonly reason: KeepReason }

/** What a finding says. */
export type OwnerFact = ReferenceFact | OwnerListFact

/** What one reference says, and what is there. */
export type ReferenceFact =
  /** The owner has the uid and lives in another namespace, where nobody looks for it: it counts as absent. */
  | { readonly _tag: 'OwnerInOtherNamespace'; readonly reference: Owner; readonly owner: Target }
  /** The owner has the uid and another name, kind, group or version, by which it is looked up: it counts as absent. */
  | {
      readonly _tag: 'OwnerMisnamed'
      readonly reference: Owner
      readonly owner: Target
      readonly wrong: ReadonlyArray<'group' | 'version' | 'kind' | 'name'>
    }
  /** The owner is named by another version than the one it was listed in; both serve it, so that it counts as there. */
  | { readonly _tag: 'OwnerInOtherVersion'; readonly reference: Owner; readonly owner: Target }
  /** An object of the cluster names an owner that lives in a namespace: it never goes, whatever its other owners do. */
  | { readonly _tag: 'NamespacedOwnerOfClusterScopedObject'; readonly reference: Owner }
  /** Another object has the name of the owner by now: the one that was meant counts as absent. */
  | { readonly _tag: 'OwnerRecreated'; readonly reference: Owner; readonly owner: Target }
  /** No resource serves the kind of the owner: nothing happens to the object, whatever its other owners do. */
  | { readonly _tag: 'OwnerKindNotServed'; readonly reference: Owner }
  /** The owner was created after the object: it adopted it, or the reference was written by hand. */
  | {
      readonly _tag: 'OwnerCreatedLater'
      readonly reference: Owner
      readonly createdAt: Date
      readonly ownerCreatedAt: Date
    }
  /** The object is its own owner; if it blocks itself, its deletion in the foreground never ends. */
  | { readonly _tag: 'SelfReference'; readonly reference: Owner; readonly blocks: boolean }
  /** The deletion of the owner in the foreground never ends: it waits for an object that nothing makes go. */
  | {
      readonly _tag: 'BlocksOwnerForEver'
      readonly owner: Target
      readonly because: 'own-kind-not-served' | 'owner-kind-not-served' | 'namespaced-owner'
      /** True when the owner is waiting already. */
      readonly waits: boolean
    }

/** What an object's list of owners, or several of them together, are like. */
export type OwnerListFact =
  /** Several references to one uid: when one of them goes, all go. */
  | {
      readonly _tag: 'DuplicateReferences'
      readonly reference: Owner
      readonly references: number
      /** What they do not agree on: whom they name, whether they block; nothing if they are equal. */
      readonly differ: ReadonlyArray<'name' | 'blocking'>
    }
  /** Objects that own each other: none of them goes unless one is deleted by hand. `way` leads once around. */
  | { readonly _tag: 'OwnerCycle'; readonly members: number; readonly way: ReadonlyArray<Target> }
  /** The list of owners is most of what a server stores of one object; beyond the limit no owner can be added. */
  | {
      readonly _tag: 'OwnerListNearLimit'
      readonly references: number
      /** Of the list as JSON, about. */
      readonly bytes: number
      readonly limit: number
    }
  /** No resource serves the kind of these objects; one finding for each kind, about the first of them. */
  | { readonly _tag: 'KindNotServed'; readonly objects: number }
