import { describe, expect, it } from 'vitest'

import type { Vote } from '../../../src/controllers/lifecycle/vote.js'
import { abstain, count, finishedVote, ownerVote } from '../../../src/controllers/lifecycle/vote.js'
import { job, later, noon } from './build.js'

const unused: Vote = { _tag: 'Collect', reason: { _tag: 'Unused', from: 'object' }, since: noon }
const ownersGone = (dangling: number, waiting: number, since: Date | null): Vote => ({
  _tag: 'Collect',
  reason: { _tag: 'OwnersGone', dangling, waiting },
  since,
  overruled: { _tag: 'NeededWithoutOwners', dangling, waiting },
})
const gone = ownersGone(1, 2, later(5))
const finished: Vote = { _tag: 'Collect', reason: { _tag: 'Finished', from: 'object' }, since: null }
const keep: Vote = { _tag: 'Keep', reason: { _tag: 'OwnersSolid', owners: 1 } }
const unknown: Vote = { _tag: 'Unknown', reason: { _tag: 'UsageUnobserved' } }

describe('the votes on an object', () => {
  it('make a candidate of it since the latest of them', () => {
    const reasons = [gone, unused].flatMap((vote) => (vote._tag === 'Collect' ? [vote.reason] : []))
    expect(count(gone, unused, abstain)).toEqual({ _tag: 'Candidate', reasons, since: later(5) })
    expect(count(ownersGone(1, 2, noon), { ...unused, since: later(5) }, abstain)).toMatchObject({ since: later(5) })
    expect(count(abstain, unused, abstain)).toMatchObject({ _tag: 'Candidate', since: noon })
  })

  it('make a candidate of it since nobody knows when, where one of them does not know', () => {
    expect(count(gone, unused, finished)).toMatchObject({ _tag: 'Candidate', since: null })
    expect(count(ownersGone(1, 2, null), unused, abstain)).toMatchObject({ since: null })
  })

  it('keep it where nobody votes', () => {
    expect(count(abstain, abstain, abstain)).toEqual({ _tag: 'Needed', reasons: [{ _tag: 'NobodyVotes' }] })
  })

  it('tell who keeps it first, then who does not know, then that its owners are gone', () => {
    expect(count(gone, unknown, keep)).toEqual({
      _tag: 'Needed',
      reasons: [
        { _tag: 'OwnersSolid', owners: 1 },
        { _tag: 'UsageUnobserved' },
        { _tag: 'NeededWithoutOwners', dangling: 1, waiting: 2 },
      ],
    })
    expect(count(abstain, unknown, finished)).toEqual({ _tag: 'Undecided', reasons: [{ _tag: 'UsageUnobserved' }] })
  })
})

describe('the vote of owners', () => {
  const classified = { _tag: 'Classified', uid: 'a', solid: [], dangling: [], waiting: [] } as const

  it.each<readonly [string, Parameters<typeof ownerVote>[0], Vote]>([
    [
      'unknown where nobody classified them',
      undefined,
      { _tag: 'Unknown', reason: { _tag: 'OwnersUnknown', because: 'nobody classified its owner references' } },
    ],
    [
      'unknown where that failed',
      { _tag: 'Unclassified', uid: 'a', because: 'nobody serves it' },
      { _tag: 'Unknown', reason: { _tag: 'OwnersUnknown', because: 'nobody serves it' } },
    ],
    [
      'unknown where there are none',
      classified,
      { _tag: 'Unknown', reason: { _tag: 'OwnersUnknown', because: 'its classification names no owner' } },
    ],
    [
      'to keep for each that is there',
      { ...classified, solid: ['x', 'y'], dangling: ['z'] },
      { _tag: 'Keep', reason: { _tag: 'OwnersSolid', owners: 2 } },
    ],
    ['to collect where all are gone', { ...classified, dangling: ['x', 'y'], waiting: ['z'] }, ownersGone(2, 1, null)],
    ['to collect where the only one waits', { ...classified, waiting: ['z'] }, ownersGone(0, 1, null)],
  ])('is %s', (_what, standing, vote) => {
    expect(ownerVote(standing)).toEqual(vote)
  })
})

describe('the vote of finishing', () => {
  const ask = (missing: 'unknown' | 'observation', seen: { readonly finished: boolean; readonly at?: Date } | null) =>
    finishedVote('cluster', missing, seen === null ? undefined : () => seen, job('j', null))

  it('counts from the instant that the object tells', () => {
    expect(ask('unknown', { finished: true, at: noon })).toEqual({
      _tag: 'Collect',
      reason: { _tag: 'Finished', at: noon, from: 'cluster' },
      since: noon,
    })
  })

  it('counts from the first look, or not at all, where the object does not tell', () => {
    expect(ask('observation', { finished: true })).toEqual({
      _tag: 'Collect',
      reason: { _tag: 'Finished', from: 'cluster' },
      since: null,
    })
    expect(ask('unknown', { finished: true })).toEqual({ _tag: 'Unknown', reason: { _tag: 'FinishTimeUnknown' } })
  })

  it('keeps what still runs, and does not know where nobody looks', () => {
    expect(ask('unknown', { finished: false })).toEqual({
      _tag: 'Keep',
      reason: { _tag: 'NotFinished', from: 'cluster' },
    })
    expect(ask('unknown', null)).toEqual({ _tag: 'Unknown', reason: { _tag: 'FinishUnobserved' } })
  })
})
