/**
 * Digests of plans and decisions. Two plans with the same digest do the same, whatever fails; reasons and times are left out, and
 * sizes where no goal counts them.
 */
import type { either as E } from 'fp-ts'

import { type Family, type Pass, type Plan, type Removal, amendmentsOf } from '../core/plan.js'
import * as fp from '../core/fp.js'
import type { InvalidInput } from '../core/problem.js'
import { canonicalJson } from '../internal/canonical-json.js'
import { notPlainJson } from '../internal/plain-json.js'
import { sha256 } from '../internal/sha-256.js'
import { refOf } from './tally.js'

/**
 * The digest of a plan: SHA-256 over what would be attempted, as canonical JSON (RFC 8785).
 *
 * Shape: passes with name, `onFailure`, goal and refusal; their amendments, removals and reserve, each with tag and id of its
 * target, actions with preconditions, and requirements. A goal of bytes counts with its figure and with what each removal frees,
 * which decide when the pass stops. Excludes times, reasons, kept targets, events, assumptions, other sizes, and other fields of
 * targets, such as tags.
 * Order: matters.
 * Fails: `InvalidInput` where an action or an id is not plain JSON (NaN, a bigint, a Map, ...), since no text stands for it alone.
 *
 * @example
 * ```ts
 * import type { Family, Plan } from 'gcplan'
 * import { option as O } from 'fp-ts'
 * import { digest } from 'gcplan/guard'
 *
 * const plan: Plan<Family> = {
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   passes: [
 *     {
 *       name: 'age',
 *       observesAgain: false,
 *       goal: { _tag: 'RemoveAll' },
 *       onFailure: 'finish-pass',
 *       removals: [],
 *       reserve: [],
 *       kept: [],
 *       events: [],
 *       refusal: O.none,
 *     },
 *   ],
 *   wakeAt: O.none,
 *   assumptions: [],
 * }
 * const [today, tomorrow] = [plan, { ...plan, at: new Date('2026-01-02T12:00:00Z') }].map(digest)
 * if (today?._tag === 'Right' && tomorrow?._tag === 'Right') console.log(today.right === tomorrow.right) // true
 * ```
 */
export const digest = <F extends Family>(plan: Plan<F>): E.Either<InvalidInput, string> =>
  digestOfPlain('plan', { kind: 'gcplan/plan-digest', version: 1, passes: plan.passes.map(passOf) })

const passOf = <F extends Family>(pass: Pass<F>): object => ({
  name: pass.name,
  observesAgain: pass.observesAgain,
  onFailure: pass.onFailure,
  goal: pass.goal,
  refused: fp.isSome(pass.refusal),
  amendments: amendmentsOf(pass).map(inPlan),
  removals: pass.removals.map(inPass(pass)),
  reserve: pass.reserve.map(inPass(pass)),
})

/** What a removal frees decides nothing where all of them go. */
const inPass =
  <F extends Family>({ goal }: Pass<F>) =>
  (removal: Removal<F>): object =>
    goal._tag === 'RemoveAll' ? inPlan(removal) : { ...inPlan(removal), frees: removal.frees }

const inPlan = ({ target, actions, requires }: DecidedCalls): object => ({
  target: refOf(target),
  actions,
  requires: requires.map(refOf),
})

/** A removal or an amendment, as far as it says what is done. */
export type DecidedCalls = Pick<Removal<Family>, 'target' | 'actions' | 'requires'>

/**
 * The digest of one removal or amendment: of its target, by tag and id, of its actions, preconditions included, and of what has
 * to be done before it.
 *
 * Fails: `InvalidInput` where a part of it is not plain JSON.
 */
export const digestOf = (what: 'removal' | 'amendment', decided: DecidedCalls): E.Either<InvalidInput, string> =>
  digestOfPlain(what, { kind: `gcplan/${what}-digest`, version: 1, ...inPlan(decided) })

const digestOfPlain = (source: string, content: object): E.Either<InvalidInput, string> => {
  const problem = notPlainJson(content)
  return problem === null
    ? fp.right(sha256(canonicalJson(content)))
    : fp.left({ _tag: 'InvalidInput', source, problems: [problem] })
}
