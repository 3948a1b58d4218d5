/**
 * Digests of plans and decisions. Two plans with the same digest do the same; reasons, times and sizes are left out.
 */
import { type Amendment, amendmentsOf } from '../core/amendment.js'
import * as option from '../core/option.js'
import type { Family, Pass, Plan, Removal } from '../core/plan.js'
import { canonicalJson } from '../internal/canonical-json.js'
import { sha256 } from '../internal/sha-256.js'
import { refOf } from './tally.js'

/**
 * The digest of a plan: SHA-256 over what would be attempted, as canonical JSON (RFC 8785).
 *
 * Shape: passes with name, `onFailure` and refusal; their amendments, removals and reserve, each with tag and id of its
 * target, actions with preconditions, and requirements. Excludes times, reasons, kept targets, bytes, events,
 * assumptions and other fields of targets, such as tags.
 * Order: matters.
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
 * console.log(digest(plan) === digest({ ...plan, at: new Date('2026-01-02T12:00:00Z') })) // true
 * ```
 */
export const digest = <F extends Family>(plan: Plan<F>): string =>
  sha256(canonicalJson({ kind: 'gcplan/plan-digest', version: 1, passes: plan.passes.map(passOf) }))

const passOf = <F extends Family>(pass: Pass<F>): object => ({
  name: pass.name,
  observesAgain: pass.observesAgain,
  onFailure: pass.onFailure,
  goal: pass.goal._tag,
  refused: option.isSome(pass.refusal),
  amendments: amendmentsOf(pass).map(inPlan),
  removals: pass.removals.map(inPlan),
  reserve: pass.reserve.map(inPlan),
})

const inPlan = <F extends Family>({ target, actions, requires }: Removal<F> | Amendment<F>): object => ({
  target: refOf(target),
  actions,
  requires: requires.map(refOf),
})

/** The digest of one removal or amendment: of its target, by tag and id, and of its actions, preconditions included. */
export const digestOf = (
  what: 'removal' | 'amendment',
  { target, actions }: Pick<Removal<Family>, 'target' | 'actions'>,
): string => sha256(canonicalJson({ kind: `gcplan/${what}-digest`, version: 1, target: refOf(target), actions }))
