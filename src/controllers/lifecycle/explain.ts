/**
 * One sentence for each reason.
 */
import { millis } from '../../core/time.js'
import { spanText } from '../../internal/words.js'
import type { KeepReason } from './keep-reason.js'
import type { AmendReason, Reason } from './reason.js'
import type { Origin } from './rules.js'
import { groupKindText } from './rules.js'
import type { Target } from '../../apiserver/object.js'

/**
 * One line for a reason.
 *
 * @example
 * ```ts
 * import * as Lifecycle from 'gcplan/controllers/lifecycle'
 *
 * console.log(Lifecycle.explain({ _tag: 'OptedOut', by: 'namespace' })) // its namespace opted out, which nobody overrules
 * ```
 */
export const explain = (reason: Reason | AmendReason | KeepReason): string => {
  switch (reason._tag) {
    case 'TtlExpired':
      return `nobody has needed it since ${time(reason.since)}, longer than its time to live of ${seconds(reason.ttlSeconds)} (${setBy(reason.from)})`
    case 'OverCapacity':
      return `of ${reason.candidates} candidates of its kind ${reason.limit} are kept, ${reason.share} of them in its namespace, where it is number ${reason.rank} from the newest`
    case 'OwnersGone':
      return owners(reason.dangling, reason.waiting)
    case 'Unused':
      return `no active object refers to it (${asksBy(reason.from)} to go then)`
    case 'Finished':
      return reason.at === undefined
        ? `it has finished (${asksBy(reason.from)} to go then)`
        : `it finished at ${time(reason.at)} (${asksBy(reason.from)} to go then)`
    case 'TakesAlong':
      return `with it ${reason.objects.length === 1 ? 'goes' : 'go'} ${reason.objects.length} ${reason.objects.length === 1 ? 'object' : 'objects'}, ${name(reason.objects[0])} first`
    case 'BecameCandidate':
      return `nobody has needed it since ${time(reason.since)}, ${reason.known ? 'as it says itself' : 'the instant of this look'}${reason.replaces === undefined ? '' : `; a mark of the period ${reason.replaces} is replaced`}`
    case 'LeftCandidacy':
      return `nobody needed it since ${time(reason.since)}, which counts no more: ${explainKept(reason.because)}`
    case 'PeriodOver':
      return `the collector is disabled, and the mark of ${time(reason.since)} is of the period ${reason.epoch}`
    default:
      return explainKept(reason)
  }
}

const explainKept = (reason: KeepReason): string => {
  switch (reason._tag) {
    case 'Disabled':
      return 'the collector is disabled'
    case 'NotEnabled':
      return 'nobody opted it in'
    case 'OptedOut':
      return `${owner(reason.by)} opted out, which nobody overrules`
    case 'BeingDeleted':
      return `its deletion was asked for, due at ${time(reason.since)}${reason.finalizers.length === 0 ? '' : `, held by ${reason.finalizers.join(', ')}`}`
    case 'NamespaceBeingDeleted':
      return `its namespace ${reason.namespace} is being deleted, and it with it`
    case 'NobodyVotes':
      return 'it is opted in, but has no owners and is not to go when it has finished or is unused'
    case 'OwnersSolid':
      return `${reason.owners} of its owners ${reason.owners === 1 ? 'exists' : 'exist'}`
    case 'InUse':
      return `${name(reason.first)} refers to it${reason.users === 1 ? '' : `, and ${reason.users - 1} more`}`
    case 'NotFinished':
      return 'it has not finished'
    case 'NeededWithoutOwners':
      return `${owners(reason.dangling, reason.waiting)}: the owner collector deletes it all the same, unless a finalizer holds it or its owner references are taken off`
    case 'TtlRunning':
      return `nobody has needed it since ${time(reason.since)}, and its time to live of ${seconds(reason.ttlSeconds)} (${setBy(reason.from)}) runs until ${time(reason.until)}`
    case 'NoTtl':
      return `nobody has needed it since ${time(reason.since)}, and it has no time to live`
    case 'ClockAhead':
      return `the instant ${time(reason.since)} from which nobody needs it lies ahead: a clock was wrong`
    case 'WithinCapacity':
      return `it is number ${reason.rank} from the newest of its namespace, of which ${reason.share} may stay of the ${reason.limit} kept; there are ${reason.candidates} candidates`
    case 'RetentionRunning':
      return `there are too many of its kind, but it is retained until ${time(reason.until)}`
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
      return `the rules of ${reason.of === 'object' ? 'the object' : 'its namespace'} can not be read: ${reason.because}`
    case 'NamespaceUnknown':
      return `its namespace ${reason.namespace} was not listed and may say that it stays`
    case 'OwnersUnknown':
      return `nobody can tell how it stands to its owners: ${reason.because}`
    case 'UsersNotCovered':
      return `a ${groupKindText(reason.source)} may refer to it: the snapshot does not cover all of them`
    case 'UserUnclear':
      return `${name(reason.user)} may refer to it: ${doubts[reason.because]}`
    case 'UsageUnobserved':
      return 'nothing says which objects refer to objects of its kind'
    case 'FinishUnobserved':
      return 'nothing says when objects of its kind have finished'
    case 'FinishUnreadable':
      return `nobody can tell whether it has finished: ${reason.because}`
    case 'FinishTimeUnknown':
      return 'it has finished, but does not say when'
    case 'KindNotServed':
      return 'no resource serves its kind'
    case 'VersionUnknown':
      return 'its version was not observed, so that a delete might hit another one'
  }
}

const doubts = {
  unreadable: 'what it names can not be read',
  templated: 'what it names holds placeholders',
  'extractor-failed': 'the extractor failed on it',
} as const

const time = (date: Date): string => date.toISOString()
const seconds = (count: number): string => (count === 0 ? '0 s' : spanText(millis(count * 1000)))
const name = ({ kind, namespace, name: own }: Target): string =>
  namespace === undefined ? `${kind} ${own}` : `${kind} ${namespace}/${own}`

const owners = (dangling: number, waiting: number): string => {
  const gone = `${dangling} ${dangling === 1 ? 'does not exist' : 'do not exist'}`
  const wait = `${waiting} ${waiting === 1 ? 'waits for its' : 'wait for their'} dependents`
  return `of its owners ${dangling === 0 ? wait : waiting === 0 ? gone : `${gone} and ${wait}`}`
}

const owner = (by: Origin): string => (by === 'object' ? 'it' : makers[by])
const setBy = (from: Origin): string => `set by ${makers[from]}`
const asksBy = (from: Origin): string => `${makers[from]} asks it`.replace('the object asks it', 'the object asks')

const makers: Readonly<Record<Origin, string>> = {
  object: 'the object',
  'namespace-kind': 'its namespace for the kind',
  namespace: 'its namespace',
  kind: 'the cluster for the kind',
  cluster: 'the cluster',
}
