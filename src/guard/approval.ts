/** Approvals: recording exactly what was approved, and checking later plans against it. */
import { addTo } from '../internal/lists.js'
import type { either as E } from 'fp-ts'

import type { Admit } from '../core/admission.js'
import { type Family, type Pass, type Plan, amendmentsOf } from '../core/plan.js'
import * as fp from '../core/fp.js'
import type { InvalidInput } from '../core/problem.js'
import { targetKey } from '../core/target.js'
import { type Span, between } from '../core/time.js'
import { type DecidedCalls, digest, digestOf } from './digest.js'
import { type Guard, type Guarded, asGuarded } from './guard.js'
import { asked, guarding } from './guarding.js'
import { withhold } from './withhold.js'
import type { Protection, TargetRef } from './protection.js'
import type { Refusals } from './refusal.js'
import { aFunction, aSpan, anInstant, fieldOf, listing, neededSpan, spanOf } from './setting.js'
import { refOf } from './tally.js'

/** One approved removal or amendment. */
export interface Approved {
  readonly what: 'removal' | 'amendment'
  readonly target: TargetRef
  /** Over the target, its actions with their preconditions, and what it requires. */
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
 * Fails: `InvalidInput` where a part of what would be done is not plain JSON.
 *
 * @example
 * ```ts
 * import type { Family, Pass, Plan } from 'gcplan'
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
 * if (approval._tag === 'Left') throw new Error(approval.left.problems[0].path)
 * const later = approvedOnly(approval.right)(planOf('1', '2', '1'))
 * if (later._tag === 'Right') {
 *   console.log(removalsOf(later.right).map(({ target }) => target.id)) // [ 'uid-0' ]
 *   console.log(later.right.passes[0].kept.map(({ reasons }) => reasons[0]._tag)) // [ 'Moved', 'NotApproved' ]
 * }
 * ```
 */
export const approve = <F extends Family>(
  plan: Plan<F>,
  extent: ApprovalExtent = 'planned',
): E.Either<InvalidInput, Approval> =>
  fp.pipe(
    digest(plan),
    fp.flatMap((found) =>
      fp.pipe(
        fp.traverseArray(approvedOf)(plan.passes.flatMap((pass) => withinExtent(extent, pass))),
        fp.map((approved): Approval => ({ digest: found, at: plan.at, approved })),
      ),
    ),
  )

type Part = readonly [what: Approved['what'], decided: DecidedCalls]

const withinExtent = <F extends Family>(extent: ApprovalExtent, pass: Pass<F>): ReadonlyArray<Part> => [
  ...amendmentsOf(pass).map((amendment): Part => ['amendment', amendment]),
  ...pass.removals.map((removal): Part => ['removal', removal]),
  ...(extent === 'planned' ? [] : pass.reserve.map((removal): Part => ['removal', removal])),
]

const approvedOf = ([what, decided]: Part): E.Either<InvalidInput, Approved> =>
  fp.pipe(
    digestOf(what, decided),
    fp.map((found) => ({ what, target: refOf(decided.target), digest: found })),
  )

/** Why an approval does not cover something. */
export type ApprovalRefusal = Extract<Protection, { readonly _tag: 'NotApproved' | 'Moved' }>

type Covers = (what: Approved['what'], decided: DecidedCalls) => E.Either<ApprovalRefusal, unknown>

/** Checks whether an approval covers exactly this removal or amendment, as it is at the moment of the question. */
const coverageOf = ({ approved }: Approval): Covers => {
  const digests = new Map<string, string[]>()
  for (const { what, target, digest: found } of approved) addTo(digests, `${what} ${targetKey(target)}`, found)
  return (what, decided) => {
    const known = digests.get(`${what} ${targetKey(decided.target)}`)
    if (known === undefined) return fp.left({ _tag: 'NotApproved' })
    return fp.pipe(
      digestOf(what, decided),
      fp.match(
        () => fp.left({ _tag: 'NotApproved' }),
        (found): E.Either<ApprovalRefusal, unknown> =>
          known.includes(found) ? fp.right(undefined) : fp.left({ _tag: 'Moved', approved: known, found }),
      ),
    )
  }
}

/**
 * Keeps everything that an approval does not cover exactly: target, actions and preconditions. Nothing is selected
 * instead.
 */
export const approvedOnly = (approval: Approval): Guard =>
  guarding(
    'approvedOnly',
    () => ({ approval: [approval, anApproval] }),
    <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
      const covers = coverageOf(approval)
      return fp.right(
        withhold<F>((judged) => fp.match(fp.some, () => fp.none)(covers(judged.what, judged)), 'stays')(plan),
      )
    },
  )

const anApproval = listing('an approval', 'approved')

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
    guarding<T>(
      'unlessApproved',
      () => ({ approval: [approval, anApproval], guard: [guard, aFunction] }),
      <F extends Family & { readonly Target: T }>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> =>
        fp.pipe(
          asked(guard)(plan),
          fp.orElse((refusals) => (isWhole(approval, plan) ? fp.right(asGuarded(plan)) : fp.left(refusals))),
        ),
    )

const isWhole = <F extends Family>(approval: Approval, plan: Plan<F>): boolean =>
  fp.pipe(
    digest(plan),
    fp.match(
      () => false,
      (found) => found === approval.digest,
    ),
  )

/** Refuses every plan if the approval is too old, or dated in the future. */
export const maxApprovalAge =
  (maxAge: Span) =>
  (now: Date) =>
  (approval: Approval): Guard =>
    guarding(
      'maxApprovalAge',
      () => ({
        maxAge: [neededSpan(maxAge), aSpan],
        now: [now, anInstant],
        at: [fieldOf(approval, 'at'), anInstant],
      }),
      <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
        const { at } = approval
        const limit = spanOf(maxAge)
        const age = between(at, now)
        return age > limit || age < 0
          ? fp.left([{ _tag: 'ApprovalTooOld', at, age, limit }])
          : fp.right(asGuarded(plan))
      },
    )
