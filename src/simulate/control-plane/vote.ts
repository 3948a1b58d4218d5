/**
 * Whether a collector that keeps an object objects to its removal, or is not applicable.
 *
 * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Proposal
 */
import type * as History from '../../controllers/history/index.js'
import type * as Lifecycle from '../../controllers/lifecycle/index.js'
import type * as Owner from '../../controllers/owner/index.js'
import type * as Ttl from '../../controllers/ttl/index.js'
import type { KeepReason, Reason } from './reason.js'
import type { CollectorName } from './collector-names.js'

/**
 * What needs no answer: what is said of an object that is being deleted, about which nobody is asked, and what is said beside an
 * objection only.
 */
export type Unasked =
  | 'BeingDeleted'
  | 'WaitsForBlockingDependents'
  | 'DependentsNotCovered'
  | 'DependentNotServed'
  | 'NeededWithoutOwners'

/** Of each reason to keep an object, whether it is an objection; a reason without an answer does not compile. */
export type Objections<R extends { readonly _tag: string }> = Readonly<Record<Exclude<R['_tag'], Unasked>, boolean>> & {
  readonly [T in Extract<R['_tag'], Unasked>]?: never
}

/** An owner that is there, or that may be, needs its dependents. */
const owners: Objections<Owner.KeepReason> = {
  SolidOwner: true,
  OwnersStillWaiting: true,
  OwnerKindNotServed: true,
  NamespacedOwnerOfClusterScopedObject: true,
  OwnerNotCovered: true,
  NoOwners: false,
  NeverExamined: false,
  KindNotServed: false,
  NamespaceMissing: false,
  NotWatched: false,
  KindUnsynced: false,
}

/** A time to live is the earliest safe time. */
const times: Objections<Ttl.KeepReason> = {
  NotExpired: true,
  FinishTimeMissing: true,
  NotFinished: false,
  NoTtl: false,
  ControllerOff: false,
}

/** A controller wants its history. */
const histories: Objections<History.KeepReason> = {
  WithinHistoryLimit: true,
  Busy: true,
  LiveRevision: true,
  CurrentTemplate: true,
  NoHistoryLimit: true,
  NegativeHistoryLimit: true,
  RolloutNotComplete: true,
  RollbackPending: true,
  ControllerNotCovered: true,
  PodsNotCovered: true,
  TemplateNotShown: true,
  OwnerBeingDeleted: false,
  OwnerSelectsEverything: false,
  NotSelected: false,
  NotFinished: false,
  NoController: false,
  OtherController: false,
  ControllerAbsent: false,
}

/**
 * Whatever needs it, or cannot tell. Not what takes no part in the lifecycle or goes already, nor what nobody needs but the
 * lifecycle cannot delete by itself.
 */
const lifecycles: Objections<Lifecycle.KeepReason> = {
  OwnersSolid: true,
  InUse: true,
  NotFinished: true,
  RulesUnreadable: true,
  NamespaceUnknown: true,
  OwnersUnknown: true,
  UsersNotCovered: true,
  UserUnclear: true,
  UsageUnobserved: true,
  FinishUnobserved: true,
  FinishUnreadable: true,
  FinishTimeUnknown: true,
  TtlRunning: true,
  ClockAhead: true,
  RetentionRunning: true,
  Disabled: false,
  NotEnabled: false,
  OptedOut: false,
  NobodyVotes: false,
  NamespaceBeingDeleted: false,
  NoTtl: false,
  WithinCapacity: false,
  KindNotServed: false,
  VersionUnknown: false,
}

/** Who objects. */
export const objector = (said: KeepReason): CollectorName | null => {
  switch (said._tag) {
    case 'Ttl':
      return times[said.reason._tag] === true ? 'Ttl' : null
    case 'History':
      return histories[said.reason._tag] === true ? 'History' : null
    case 'Lifecycle':
      return lifecycles[said.reason._tag] === true ? 'Lifecycle' : null
    case 'Owner':
      return owners[said.reason._tag] === true ? 'Owner' : null
    // Too few pods, or a node that is there, is no reason for anybody else to keep one.
    case 'Pod':
    case 'Held':
    case 'NobodysMatter':
      return null
  }
}

/** Facts about a node: nobody runs the pod and nobody will confirm its end, whoever owns it. */
const isFactOfNode = (wanted: Reason): boolean =>
  wanted._tag === 'Pod' &&
  wanted.reason._tag !== 'TerminatedOverThreshold' &&
  wanted.reason._tag !== 'TerminatedOverShare'

/** Who objects to a removal, in the order in which they were asked. */
export const objections = (
  wanted: ReadonlyArray<Reason>,
  said: ReadonlyArray<KeepReason>,
): ReadonlyArray<CollectorName> => {
  if (wanted.some(isFactOfNode)) return []
  const wanting = new Set<CollectorName>(wanted.map(({ _tag }) => _tag))
  const objecting = new Set<CollectorName>()
  for (const one of said) {
    const collector = objector(one)
    if (collector === null || wanting.has(collector)) continue
    // A controller that clears up its history speaks for the owner, which it is.
    const isHistoryOfOwner = wanting.has('History') && one._tag === 'Owner' && one.reason._tag === 'SolidOwner'
    if (!isHistoryOfOwner) objecting.add(collector)
  }
  return [...objecting]
}
