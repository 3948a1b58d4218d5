/**
 * Why the collector sent a request, as read from its attempt.
 */
import type { Effect } from '../../apiserver/answer.js'
import { type OwnerReference, type WholeObject, targetOf } from '../../apiserver/object.js'
import type { ApiRequest } from '../../apiserver/request.js'
import type { Classification } from './classify.js'
import { factOf, ownerOf } from './pass-input.js'
import type { Attempt, Work } from './memory/index.js'
import { matches } from './memory/node.js'
import type { AbsentOwner, AmendReason, Reason } from './reason.js'

/** Why the collector deletes an object, or changes it. */
export type OwnerWhy =
  | Reason
  | Extract<AmendReason, { readonly _tag: 'DanglingReferences' | 'WaitingReferences' | 'OrphanedBy' }>
  /**
   * Its owners wait for it, and it has dependents that wait: it stops blocking its owners.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem
   */
  | { readonly _tag: 'UnblockedInCycle' }
  /** Requested; nothing else is known. */
  | { readonly _tag: 'Requested' }

/** One attempt, and what was seen beside it. */
export interface Attempted {
  readonly work: Work
  readonly attempt: Attempt<unknown>
  /** How many dependents the graph knew, of an owner whose finalizer was to be taken off. */
  readonly dependents: number
  /** The owner that orphans its dependents. */
  readonly owner: WholeObject | undefined
  /** Objects that have the uid of an owner found to be absent, but are another one. */
  readonly elsewhere: ReadonlyMap<string, WholeObject> | undefined
}

/** True for a request that takes the collector's own finalizer off. */
const takesFinalizer = (request: ApiRequest): boolean =>
  request._tag === 'Patch' && 'finalizers' in request.patch.body.metadata

type Whys = readonly [OwnerWhy, ...OwnerWhy[]]

/** Why one of its requests was sent. Attempts of one collector share the lists that `ofOwner` makes. */
export const whyOf =
  (attempted: Attempted, ofOwner: ReasonsOfOwner) =>
  ({ request, before }: Effect<ApiRequest>): Whys => {
    const { work, attempt, dependents } = attempted
    if (takesFinalizer(request))
      return [{ _tag: work._tag === 'Orphan' ? 'DependentsOrphaned' : 'NoBlockingDependents', dependents }]
    if (work._tag === 'Orphan') return [orphanedBy(attempted, before)]
    const { classification = nothing } = attempt
    if (request._tag === 'Delete')
      return (
        ofOneOwner(attempted, classification, ofOwner) ??
        deletion(attempted, classification, request.options.propagationPolicy)
      )
    // References are taken away only where another owner is solid.
    return classification.solid.length === 0 ? [{ _tag: 'UnblockedInCycle' }] : lostOwners(attempted, classification)
  }

const nothing: Classification = { solid: [], dangling: [], waiting: [] }

const orphanedBy = ({ work, owner }: Attempted, dependent: WholeObject): OwnerWhy => {
  if (owner !== undefined) return { _tag: 'OrphanedBy', owner: targetOf(owner) }
  const reference = dependent.metadata.ownerReferences?.find(({ uid }) => uid === work.item.uid)
  const { apiVersion = '', kind = '', name = '' } = reference ?? {}
  return { _tag: 'OrphanedBy', owner: { _tag: 'Object', id: work.item.uid, apiVersion, kind, name } }
}

/** The reasons of an object whose only owner is absent, or waits. */
export type ReasonsOfOwner = (tag: 'OwnersAbsent' | 'OwnersWaiting', owner: OwnerReference) => Whys

/** Neighbours in a queue mostly have one owner; they share the list, which a plan of a large cascade is full of otherwise. */
export const reasonsOfOwner = (): ReasonsOfOwner => {
  let last: { readonly _tag: string; readonly owner: OwnerReference; readonly whys: Whys } | undefined
  return (_tag, owner) => {
    if (last?._tag !== _tag || !matches(last.owner, owner))
      last = { _tag, owner, whys: [{ _tag, owners: [ownerOf(owner)] }] }
    return last.whys
  }
}

const ofOneOwner = (
  { elsewhere }: Attempted,
  { dangling, waiting }: Classification,
  ofOwner: ReasonsOfOwner,
): Whys | undefined => {
  const [absent, busy] = [dangling[0], waiting[0]]
  if (dangling.length + waiting.length !== 1 || elsewhere !== undefined) return undefined
  if (absent !== undefined) return ofOwner('OwnersAbsent', absent)
  return busy === undefined ? undefined : ofOwner('OwnersWaiting', busy)
}

const deletion = (attempted: Attempted, { dangling, waiting }: Classification, policy: string | undefined): Whys => {
  const absent = factOf('OwnersAbsent', dangling, absentOwner(attempted))[0]
  const busy = factOf('OwnersWaiting', waiting, ownerOf)[0]
  if (absent === undefined || busy === undefined) return [absent ?? busy ?? requested]
  return policy === 'Foreground' ? [busy, absent] : [absent, busy]
}

const requested: OwnerWhy = { _tag: 'Requested' }

const lostOwners = (attempted: Attempted, { dangling, waiting }: Classification): Whys => {
  const [reason, ...others] = [
    ...factOf('DanglingReferences', dangling, absentOwner(attempted)),
    ...factOf('WaitingReferences', waiting, ownerOf),
  ]
  return [reason ?? requested, ...others]
}

const absentOwner =
  ({ elsewhere }: Attempted) =>
  (reference: OwnerReference): AbsentOwner => {
    const object = elsewhere?.get(reference.uid)
    return object === undefined ? ownerOf(reference) : { ...ownerOf(reference), livesAs: targetOf(object) }
  }
