/**
 * Answers what a mechanism says of an object, and what all of them make of it: a candidate is what at least one wants
 * collected, nobody wants kept, and nobody is unsure about. Who keeps is heard before who does not know.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { WholeObject } from '../api/index.js'
import type { KeepReason } from './keep-reason.js'
import type { Reason } from './reason.js'
import type { Resolution } from './rules.js'
import type { Sighting } from './finished.js'
import type { OwnerStanding } from './snapshot.js'

/** The vote of one mechanism. `since`: the instant from which it holds, where it is known. */
export type Vote =
  | { readonly _tag: 'Abstain' }
  | { readonly _tag: 'Keep'; readonly reason: KeepReason }
  | { readonly _tag: 'Collect'; readonly reason: Reason; readonly since: Date | null }
  | { readonly _tag: 'Unknown'; readonly reason: KeepReason }

/** What becomes of the mark of an object. */
export type Candidacy =
  /** Nobody needs it; the instant is that of the last vote, if all of them know theirs. */
  | { readonly _tag: 'Candidate'; readonly reasons: RNEA.ReadonlyNonEmptyArray<Reason>; readonly since: Date | null }
  /** It is needed, or takes no part: a mark is cleared. */
  | { readonly _tag: 'Out'; readonly reasons: RNEA.ReadonlyNonEmptyArray<KeepReason> }
  /** Nobody can tell, or it is not to be touched: a mark stays as it is. */
  | { readonly _tag: 'Frozen'; readonly reasons: RNEA.ReadonlyNonEmptyArray<KeepReason> }

export const abstain: Vote = { _tag: 'Abstain' }

/** What the owners of an object say. */
export const ownerVote = ({ metadata }: WholeObject, standing: OwnerStanding | undefined): Vote => {
  if ((metadata.ownerReferences ?? []).length === 0) return abstain
  if (standing === undefined)
    return { _tag: 'Unknown', reason: { _tag: 'OwnersUnknown', because: 'nobody classified its owner references' } }
  if (standing._tag === 'Unclassified')
    return { _tag: 'Unknown', reason: { _tag: 'OwnersUnknown', because: standing.because } }
  const { solid, dangling, waiting } = standing
  if (solid.length > 0) return { _tag: 'Keep', reason: { _tag: 'OwnersSolid', owners: solid.length } }
  if (dangling.length + waiting.length === 0)
    return { _tag: 'Unknown', reason: { _tag: 'OwnersUnknown', because: 'its classification names no owner' } }
  return {
    _tag: 'Collect',
    reason: { _tag: 'OwnersGone', dangling: dangling.length, waiting: waiting.length },
    since: null,
  }
}

/** What finishing says of an object; `look` is the observer of its kind, if there is one. */
export const finishedVote = (
  { afterFinished }: Resolution,
  missingTime: 'unknown' | 'observation',
  look: (() => Sighting) | null,
): Vote => {
  if (afterFinished?.value !== true) return abstain
  if (look === null) return { _tag: 'Unknown', reason: { _tag: 'FinishUnobserved' } }
  const seen = look()
  const { from } = afterFinished
  if ('failed' in seen) return { _tag: 'Unknown', reason: { _tag: 'FinishUnreadable', because: seen.failed } }
  if (!seen.finished) return { _tag: 'Keep', reason: { _tag: 'NotFinished', from } }
  if (seen.at !== undefined) return { _tag: 'Collect', reason: { _tag: 'Finished', at: seen.at, from }, since: seen.at }
  return missingTime === 'observation'
    ? { _tag: 'Collect', reason: { _tag: 'Finished', from }, since: null }
    : { _tag: 'Unknown', reason: { _tag: 'FinishTimeUnknown' } }
}

/** What all votes make of an object. */
export const count = (votes: ReadonlyArray<Vote>): Candidacy => {
  const keeps: KeepReason[] = []
  const unknowns: KeepReason[] = []
  const collects: Reason[] = []
  let since: Date | null = null
  let known = true
  for (const vote of votes) {
    if (vote._tag === 'Keep') keeps.push(vote.reason)
    else if (vote._tag === 'Unknown') unknowns.push(vote.reason)
    else if (vote._tag === 'Collect') {
      collects.push(vote.reason)
      if (vote.since === null) known = false
      else if (since === null || vote.since > since) since = vote.since
    }
  }
  const [keep, ...otherKeeps] = keeps
  if (keep !== undefined) return { _tag: 'Out', reasons: [keep, ...otherKeeps, ...unknowns, ...holds(collects)] }
  const [unknown, ...otherUnknowns] = unknowns
  if (unknown !== undefined) return { _tag: 'Frozen', reasons: [unknown, ...otherUnknowns, ...holds(collects)] }
  const [collect, ...otherCollects] = collects
  if (collect === undefined) return { _tag: 'Out', reasons: [{ _tag: 'NobodyVotes' }] }
  return { _tag: 'Candidate', reasons: [collect, ...otherCollects], since: known ? since : null }
}

/** What the owner collector is about to delete although somebody else needs it, or may. */
const holds = (collects: ReadonlyArray<Reason>): ReadonlyArray<KeepReason> =>
  collects.flatMap((reason): ReadonlyArray<KeepReason> =>
    reason._tag === 'OwnersGone'
      ? [{ _tag: 'NeededWithoutOwners', dangling: reason.dangling, waiting: reason.waiting }]
      : [],
  )
