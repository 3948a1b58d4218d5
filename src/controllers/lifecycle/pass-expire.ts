/**
 * Decides every object and its mark: needed again, undecided, waiting for its TTL, or expired.
 *
 * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Generic TTL-based Garbage Collection
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import { match, none, pipe } from '../../core/fp.js'
import type { Kept } from '../../core/plan.js'
import { instant } from '../../core/time.js'
import { byNumber, elementAt } from '../../internal/lists.js'
import type { WholeObject } from '../../apiserver/index.js'
import { type Target, targetOf } from '../../apiserver/object.js'
import type { Action } from './action.js'
import type { KeepReason } from './keep-reason.js'
import {
  type Candidate,
  type Timing,
  type PassInput,
  type Eligibility,
  endOf,
  hasPassed,
  passesAt,
  timingOf,
  deleteOf,
  markAddress,
} from './vote.js'
import type { Amendment, LifecycleFamily, Pass, Reason, Removal } from './reason.js'
import { type Resolution, groupKindText } from './rules.js'
import { type Mark, placesInOrder, kindOf, compareTargets } from './snapshot.js'

/** What the pass decided, and what it leaves for the capacities. */
export interface Expiry {
  readonly pass: Pass
  readonly candidates: ReadonlyArray<Candidate>
}

/** The pass over all objects. */
export const passExpire = (
  input: PassInput,
  eligibilityOf: (place: number) => Eligibility,
  rulesOf: (place: number) => Resolution,
): Expiry => {
  const removals: Removal[] = []
  const ends: number[] = []
  // Of what is kept at the same place.
  const amendments: (Amendment | null)[] = []
  const kept: Kept<LifecycleFamily>[] = []
  const candidates: Candidate[] = []
  const { snapshot, marks, wakes } = input
  const { objects } = snapshot
  for (let place = 0; place < objects.length; place++) {
    const object = elementAt(objects, place)
    const eligibility = eligibilityOf(place)
    const target = targetOf(object)
    const mark = marks.size === 0 ? undefined : marks.get(object.metadata.uid)
    const counting = mark !== undefined && mark.epoch === input.epoch ? mark : undefined
    if (eligibility._tag !== 'Candidate') {
      kept.push({ target, reasons: eligibility.reasons })
      amendments.push(mark === undefined ? null : clearing(input, object, target, eligibility, counting, mark))
      continue
    }
    const timing = timingOf(snapshot.at, eligibility.since, counting)
    const rules = rulesOf(place)
    const decided = decide(input, object, target, timing, rules, eligibility.reasons)
    if ('actions' in decided) {
      removals.push(decided)
      ends.push(endOf(timing.since, rules.ttlSeconds?.value ?? 0))
      continue
    }
    // What is deleted at once needs no mark: the next run finds the same instant, or the TTL is zero.
    amendments.push(timing.isNew ? marking(input, object, target, timing, mark) : null)
    kept.push(decided)
    candidates.push({ place, object, timing, rules })
    if (timing.ahead === null) continue
    // If its kind has a limit, its rank among the candidates changes by then.
    if (isLimited(input, object)) wakes.decided(timing.ahead)
    else wakes.said(timing.ahead, object.metadata.uid)
  }
  const order = placesInOrder(kept)
  return {
    pass: {
      name: 'expire',
      ...unbound,
      removals: byEnd(removals, ends),
      amendments: order.flatMap((place) => amendments[place] ?? []),
      kept: order.map((place) => elementAt(kept, place)),
    },
    candidates,
  }
}

const isLimited = ({ policy: { capacities } }: PassInput, object: WholeObject): boolean =>
  capacities.some((capacity) => groupKindText(capacity) === kindOf(object))

/** Objects are independent: a failure doesn't end the pass. */
export const unbound: Pick<Pass, 'observesAgain' | 'goal' | 'onFailure' | 'reserve' | 'events' | 'refusal'> = {
  observesAgain: false,
  goal: { _tag: 'RemoveAll' },
  onFailure: 'continue',
  reserve: [],
  events: [],
  refusal: none,
}

const nothing: ReadonlyArray<Target> = []

const noWaits: ReadonlyArray<KeepReason> = []

const decide = (
  input: PassInput,
  object: WholeObject,
  target: Target,
  timing: Timing,
  { ttlSeconds }: Resolution,
  votes: RNEA.ReadonlyNonEmptyArray<Reason>,
): Removal | Kept<LifecycleFamily> => {
  const { ahead } = timing
  const waits: ReadonlyArray<KeepReason> = ahead === null ? noWaits : [{ _tag: 'ClockAhead', since: ahead }]
  return pipe(
    deleteOf(input, object),
    match(
      (reason): Removal | Kept<LifecycleFamily> => ({ target, reasons: [reason, ...waits] }),
      (deletion) => decideByTtl(input, target, timing, ttlSeconds, waits, votes, deletion),
    ),
  )
}

/** An object that can be deleted goes when its time to live is over. */
const decideByTtl = (
  input: PassInput,
  target: Target,
  { since, moves, ahead }: Timing,
  ttlSeconds: Resolution['ttlSeconds'],
  waits: ReadonlyArray<KeepReason>,
  votes: RNEA.ReadonlyNonEmptyArray<Reason>,
  deletion: Action,
): Removal | Kept<LifecycleFamily> => {
  if (ttlSeconds === undefined) return { target, reasons: nonEmpty(waits, { _tag: 'NoTtl', since }) }
  const { value, from } = ttlSeconds
  if (hasPassed(input.snapshot.at, since, value))
    return {
      target,
      actions: [deletion],
      reasons: withVotes({ _tag: 'TtlExpired', since, ttlSeconds: value, from }, votes),
      requires: nothing,
      frees: 0,
    }
  const counted = moves ? ahead : since
  const due = counted === null ? null : passesAt(counted, value)
  if (due !== null) input.wakes.decided(due)
  return {
    target,
    reasons: nonEmpty(waits, {
      _tag: 'TtlRunning',
      since,
      ttlSeconds: value,
      from,
      until: instant(endOf(since, value)),
    }),
  }
}

/** Most objects have one vote; a spread list would reserve memory for more. */
const withVotes = (first: Reason, votes: RNEA.ReadonlyNonEmptyArray<Reason>): RNEA.ReadonlyNonEmptyArray<Reason> =>
  votes.length === 1 ? [first, votes[0]] : [first, ...votes]

const nonEmpty = (first: ReadonlyArray<KeepReason>, last: KeepReason): RNEA.ReadonlyNonEmptyArray<KeepReason> => {
  const [head, ...rest] = first
  return head === undefined ? [last] : [head, ...rest, last]
}

const marking = (
  input: PassInput,
  object: WholeObject,
  target: Target,
  timing: Timing,
  before: Mark | undefined,
): Amendment => {
  const { since, moves } = timing
  return {
    target,
    actions: [
      {
        _tag: 'SetMark',
        object: markAddress(object),
        mark: { uid: object.metadata.uid, since, epoch: input.epoch ?? '' },
      },
    ],
    reasons: [
      before === undefined
        ? { _tag: 'BecameCandidate', since, known: !moves }
        : { _tag: 'BecameCandidate', since, known: !moves, replaces: before.epoch },
    ],
    requires: nothing,
  }
}

/** A mark goes when its object is needed again, or when all marks are to go. */
const clearing = (
  input: PassInput,
  object: WholeObject,
  target: Target,
  eligibility: Exclude<Eligibility, { readonly _tag: 'Candidate' }>,
  counting: Mark | undefined,
  any: Mark,
): Amendment | null => {
  const { period } = input.policy
  const action = { _tag: 'ClearMark', object: markAddress(object), uid: object.metadata.uid } as const
  if (period._tag === 'Disabled')
    return period.marks === 'leave'
      ? null
      : {
          target,
          actions: [action],
          reasons: [{ _tag: 'PeriodOver', since: any.since, epoch: any.epoch }],
          requires: nothing,
        }
  return counting === undefined || eligibility._tag === 'Undecided'
    ? null
    : {
        target,
        actions: [action],
        reasons: [{ _tag: 'LeftCandidacy', since: counting.since, because: eligibility.reasons[0] }],
        requires: nothing,
      }
}

/** Removals by the end of their TTL (milliseconds, by index), then by target. */
const byEnd = (removals: ReadonlyArray<Removal>, ends: ReadonlyArray<number>): ReadonlyArray<Removal> =>
  byNumber(removals, Float64Array.from(ends), (a, b) => compareTargets(a.target, b.target))
