/**
 * Types of the findings on owner references: a fact about one object, and what the collector would do with the object.
 */
import type { AmendReason, KeepReason, Owner, Reason } from '../../controllers/owner/reason.js'
import type { Target } from '../../apiserver/object.js'
import type { FindingLevel } from '../finding.js'

/** A finding on one object. */
export type OwnerFinding = {
  readonly level: FindingLevel
  readonly object: Target
  /** What the collector would do with the object now, by the plan for the same snapshot. */
  readonly does: OwnerEffect
} & OwnerFact

/** What the collector would do with an object, and the deciding reason. */
export type OwnerEffect =
  | { readonly _tag: 'Deletes'; readonly reason: Reason }
  | { readonly _tag: 'Changes'; readonly reason: AmendReason }
  | { readonly _tag: 'Keeps'; readonly reason: KeepReason }

/** The fact that a finding reports. */
export type OwnerFact = ReferenceFact | OwnerListFact

/** Facts about one reference, compared with the objects that exist. */
export type ReferenceFact =
  /** The owner's uid exists in another namespace, where the collector does not look: the owner counts as absent. */
  | { readonly _tag: 'OwnerInOtherNamespace'; readonly reference: Owner; readonly owner: Target }
  /** The uid matches, but not the name, kind, group or version, so the lookup fails: the owner counts as absent. */
  | {
      readonly _tag: 'OwnerMisnamed'
      readonly reference: Owner
      readonly owner: Target
      readonly wrong: ReadonlyArray<'group' | 'version' | 'kind' | 'name'>
    }
  /** The reference uses another served version than the listing did: the owner counts as present. */
  | { readonly _tag: 'OwnerInOtherVersion'; readonly reference: Owner; readonly owner: Target }
  /** A cluster-scoped object has a namespaced owner: it may stay forever or be deleted, whatever happens to its other owners. */
  | { readonly _tag: 'NamespacedOwnerOfClusterScopedObject'; readonly reference: Owner }
  /** The owner was recreated under another uid: the original counts as absent. */
  | { readonly _tag: 'OwnerRecreated'; readonly reference: Owner; readonly owner: Target }
  /** No resource serves the owner's kind: nothing happens to the object, whatever happens to its other owners. */
  | { readonly _tag: 'OwnerKindNotServed'; readonly reference: Owner }
  /** The owner was created after the object: it adopted the object, or someone wrote the reference by hand. */
  | {
      readonly _tag: 'OwnerCreatedLater'
      readonly reference: Owner
      readonly createdAt: Date
      readonly ownerCreatedAt: Date
    }
  /** The object is its own owner; if it blocks itself, its foreground deletion never ends. */
  | { readonly _tag: 'SelfReference'; readonly reference: Owner; readonly blocks: boolean }
  /** Foreground deletion of the owner never ends: it waits for an object that is never deleted. */
  | {
      readonly _tag: 'BlocksOwnerForEver'
      readonly owner: Target
      readonly because: 'own-kind-not-served' | 'owner-kind-not-served' | 'namespaced-owner'
      /** True when the owner is waiting already. */
      readonly waits: boolean
    }

/** Facts about an object's list of references, or about several objects together. */
export type OwnerListFact =
  /** Several references to one uid: removing one removes all. */
  | {
      readonly _tag: 'DuplicateReferences'
      readonly reference: Owner
      readonly references: number
      /** How they differ: the owner's name, or blockOwnerDeletion; empty if they are equal. */
      readonly differ: ReadonlyArray<'name' | 'blocking'>
    }
  /** A cycle of owners: none is deleted unless one is deleted by hand. `way` lists the cycle once. */
  | { readonly _tag: 'OwnerCycle'; readonly members: number; readonly way: ReadonlyArray<Target> }
  /** The list of references nears the size limit of an object; beyond it no owner can be added. */
  | {
      readonly _tag: 'OwnerListNearLimit'
      readonly references: number
      /** Approximate size of the list as JSON. */
      readonly bytes: number
      readonly limit: number
    }
  /** No resource serves the kind of these objects; one finding for each kind, about the first of them. */
  | { readonly _tag: 'KindNotServed'; readonly objects: number }
