/**
 * One sentence for each reason.
 */
import { millis } from '../../core/time.js'
import { alreadyDeleted, spanText } from '../../internal/words.js'
import type { KeepReason } from './keep-reason.js'
import type { AmendReason, Reason } from './reason.js'
import { type Origin, groupKindText } from './rules.js'
import { named } from '../../apiserver/object.js'

/**
 * One line for a reason.
 *
 * @example
 * ```ts
 * import * as Lifecycle from 'gcplan/controllers/lifecycle'
 *
 * console.log(Lifecycle.explain({ _tag: 'OptedOut', by: 'namespace' })) // its namespace opted out, which nothing overrides
 * ```
 */
export const explain = (reason: Reason | AmendReason | KeepReason): string => {
  switch (reason._tag) {
    case 'TtlExpired':
      return `not needed since ${time(reason.since)}, longer than its TTL of ${seconds(reason.ttlSeconds)} (${setBy(reason.from)})`
    case 'OverCapacity':
      return `${reason.candidates} candidates of its kind, limit ${reason.limit}: its namespace keeps the newest ${reason.share}, and it is number ${reason.rank}`
    case 'OwnersGone':
      return owners(reason.dangling, reason.waiting)
    case 'Unused':
      return reason.at === undefined
        ? `no active object refers to it (after-unused ${setBy(reason.from)})`
        : `no active object refers to it, and no pod has used it since ${time(reason.at)} (after-unused ${setBy(reason.from)})`
    case 'Finished':
      return reason.at === undefined
        ? `it has finished (after-finished ${setBy(reason.from)})`
        : `it finished at ${time(reason.at)} (after-finished ${setBy(reason.from)})`
    case 'TakesAlong':
      return reason.objects.length === 1
        ? `its deletion also deletes ${named(reason.objects[0])}`
        : `its deletion also deletes ${reason.objects.length} objects, including ${named(reason.objects[0])}`
    case 'BecameCandidate':
      return `not needed since ${time(reason.since)} (${reason.known ? 'from its own status' : 'observed now'})${reason.replaces === undefined ? '' : `; replaces the mark of period ${reason.replaces}`}`
    case 'LeftCandidacy':
      return `no longer a candidate, after not being needed since ${time(reason.since)}: ${explainKept(reason.because)}`
    case 'PeriodOver':
      return `the collector is disabled, so the mark of ${time(reason.since)} (period ${reason.epoch}) no longer counts`
    default:
      return explainKept(reason)
  }
}

const explainKept = (reason: KeepReason): string => {
  switch (reason._tag) {
    case 'Disabled':
      return 'the collector is disabled'
    case 'NotEnabled':
      return 'not opted in'
    case 'OptedOut':
      return `${owner(reason.by)} opted out, which nothing overrides`
    case 'BeingDeleted':
      return alreadyDeleted(reason)
    case 'NamespaceBeingDeleted':
      return `its namespace ${reason.namespace} is being deleted with everything in it`
    case 'NobodyVotes':
      return 'it is opted in, but has no owners and sets neither after-finished nor after-unused'
    case 'OwnersSolid':
      return `${reason.owners} of its owners ${reason.owners === 1 ? 'exists' : 'exist'}`
    case 'InUse':
      return reason.users === 1
        ? `${named(reason.first)} refers to it`
        : `${named(reason.first)} and ${reason.users - 1} more refer to it`
    case 'NotFinished':
      return 'it has not finished'
    case 'NeededWithoutOwners':
      return `${owners(reason.dangling, reason.waiting)}: the garbage collector deletes it anyway, unless a finalizer holds it or its owner references are removed`
    case 'TtlRunning':
      return `not needed since ${time(reason.since)}, and its TTL of ${seconds(reason.ttlSeconds)} (${setBy(reason.from)}) expires at ${time(reason.until)}`
    case 'NoTtl':
      return `not needed since ${time(reason.since)}, but it has no TTL`
    case 'ClockAhead':
      return `not needed since ${time(reason.since)}, which is in the future: a clock was wrong`
    case 'WithinCapacity':
      return `${reason.candidates} candidates of its kind, limit ${reason.limit}: its namespace keeps the newest ${reason.share}, and it is number ${reason.rank}`
    case 'RetentionRunning':
      return `over the limit for its kind, but retained until ${time(reason.until)}`
    default:
      return explainUnclear(reason)
  }
}

type Unclear = Extract<
  KeepReason,
  {
    readonly _tag:
      | 'RulesUnreadable'
      | 'NamespaceUnknown'
      | 'OwnersUnknown'
      | 'UsersNotCovered'
      | 'UserUnclear'
      | 'UsageUnobserved'
      | 'FinishUnobserved'
      | 'FinishUnreadable'
      | 'FinishTimeUnknown'
      | 'KindNotServed'
      | 'VersionUnknown'
  }
>

const explainUnclear = (reason: Unclear): string => {
  switch (reason._tag) {
    case 'RulesUnreadable':
      return `the rules of ${reason.of === 'object' ? 'the object' : 'its namespace'} cannot be read: ${reason.because}`
    case 'NamespaceUnknown':
      return `its namespace ${reason.namespace} is not in the snapshot and may opt out`
    case 'OwnersUnknown':
      return `unknown whether its owners exist: ${reason.because}`
    case 'UsersNotCovered':
      return `a ${groupKindText(reason.source)} may refer to it: the snapshot does not cover all of them`
    case 'UserUnclear':
      return `${named(reason.user)} may refer to it: ${doubts[reason.because]}`
    case 'UsageUnobserved':
      return 'no extractor tells which objects refer to its kind'
    case 'FinishUnobserved':
      return 'no observer tells when objects of its kind finish'
    case 'FinishUnreadable':
      return `unknown whether it has finished: ${reason.because}`
    case 'FinishTimeUnknown':
      return 'it has finished, but its status does not say when'
    case 'KindNotServed':
      return 'no resource serves its kind'
    case 'VersionUnknown':
      return 'its resourceVersion is unknown, so a delete might hit a newer version'
  }
}

const doubts = {
  unreadable: 'its references cannot be read',
  templated: 'its references contain placeholders',
  'extractor-failed': 'the extractor failed on it',
} as const

const time = (date: Date): string => date.toISOString()
const seconds = (count: number): string => (count === 0 ? '0 s' : spanText(millis(count * 1000)))

const owners = (dangling: number, waiting: number): string => {
  const gone = `${dangling} of its owners ${dangling === 1 ? 'does not exist' : 'do not exist'}`
  const wait = `${waiting} of its owners ${waitsFor(waiting)}`
  return dangling === 0 ? wait : waiting === 0 ? gone : `${gone} and ${waiting} ${waitsFor(waiting)}`
}

const waitsFor = (owners: number): string => `${owners === 1 ? 'waits for its' : 'wait for their'} dependents`

const owner = (by: Origin): string => (by === 'object' ? 'it' : makers[by])
const setBy = (from: Origin): string => `set by ${makers[from]}`

const makers: Readonly<Record<Origin, string>> = {
  object: 'the object',
  'namespace-kind': 'its namespace for this kind',
  namespace: 'its namespace',
  kind: 'the cluster for this kind',
  cluster: 'the cluster',
}
