/**
 * The votes on an object, and their result. A candidate has at least one vote to collect it, none to keep it, and none
 * undecided. A vote to keep is reported before an undecided one.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { WholeObject } from '../../apiserver/index.js'
import type { Sighting } from './finished.js'
import type { KeepReason } from './keep-reason.js'
import type { Reason } from './reason.js'
import type { Origin } from './rules.js'
import type { OwnerStatus } from './snapshot.js'

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

/** The later of two instants, if both are known. */
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
