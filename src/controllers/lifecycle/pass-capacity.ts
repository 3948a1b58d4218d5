/**
 * Candidates over the limit of their kind. Objects in use don't count, a running TTL is never cut short, and retained
 * objects count as kept even if the limit is then exceeded.
 *
 * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Generic Capacity-based Garbage Collection
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import { match, pipe } from '../../core/fp.js'
import type { Kept } from '../../core/plan.js'
import { instant, lastInstant } from '../../core/time.js'
import { elementAt, groupBy, compareText } from '../../internal/lists.js'
import { targetOf } from '../../apiserver/object.js'
import { type Capacity, type Demand, hardLimits, shares } from './capacity.js'
import type { KeepReason } from './keep-reason.js'
import { unbound } from './pass-expire.js'
import { type Candidate, type PassInput, endOf, hasPassed, passesAt, deleteOf } from './vote.js'
import type { LifecycleFamily, Pass, Reason, Removal } from './reason.js'
import { groupKindText } from './rules.js'
import { inOrder, kindOf, placeOf } from './snapshot.js'

/** The pass over candidates of the kinds that have a limit. */
export const passCapacity = (
  input: PassInput,
  candidates: ReadonlyArray<Candidate>,
  votesOf: (place: number) => RNEA.ReadonlyNonEmptyArray<Reason>,
): Pass => {
  const removals: Removal[] = []
  const kept: Kept<LifecycleFamily>[] = []
  const { capacities } = input.policy
  const byKind =
    capacities.length === 0 ? new Map<string, Candidate[]>() : groupBy(({ object }) => kindOf(object), candidates)
  for (const capacity of capacities)
    for (const { candidate, decision } of decideKind(input, capacity, byKind.get(groupKindText(capacity)) ?? [])) {
      const target = targetOf(candidate.object)
      if (decision._tag === 'Stays') kept.push({ target, reasons: [decision.reason] })
      else
        removals.push({
          target,
          actions: [decision.action],
          reasons: [decision.reason, ...votesOf(candidate.place)],
          requires: [],
          frees: 0,
        })
    }
  return { name: 'capacity', ...unbound, removals, amendments: [], kept: inOrder(kept) }
}

type Decision =
  | { readonly _tag: 'Stays'; readonly reason: KeepReason }
  | { readonly _tag: 'Goes'; readonly reason: Reason; readonly action: LifecycleFamily['Action'] }

interface Decided {
  readonly candidate: Candidate
  readonly decision: Decision
}

/** Removals of one kind come in order: the namespace with the oldest first, in it the oldest first. */
const decideKind = (
  input: PassInput,
  capacity: Capacity,
  candidates: ReadonlyArray<Candidate>,
): ReadonlyArray<Decided> => {
  const namespaces = [...groupBy(({ object }) => placeOf(object), candidates)].map(([namespace, mine]) => ({
    namespace,
    newestFirst: mine.sort(compareNewestFirst),
  }))
  const limits = sharesOf(input, capacity, candidates.length, namespaces)
  const decided = namespaces.map(({ namespace, newestFirst }, index) => {
    const share = elementAt(limits, index)
    const all = newestFirst.map((candidate, rank): Decided => {
      const facts = { limit: capacity.limit, candidates: candidates.length, rank: rank + 1, share }
      return {
        candidate,
        decision:
          rank < share
            ? { _tag: 'Stays', reason: { _tag: 'WithinCapacity', ...facts } }
            : decideOver(input, candidate, { _tag: 'OverCapacity', ...facts }),
      }
    })
    const going = all.filter(({ decision }) => decision._tag === 'Goes').reverse()
    return { namespace, all, going, oldest: going[0]?.candidate.timing.since.getTime() ?? 0 }
  })
  decided.sort((a, b) => a.oldest - b.oldest || compareText(a.namespace, b.namespace))
  return [
    ...decided.flatMap(({ going }) => going),
    ...decided.flatMap(({ all }) => all.filter(({ decision }) => decision._tag === 'Stays')),
  ]
}

const decideOver = (input: PassInput, candidate: Candidate, over: Reason): Decision =>
  pipe(
    deleteOf(input, candidate.object),
    match(
      (reason): Decision => ({ _tag: 'Stays', reason }),
      (action) => decideByRetention(input, candidate, over, action),
    ),
  )

/** An object that can be deleted stays while its time to live runs, and while it is retained. */
const decideByRetention = (
  input: PassInput,
  { timing, rules }: Candidate,
  reason: Reason,
  action: LifecycleFamily['Action'],
): Decision => {
  const { since } = timing
  if (rules.ttlSeconds !== undefined) {
    const { value, from } = rules.ttlSeconds
    return {
      _tag: 'Stays',
      reason: { _tag: 'TtlRunning', since, ttlSeconds: value, from, until: instant(endOf(since, value)) },
    }
  }
  const retention = rules.minRetentionSeconds?.value ?? 0
  if (hasPassed(input.snapshot.at, since, retention)) return { _tag: 'Goes', reason, action }
  const over = timing.moves ? null : passesAt(since, retention)
  if (over !== null) input.wakes.decided(over)
  return { _tag: 'Stays', reason: { _tag: 'RetentionRunning', since, until: instant(endOf(since, retention)) } }
}

/** A mark that is set now is newer than any other, even one in the future because clocks disagree. */
const newest = lastInstant.getTime() + 1

const rankOf = ({ timing }: Candidate): number => (timing.moves ? newest : timing.since.getTime())

const compareNewestFirst = (a: Candidate, b: Candidate): number =>
  rankOf(b) - rankOf(a) ||
  (b.object.metadata.creationTimestamp?.getTime() ?? 0) - (a.object.metadata.creationTimestamp?.getTime() ?? 0) ||
  compareText(b.object.metadata.name, a.object.metadata.name) ||
  compareText(b.object.metadata.uid, a.object.metadata.uid)

const sharesOf = (
  input: PassInput,
  capacity: Capacity,
  total: number,
  namespaces: ReadonlyArray<{ readonly namespace: string; readonly newestFirst: ReadonlyArray<Candidate> }>,
): ReadonlyArray<number> => {
  if (total <= capacity.limit) return namespaces.map(({ newestFirst }) => newestFirst.length)
  const hard = hardLimits(capacity, input.scopes.scopes, input.snapshot.objects)
  const weigh = weights(capacity, hard)
  return shares(
    capacity.limit,
    namespaces.map(({ namespace, newestFirst }): Demand => ({
      namespace,
      candidates: newestFirst.length,
      weight: weigh(namespace),
      cap: hard.get(namespace) ?? newestFirst.length,
      nextSince: (kept) => {
        const next = newestFirst[kept]
        return next === undefined ? 0 : rankOf(next)
      },
    })),
  )
}

const weights = ({ share }: Capacity, hard: ReadonlyMap<string, number>): ((namespace: string) => number) => {
  switch (share._tag) {
    case 'Equal':
      return () => 1
    case 'Weights': {
      const stated = new Map(share.weights.map(({ namespace, weight }) => [namespace, weight]))
      return (namespace) => stated.get(namespace) ?? share.others
    }
    case 'Quotas': {
      const heaviest = [...hard.values()].reduce((most, limit) => Math.max(most, limit), 1)
      return (namespace) => Math.max(hard.get(namespace) ?? heaviest, 1)
    }
  }
}
