/** The rows of a plan before layout: one per target and pass, in plan order, with its sentences. */
import { type Amendment, type Kept, type Pass, type Plan, type Removal, amendmentsOf } from '../../core/plan.js'
import { targetKey } from '../../core/target.js'
import { safeText } from '../../internal/safe-text.js'
import type { Row } from './model.js'
import { type Decision, type Listing, type Spoken, type Wording, allDecisions } from './wording.js'

/** The rows of one pass: removals, reserve, amendments, kept; all text is safe to print. */
export const rowsOf =
  <R, T>({ explain, label = () => '' }: Wording<R, T>, { decisions = allDecisions }: Listing) =>
  <F extends Spoken<R, T>>(pass: Pass<F>): ReadonlyArray<Row> => {
    const row = (decision: Decision, of: Removal<F> | Amendment<F> | Kept<F>): Row => {
      const reasons = of.reasons as ReadonlyArray<R & { readonly _tag: string }>
      return {
        pass: safeText(pass.name),
        decision,
        kind: safeText(of.target._tag),
        id: safeText(of.target.id),
        label: safeText(label(of.target)),
        frees: 'frees' in of ? of.frees : null,
        actions: 'actions' in of ? of.actions.map((action) => safeText(action._tag)) : [],
        sentences: reasons.map((reason) => safeText(explain(reason))),
        reasons: reasons.map(({ _tag }) => safeText(_tag)),
      }
    }
    const lists = { remove: pass.removals, next: pass.reserve, amend: amendmentsOf(pass), keep: pass.kept }
    return allDecisions
      .filter((decision) => decisions.includes(decision))
      .flatMap((decision) => lists[decision].map((of) => row(decision, of)))
  }

/**
 * The number of targets per decision, each counted once: removed wins over next, next over kept. Amended targets are
 * counted separately.
 */
export const countTargets = <F extends Spoken<unknown, unknown>>(
  plan: Plan<F>,
): { readonly [D in Decision]: number } => {
  const removed = identities(plan.passes.flatMap((pass) => pass.removals))
  const next = identities(plan.passes.flatMap((pass) => pass.reserve))
  const kept = identities(plan.passes.flatMap((pass) => pass.kept))
  const amended = identities(plan.passes.flatMap((pass) => amendmentsOf(pass)))
  const nextOnly = [...next].filter((identity) => !removed.has(identity))
  const keptOnly = [...kept].filter((identity) => !removed.has(identity) && !next.has(identity))
  return { remove: removed.size, next: nextOnly.length, amend: amended.size, keep: keptOnly.length }
}

const identities = (
  decided: ReadonlyArray<{ readonly target: { readonly _tag: string; readonly id: string } }>,
): ReadonlySet<string> => new Set(decided.map(({ target }) => targetKey(target)))
