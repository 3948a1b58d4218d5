/** The rows of a plan before layout: one per target and pass, in plan order, with its sentences. */
import { type Amendment, type Kept, type Pass, type Plan, type Removal, amendmentsOf } from '../core/plan.js'
import type { Int64 } from '../core/int64.js'
import { type Decision, type Layout, type Spoken, type Wording, allDecisions } from './options.js'
import { safeText } from '../internal/safe-text.js'

/** The decision of one pass about one target. */
export interface Row {
  readonly pass: string
  readonly decision: Decision
  readonly kind: string
  readonly id: string
  /** A name for the reader; may be empty. */
  readonly label: string
  /** Null for a target that is kept. */
  readonly frees: Int64 | null
  /** Tags of the actions, in order. */
  readonly actions: ReadonlyArray<string>
  readonly sentences: ReadonlyArray<string>
}

/** True for a row that frees bytes; the count is zero if the component does not count bytes. */
export const freesBytes = (row: Row): row is Row & { readonly frees: Int64 } => row.frees !== null && row.frees !== 0

/** The rows of one pass: removals, reserve, amendments, kept; all text is safe to print. */
export const rowsOf =
  <R, T>(wording: Wording<R, T>, layout: Layout) =>
  <F extends Spoken<R, T>>(pass: Pass<F>): ReadonlyArray<Row> => {
    const { label = () => '' } = wording
    const row = (decision: Decision, of: Removal<F> | Amendment<F> | Kept<F>): Row => ({
      pass: safeText(pass.name),
      decision,
      kind: safeText(of.target._tag),
      id: safeText(of.target.id),
      label: safeText(label(of.target)),
      frees: 'frees' in of ? of.frees : null,
      actions: 'actions' in of ? of.actions.map((action) => safeText(action._tag)) : [],
      sentences: (of.reasons as ReadonlyArray<R>).map((reason) => safeText(wording.explain(reason))),
    })
    const lists = { remove: pass.removals, next: pass.reserve, amend: amendmentsOf(pass), keep: pass.kept }
    return allDecisions
      .filter((decision) => (layout.decisions ?? allDecisions).includes(decision))
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
): ReadonlySet<string> => new Set(decided.map(({ target }) => `${target._tag} ${target.id}`))
