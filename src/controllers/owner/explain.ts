/**
 * One sentence for each reason.
 */
import { alreadyDeleted, listed } from '../../internal/words.js'
import type { AbsentOwner, AmendReason, KeepReason, Owner, Reason } from './reason.js'
import { named } from '../../apiserver/object.js'

/**
 * One line for a reason.
 *
 * @example
 * ```ts
 * import * as Owner from 'gcplan/controllers/owner'
 *
 * const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u-1' }
 * console.log(Owner.explain({ _tag: 'SolidOwner', owners: [owner] })) // its owner ReplicaSet web exists
 * ```
 */
export const explain = (reason: Reason | AmendReason | KeepReason): string => {
  switch (reason._tag) {
    case 'OwnersAbsent':
      return absent(reason.owners)
    case 'OwnersWaiting':
      return `${waiting(reason.owners)} and ${reason.owners.length === 1 ? 'waits for its' : 'wait for their'} dependents`
    case 'NoBlockingDependents':
      return `it is being deleted and ${unblocking(reason.dependents)}`
    case 'DependentsOrphaned':
      return reason.dependents === 0
        ? 'it is being deleted and has no dependents to orphan'
        : `it is being deleted and orphans ${count(reason.dependents, 'dependent')}`
    case 'DanglingReferences':
      return `another owner keeps it, but ${absent(reason.owners)}`
    case 'WaitingReferences':
      return `another owner keeps it, but ${waiting(reason.owners)}`
    case 'OrphanedBy':
      return `its owner ${named(reason.owner)} is being deleted and orphans its dependents`
    default:
      return explainKept(reason)
  }
}

const explainKept = (reason: KeepReason): string => {
  switch (reason._tag) {
    case 'NoOwners':
      return 'it has no owners'
    case 'SolidOwner':
      return `${owners(reason.owners, name)} ${reason.owners.length === 1 ? 'exists' : 'exist'}`
    case 'OwnersStillWaiting':
      return `${waiting(reason.owners)}, and the collector examines it after that`
    case 'NeverExamined':
      return `${absent(reason.owners)}, but no event makes the collector examine it`
    case 'OwnerKindNotServed':
      return `no resource serves ${reason.owner.kind} of ${reason.owner.apiVersion}, the kind of its owner ${reason.owner.name}; the collector retries forever`
    case 'NamespacedOwnerOfClusterScopedObject':
      return `it is cluster-scoped, but its owner ${name(reason.owner)} is namespaced: the collector may give up or delete it`
    case 'OwnerNotCovered':
      return `its owner ${name(reason.owner)} may exist: the snapshot does not cover it`
    case 'DependentsNotCovered':
      return `it may have dependents of ${count(reason.kinds, 'kind')} that the snapshot does not cover (${reason.kinds === 1 ? '' : 'e.g. '}${reason.apiVersion} ${reason.kind})`
    case 'BeingDeleted':
      return alreadyDeleted(reason)
    case 'WaitsForBlockingDependents':
      return `it is being deleted and waits for ${count(reason.dependents, 'dependent')}${reason.dependents === 1 ? ':' : ', including'} ${named(reason.first)}`
    case 'DependentNotServed':
      return `its dependent ${named(reason.dependent)} cannot be patched: no resource serves its kind`
    case 'KindNotServed':
      return 'no resource serves its kind'
    case 'NamespaceMissing':
      return 'its kind is namespaced, but it has no namespace'
    case 'NotWatched':
      return 'the collector does not watch objects of its kind'
    case 'KindUnsynced':
      return `the collector does nothing before it has listed ${reason.kind}${reason.group === '' ? '' : ` of ${reason.group}`}`
  }
}

const name = ({ kind, name: called }: Owner): string => `${kind} ${called}`

const owners = <O extends Owner>(all: ReadonlyArray<O>, called: (owner: O) => string): string =>
  `its ${all.length === 1 ? 'owner' : 'owners'} ${listed(all.map(called))}`

const waiting = (all: ReadonlyArray<Owner>): string =>
  `${owners(all, name)} ${all.length === 1 ? 'is' : 'are'} being deleted`

const unblocking = (dependents: number): string =>
  dependents === 0
    ? 'has no dependents left'
    : dependents === 1
      ? 'its 1 dependent does not block it'
      : `none of its ${dependents} dependents blocks it`

const absent = (all: ReadonlyArray<AbsentOwner>): string =>
  `${owners(all, absentName)} ${all.length === 1 ? 'does' : 'do'} not exist`

const absentName = (owner: AbsentOwner): string => {
  if (owner.livesAs !== undefined)
    return `${name(owner)} (the uid belongs to ${owner.livesAs.apiVersion} ${named(owner.livesAs)})`
  return owner.replacedBy === undefined ? name(owner) : `${name(owner)} (another object has the name now)`
}

const count = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`
