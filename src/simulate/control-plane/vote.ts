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

/** An owner that is there, or that may be, needs its dependents. */
const owners: ReadonlySet<Owner.KeepReason['_tag']> = new Set([
  'SolidOwner',
  'OwnersStillWaiting',
  'OwnerKindNotServed',
  'NamespacedOwnerOfClusterScopedObject',
  'OwnerNotCovered',
] as const)

/** A time to live is the earliest safe time. */
const times: ReadonlySet<Ttl.KeepReason['_tag']> = new Set(['NotExpired', 'FinishTimeMissing'] as const)

/** A controller wants its history. */
const histories: ReadonlySet<History.KeepReason['_tag']> = new Set([
  'WithinHistoryLimit',
  'Busy',
  'LiveRevision',
  'CurrentTemplate',
  'NoHistoryLimit',
  'NegativeHistoryLimit',
  'RolloutNotComplete',
  'RollbackPending',
  'ControllerNotCovered',
  'PodsNotCovered',
  'TemplateNotShown',
] as const)

/** It takes no part in the lifecycle or goes already, or nobody needs it and the lifecycle cannot delete it itself. */
const outsiders: ReadonlySet<Lifecycle.KeepReason['_tag']> = new Set([
  'Disabled',
  'NotEnabled',
  'OptedOut',
  'NobodyVotes',
  'BeingDeleted',
  'NamespaceBeingDeleted',
  'NoTtl',
  'WithinCapacity',
  'KindNotServed',
  'VersionUnknown',
] as const)

/** Who objects. */
export const objector = (said: KeepReason): CollectorName | null => {
  switch (said._tag) {
    case 'Ttl':
      return times.has(said.reason._tag) ? 'Ttl' : null
    case 'History':
      return histories.has(said.reason._tag) ? 'History' : null
    case 'Lifecycle':
      return outsiders.has(said.reason._tag) ? null : 'Lifecycle'
    case 'Owner':
      return owners.has(said.reason._tag) ? 'Owner' : null
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
