/** Approvals: recording exactly what was approved, and checking later plans against it. */
import { addTo } from '../internal/lists.js'
import type { either as E } from 'fp-ts'

import type { Admit } from '../core/admission.js'
import { amendmentsOf } from '../core/amendment.js'
import { pipe } from '../core/function.js'
import * as either from '../core/either.js'
import * as option from '../core/option.js'
import type { Family, Plan } from '../core/plan.js'
import { targetKey } from '../core/target.js'
import { type Span, between } from '../core/time.js'
import { digest, digestOf } from './digest.js'
import { type Guard, type Guarded, asGuarded, refused } from './guard.js'
import { type Judged, withhold } from './withhold.js'
import type { Protection, TargetRef } from './protection.js'
import type { Refusals } from './refusal.js'
import { aSpan, anInstant, invalidSettings, spanOf } from './setting.js'
import { refOf } from './tally.js'

/** One approved removal or amendment. */
export interface Approved {
  readonly what: 'removal' | 'amendment'
  readonly target: TargetRef
  /** Over the target and its actions, preconditions included. */
  readonly digest: string
}

/** What was approved; plain data, which `gcplan/document` reads and writes. */
export interface Approval {
  /** The digest of the plan. */
  readonly digest: string
  /** The instant of the plan. */
  readonly at: Date
  /** In plan order. */
  readonly approved: ReadonlyArray<Approved>
}

/** Whether the reserve is approved too. */
export type ApprovalExtent = 'planned' | 'with-reserve'

/**
 * Approves everything that a plan does if nothing fails, optionally with its reserve.
 *
 * @example
 * ```ts
 * import type { Family, Plan } from 'gcplan'
 * import { removalsOf } from 'gcplan'
 * import { option as O } from 'fp-ts'
 * import { approve, approvedOnly } from 'gcplan/guard'
 *
 * const planOf = (...versions: ReadonlyArray<string>): Plan<Family> => ({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   passes: [
 *     {
 *       name: 'delete',
 *       observesAgain: false,
 *       goal: { _tag: 'RemoveAll' },
 *       onFailure: 'continue',
 *       removals: versions.map((resourceVersion, index) => ({
 *         target: { _tag: 'Object', id: `uid-${index}` },
 *         actions: [{ _tag: 'Delete', preconditions: { resourceVersion } }],
 *         reasons: [{ _tag: 'OwnersAbsent' }],
 *         requires: [],
 *         frees: 0,
 *       })),
 *       reserve: [],
 *       kept: [],
 *       events: [],
 *       refusal: O.none,
 *     },
 *   ],
 *   wakeAt: O.none,
 *   assumptions: [],
 * })
 *
 * const approval = approve(planOf('1', '1'))
 * const later = approvedOnly(approval)(planOf('1', '2', '1'))
 * if (later._tag === 'Right') {
 *   console.log(removalsOf(later.right).map(({ target }) => target.id)) // [ 'uid-0' ]
 *   console.log(later.right.passes[0].kept.map(({ reasons }) => reasons[0]._tag)) // [ 'Moved', 'NotApproved' ]
 * }
 * ```
 */
export const approve = <F extends Family>(plan: Plan<F>, extent: ApprovalExtent = 'planned'): Approval => ({
  digest: digest(plan),
  at: plan.at,
  approved: plan.passes.flatMap((pass) => [
    ...amendmentsOf(pass).map((amendment) => approvedOf('amendment', amendment)),
    ...pass.removals.map((removal) => approvedOf('removal', removal)),
    ...(extent === 'planned' ? [] : pass.reserve.map((removal) => approvedOf('removal', removal))),
  ]),
})

const approvedOf = (what: Approved['what'], decided: Pick<Judged<Family>, 'target' | 'actions'>): Approved => ({
  what,
  target: refOf(decided.target),
  digest: digestOf(what, decided),
})

/** Why an approval does not cover something. */
export type ApprovalRefusal = Extract<Protection, { readonly _tag: 'NotApproved' | 'Moved' }>

type Covers = (
  what: Approved['what'],
  decided: Pick<Judged<Family>, 'target' | 'actions'>,
) => E.Either<ApprovalRefusal, unknown>

/** Checks whether an approval covers exactly this removal or amendment. */
const coverageOf = ({ approved }: Approval): Covers => {
  const digests = new Map<string, string[]>()
  for (const { what, target, digest: found } of approved) {
    const key = `${what} ${targetKey(target)}`
    addTo(digests, key, found)
  }
  // The executor asks before every call.
  const found = new WeakMap<object, string>()
  const digestNow = (what: Approved['what'], decided: Pick<Judged<Family>, 'target' | 'actions'>): string => {
    const before = found.get(decided)
    if (before !== undefined) return before
    const now = digestOf(what, decided)
    found.set(decided, now)
    return now
  }
  return (what, decided) => {
    const known = digests.get(`${what} ${targetKey(decided.target)}`)
    if (known === undefined) return either.left({ _tag: 'NotApproved' })
    const found = digestNow(what, decided)
    return known.includes(found) ? either.right(undefined) : either.left({ _tag: 'Moved', approved: known, found })
  }
}

/**
 * Keeps everything that an approval does not cover exactly: target, actions and preconditions. Nothing is selected
 * instead.
 */
export const approvedOnly = (approval: Approval): Guard => {
  const covers = coverageOf(approval)
  return <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> =>
    either.right(
      withhold<F>((judged) => either.match(option.some, () => option.none)(covers(judged.what, judged)), 'stays')(plan),
    )
}

/**
 * An admission check for execution: admits exactly what an approval covers, also in passes that were planned again and
 * for reserve entries.
 *
 * Fails: with `NotApproved`, or `Moved` if a precondition or another part of an action differs.
 */
export const admitApproved = (approval: Approval): Admit<Family> => {
  const covers = coverageOf(approval)
  return (proposal) =>
    proposal._tag === 'Remove' ? covers('removal', proposal.removal) : covers('amendment', proposal.amendment)
}

/**
 * Passes a plan that was approved as a whole even if the guard refuses it: an exception for one plan, not a higher
 * limit. The guard may still keep single targets.
 */
export const unlessApproved =
  (approval: Approval) =>
  <T extends TargetRef>(guard: Guard<T>): Guard<T> =>
  <F extends Family & { readonly Target: T }>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> =>
    pipe(
      guard(plan),
      either.orElse((refusals) =>
        digest(plan) === approval.digest ? either.right(asGuarded(plan)) : either.left(refusals),
      ),
    )

/** Refuses every plan if the approval is too old, or dated in the future. */
export const maxApprovalAge =
  (maxAge: Span) =>
  (now: Date) =>
  ({ at }: Approval): Guard =>
  <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
    const limit = spanOf(maxAge)
    const settings = { maxAge: [limit, aSpan], now: [now, anInstant], at: [at, anInstant] } as const
    const invalid = refused(invalidSettings('maxApprovalAge', settings))
    if (invalid !== null) return invalid
    const age = between(at, now)
    return age > limit || age < 0
      ? either.left([{ _tag: 'ApprovalTooOld', at, age, limit }])
      : either.right(asGuarded(plan))
  }
