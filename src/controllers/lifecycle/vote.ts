/**
 * The votes on an object, and their result. A candidate has at least one vote to collect it, none to keep it, and none
 * undecided. A vote to keep is reported before an undecided one.
 */
import * as fp from '../../core/fp.js'
import type { readonlyNonEmptyArray as RNEA, either as E, option as O } from 'fp-ts'
import type { WholeObject, PropagationPolicy } from '../../apiserver/index.js'
import type { Sighting } from './finished.js'
import type { KeepReason } from './keep-reason.js'
import type { Reason } from './reason.js'
import type { Origin, Resolution } from './rules.js'
import type { OwnerStatus, Mark, Snapshot } from './snapshot.js'
import { maxTime } from 'date-fns/constants'
import { instant } from '../../core/time.js'
import { namespaceOf } from '../../apiserver/object.js'
import { type Address, type Scope, type ScopeTable, addressAs } from '../../apiserver/scope.js'
import type { Action } from './action.js'
import type { Policy } from './policy.js'

/**
 * The vote of one mechanism. `since`: the instant from which it holds, if known. `overruled`: a further reason to
 * report if another vote keeps the object.
 */
export type Vote =
  | { readonly _tag: 'Abstain' }
  | { readonly _tag: 'Keep'; readonly reason: KeepReason }
  | {
      readonly _tag: 'Collect'
      readonly reason: Reason
      readonly since: Date | null
      readonly overruled?: KeepReason
    }
  | { readonly _tag: 'Unknown'; readonly reason: KeepReason }

/** What becomes of the mark of an object. */
export type Eligibility =
  /** Unneeded; the instant is that of the last vote, if all of them have one. */
  | { readonly _tag: 'Candidate'; readonly reasons: RNEA.ReadonlyNonEmptyArray<Reason>; readonly since: Date | null }
  /** It is needed, or takes no part: a mark is cleared. */
  | { readonly _tag: 'Needed'; readonly reasons: RNEA.ReadonlyNonEmptyArray<KeepReason> }
  /** Undecided, or not to be touched: a mark stays as it is. */
  | { readonly _tag: 'Undecided'; readonly reasons: RNEA.ReadonlyNonEmptyArray<KeepReason> }

export const abstain: Vote = { _tag: 'Abstain' }

/** True for an object whose owners vote. */
export const isOwned = ({ metadata }: WholeObject): boolean => (metadata.ownerReferences?.length ?? 0) > 0

/** The vote of the owners of an object that has some. */
export const ownerVote = (standing: OwnerStatus | undefined): Vote => {
  if (standing === undefined)
    return { _tag: 'Unknown', reason: { _tag: 'OwnersUnknown', because: 'nobody classified its owner references' } }
  if (standing._tag === 'Unclassified')
    return { _tag: 'Unknown', reason: { _tag: 'OwnersUnknown', because: standing.because } }
  const { solid, dangling, waiting } = standing
  if (solid.length > 0) return { _tag: 'Keep', reason: { _tag: 'OwnersSolid', owners: solid.length } }
  if (dangling.length + waiting.length === 0)
    return { _tag: 'Unknown', reason: { _tag: 'OwnersUnknown', because: 'its classification names no owner' } }
  const gone = { dangling: dangling.length, waiting: waiting.length }
  return {
    _tag: 'Collect',
    reason: { _tag: 'OwnersGone', ...gone },
    since: null,
    // The owner collector is about to delete it all the same.
    overruled: { _tag: 'NeededWithoutOwners', ...gone },
  }
}

/** The vote of completion, for an object that expires when finished; `look` is the observer of its kind. */
export const finishedVote = (
  from: Origin,
  missingTime: 'unknown' | 'observation',
  look: ((object: WholeObject) => Sighting) | undefined,
  object: WholeObject,
): Vote => {
  if (look === undefined) return { _tag: 'Unknown', reason: { _tag: 'FinishUnobserved' } }
  const seen = look(object)
  if ('failed' in seen) return { _tag: 'Unknown', reason: { _tag: 'FinishUnreadable', because: seen.failed } }
  if (!seen.finished) return { _tag: 'Keep', reason: { _tag: 'NotFinished', from } }
  if (seen.at !== undefined) return { _tag: 'Collect', reason: { _tag: 'Finished', at: seen.at, from }, since: seen.at }
  return missingTime === 'observation'
    ? { _tag: 'Collect', reason: { _tag: 'Finished', from }, since: null }
    : { _tag: 'Unknown', reason: { _tag: 'FinishTimeUnknown' } }
}

/** The result of all votes on an object. */
export const count = (owner: Vote, usage: Vote, finished: Vote): Eligibility => {
  if (isAgainst(owner) || isAgainst(usage) || isAgainst(finished)) return refused([owner, usage, finished])
  return agree(agree(candidateBy(owner), usage), finished) ?? nobodyVotes
}

type Agreed = Extract<Eligibility, { readonly _tag: 'Candidate' }>

const candidateBy = (vote: Vote): Agreed | null =>
  isFor(vote) ? { _tag: 'Candidate', reasons: [vote.reason], since: vote.since } : null

const agree = (others: Agreed | null, vote: Vote): Agreed | null => {
  if (others === null || !isFor(vote)) return others ?? candidateBy(vote)
  const [first, ...rest] = others.reasons
  return { _tag: 'Candidate', reasons: [first, ...rest, vote.reason], since: later(others.since, vote.since) }
}

type VoteFor = Extract<Vote, { readonly _tag: 'Collect' }>

const isFor = (vote: Vote): vote is VoteFor => vote._tag === 'Collect'
const isAgainst = ({ _tag }: Vote): boolean => _tag === 'Keep' || _tag === 'Unknown'

const later = (a: Date | null, b: Date | null): Date | null => (a === null || b === null ? null : a > b ? a : b)

const nobodyVotes: Eligibility = { _tag: 'Needed', reasons: [{ _tag: 'NobodyVotes' }] }

/** Votes to keep come first, then undecided ones. */
const refused = (votes: ReadonlyArray<Vote>): Eligibility => {
  const keeps = votes.flatMap((vote) => (vote._tag === 'Keep' ? [vote.reason] : []))
  const unknowns = votes.flatMap((vote) => (vote._tag === 'Unknown' ? [vote.reason] : []))
  const overruled = votes.flatMap((vote) => (isFor(vote) ? (vote.overruled ?? []) : []))
  const [first = nobody, ...rest] = [...keeps, ...unknowns, ...overruled]
  return { _tag: keeps.length > 0 ? 'Needed' : 'Undecided', reasons: [first, ...rest] }
}

/** Somebody is against, so that this is never said. */
const nobody: KeepReason = { _tag: 'NobodyVotes' }

/** What is worked out once. */
export interface PassInput {
  readonly policy: Policy
  readonly snapshot: Snapshot
  readonly scopes: ScopeTable
  readonly marks: ReadonlyMap<string, Mark>
  /** The enabled period; null while disabled. */
  readonly epoch: string | null
  /** How objects are deleted. */
  readonly propagation: ReadonlyMap<Scope, PropagationPolicy>
  readonly wakes: Wakes
}

/** Collects the instants at which the same snapshot gives another plan. */
export interface Wakes {
  /** From this instant on, something else is decided. */
  readonly decided: (instant: Date) => void
  /** From this instant on, another reason is given for the object with this uid. */
  readonly said: (instant: Date, uid: string) => void
  /** The earliest instant; `tells` is false for an object whose reason the plan doesn't report. */
  readonly first: (tells: (uid: string) => boolean) => O.Option<Date>
}

/** Nothing yet. */
export const noWakes = (): Wakes => {
  let decided: Date | undefined
  const said: { readonly instant: Date; readonly uid: string }[] = []
  return {
    decided: (instant) => {
      if (decided === undefined || instant < decided) decided = instant
    },
    said: (instant, uid) => {
      said.push({ instant, uid })
    },
    first: (tells) => {
      let first = decided
      for (const { instant, uid } of said) if ((first === undefined || instant < first) && tells(uid)) first = instant
      return first === undefined ? fp.none : fp.some(first)
    },
  }
}

/** How a candidate stands in time. */
export interface Timing {
  readonly since: Date
  /** True when the mark is set by this plan. */
  readonly isNew: boolean
  /** True when the instant is that of the snapshot: with a later snapshot it would be later. */
  readonly moves: boolean
  /** The instant, if it is later than the snapshot. */
  readonly ahead: Date | null
}

/** A candidate whose TTL has not expired. */
export interface Candidate {
  /** Its place among the objects. */
  readonly place: number
  readonly object: WholeObject
  readonly timing: Timing
  readonly rules: Resolution
}

/**
 * A mark counts, even one in the future; without a mark, the known instant of the votes, or else that of the snapshot.
 */
export const timingOf = (at: Date, known: Date | null, mark: Mark | undefined): Timing => {
  if (mark !== undefined)
    return { since: mark.since, isNew: false, moves: false, ahead: isAfter(mark.since, at) ? mark.since : null }
  if (known !== null && !isAfter(known, at)) return { since: known, isNew: true, moves: false, ahead: null }
  return { since: at, isNew: true, moves: true, ahead: known }
}

/** Faster than comparing dates, which converts each of them by a call. */
const isAfter = (one: Date, other: Date): boolean => one.getTime() > other.getTime()

/** The instant after a number of seconds, in milliseconds; the last possible instant if they never end. */
export const endOf = (since: Date, seconds: number): number => Math.min(since.getTime() + seconds * 1000, maxTime)

/** True when a number of seconds has passed. */
export const hasPassed = (at: Date, since: Date, seconds: number): boolean =>
  at.getTime() - since.getTime() >= seconds * 1000

/** The instant after a number of seconds; null when they never end. */
export const passesAt = (since: Date, seconds: number): Date | null => {
  const end = since.getTime() + seconds * 1000
  return end <= maxTime ? instant(end) : null
}

/** The call that deletes the very version of an object that was evaluated, or why there is none. */
export const deleteOf = (
  { scopes, propagation }: Pick<PassInput, 'scopes' | 'propagation'>,
  object: WholeObject,
): E.Either<KeepReason, Action> => {
  const { apiVersion, kind, metadata } = object
  const scope = scopes.find(apiVersion, kind)
  const { uid, name, resourceVersion } = metadata
  const namespace = namespaceOf(object)
  if (scope === undefined || scope.namespaced !== (namespace !== undefined)) return fp.left({ _tag: 'KindNotServed' })
  if (resourceVersion === undefined || resourceVersion === '') return fp.left({ _tag: 'VersionUnknown' })
  return fp.right({
    _tag: 'Delete',
    object: addressAs(scope, namespace, name),
    options: {
      preconditions: { uid, resourceVersion },
      propagationPolicy: propagation.get(scope) ?? 'Background',
    },
  })
}

/** The name under which the mark of an object is kept. */
export const markAddress = ({ apiVersion, kind, metadata }: WholeObject): Omit<Address, 'resource'> => {
  const { namespace, name } = metadata
  return namespace === undefined || namespace === ''
    ? { apiVersion, kind, name }
    : { apiVersion, kind, namespace, name }
}
