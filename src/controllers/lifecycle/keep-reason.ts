/**
 * Reasons to keep an object: something needs it, its use is unknown, or a time hasn't passed yet.
 */
import type { GroupKind, Origin } from './rules.js'
import type { Target } from '../../apiserver/object.js'

/** Why an object stays. */
export type KeepReason = OutReason | NeedReason | UnclearReason | WaitReason

/** It takes no part. */
export type OutReason =
  /**
   * The collector is disabled: it ignores marks and deletes nothing.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Goals
   */
  | { readonly _tag: 'Disabled' }
  /**
   * It is not opted in.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Goals
   */
  | { readonly _tag: 'NotEnabled' }
  /**
   * It, or its namespace, opted out, which no other rule overrides.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Risks and Mitigations
   */
  | { readonly _tag: 'OptedOut'; readonly by: Origin }
  /**
   * It is already being deleted; these finalizers, or the grace of a pod, hold it.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Generic TTL-based Garbage Collection
   */
  | { readonly _tag: 'BeingDeleted'; readonly since: Date; readonly finalizers: ReadonlyArray<string> }
  /**
   * Its namespace is being deleted with everything in it.
   * @upstream gcplan - an object goes with its namespace -
   */
  | { readonly _tag: 'NamespaceBeingDeleted'; readonly namespace: string }
  /**
   * Opted in, but no vote applies: no owners, and neither `afterFinished` nor `afterUnused`.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Clean Up Resources After Use
   */
  | { readonly _tag: 'NobodyVotes' }

/** A mechanism says that it is needed. */
export type NeedReason =
  /**
   * Vote: it has solid owners.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Proposal
   */
  | { readonly _tag: 'OwnersSolid'; readonly owners: number }
  /**
   * Vote: active objects refer to it. Their number, and the first one.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Clean Up Resources After Use
   */
  | { readonly _tag: 'InUse'; readonly users: number; readonly first: Target; readonly from: Origin }
  /**
   * Vote: it has not finished.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Clean Up Resources After Use
   */
  | { readonly _tag: 'NotFinished'; readonly from: Origin }
  /**
   * Needed, but its owners are gone: the owner collector will delete it, unless a finalizer holds it or its owner
   * references are removed.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Proposal
   */
  | { readonly _tag: 'NeededWithoutOwners'; readonly dangling: number; readonly waiting: number }

/** Unknown; neither its mark nor the object is touched. */
export type UnclearReason =
  /**
   * Its rules, or those of its namespace, cannot be read.
   * @upstream gcplan - unknown is never absent -
   */
  | { readonly _tag: 'RulesUnreadable'; readonly of: 'object' | 'namespace'; readonly because: string }
  /**
   * Its namespace was not listed: it may opt out, or be terminating.
   * @upstream gcplan - unknown is never absent -
   */
  | { readonly _tag: 'NamespaceUnknown'; readonly namespace: string }
  /**
   * It has owners, whose status is unknown.
   * @upstream gcplan - unknown is never absent -
   */
  | { readonly _tag: 'OwnersUnknown'; readonly because: string }
  /**
   * Objects of this kind may refer to it, and were not all listed.
   * @upstream gcplan - unknown is never absent -
   */
  | { readonly _tag: 'UsersNotCovered'; readonly source: GroupKind }
  /**
   * This object may refer to it: its references cannot be read or contain placeholders, or an extractor failed on it.
   * @upstream gcplan - unknown is never absent -
   */
  | {
      readonly _tag: 'UserUnclear'
      readonly user: Target
      readonly because: 'unreadable' | 'templated' | 'extractor-failed'
    }
  /**
   * Nothing says which objects use objects of its kind.
   * @upstream gcplan - unknown is never absent -
   */
  | { readonly _tag: 'UsageUnobserved' }
  /**
   * Nothing says when objects of its kind have finished.
   * @upstream gcplan - unknown is never absent -
   */
  | { readonly _tag: 'FinishUnobserved' }
  /**
   * Whether it has finished cannot be read.
   * @upstream gcplan - unknown is never absent -
   */
  | { readonly _tag: 'FinishUnreadable'; readonly because: string }
  /**
   * It has finished, at an unknown time.
   * @upstream gcplan - unknown is never absent -
   */
  | { readonly _tag: 'FinishTimeUnknown' }
  /**
   * No resource serves its kind, so it can't be deleted.
   * @upstream gcplan - a request needs a resource -
   */
  | { readonly _tag: 'KindNotServed' }
  /**
   * Its resource version is unknown, so no precondition can name it.
   * @upstream gcplan - a delete is for the object that was evaluated -
   */
  | { readonly _tag: 'VersionUnknown' }

/** A candidate that has to wait. */
export type WaitReason =
  /**
   * Its time to live runs until this instant.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Generic TTL-based Garbage Collection
   */
  | {
      readonly _tag: 'TtlRunning'
      readonly since: Date
      readonly ttlSeconds: number
      readonly from: Origin
      readonly until: Date
    }
  /**
   * It has no TTL: it is kept forever, or until a limit applies.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Generic TTL-based Garbage Collection
   */
  | { readonly _tag: 'NoTtl'; readonly since: Date }
  /**
   * It is unneeded from a future instant: clocks disagree. This only delays.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Risks and Mitigations
   */
  | { readonly _tag: 'ClockAhead'; readonly since: Date }
  /**
   * It is among the newest of its namespace, which has a share of the limit.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Generic Capacity-based Garbage Collection
   */
  | {
      readonly _tag: 'WithinCapacity'
      readonly limit: number
      readonly candidates: number
      readonly rank: number
      readonly share: number
    }
  /**
   * Over a limit, but retained until this instant.
   * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Generic Capacity-based Garbage Collection
   */
  | { readonly _tag: 'RetentionRunning'; readonly since: Date; readonly until: Date }
