/** The rows of a plan before layout: one per target and pass, in plan order, with its sentences. */
import { type Amendment, type Kept, type Pass, type Plan, type Removal, amendmentsOf } from '../../core/plan.js'
import { targetKey } from '../../core/target.js'
import { safeText } from '../../internal/safe-text.js'
import type { Row } from './model.js'
import { type Decision, type Listing, type Spoken, type Wording, allDecisions } from './wording.js'

/** The rows of one pass: removals, reserve, amendments, kept; all text is safe to print. */
export const rowsOf =
  <R, T>(wording: Wording<R, T>, listing: Listing) =>
  <F extends Spoken<R, T>>(pass: Pass<F>): ReadonlyArray<Row> => [...eachRowOf(wording, listing)(pass)]

/** The same rows, each made when it is asked for, for whoever has no need of all at once. */
export const eachRowOf =
  <R, T>({ explain, label = () => '' }: Wording<R, T>, { decisions = allDecisions }: Listing) =>
  <F extends Spoken<R, T>>(pass: Pass<F>): Iterable<Row> => {
    const name = safeText(pass.name)
    const sayReasons = likeBefore((reasons: ReadonlyArray<R & { readonly _tag: string }>) => ({
      sentences: reasons.map((reason) => safeText(explain(reason))),
      reasons: reasons.map(({ _tag }) => safeText(_tag)),
    }))
    const row = (decision: Decision, of: Removal<F> | Amendment<F> | Kept<F>): Row => {
      const { sentences, reasons } = sayReasons(of.reasons)
      return {
        pass: name,
        decision,
        kind: safeText(of.target._tag),
        id: safeText(of.target.id),
        label: safeText(label(of.target)),
        frees: 'frees' in of ? of.frees : null,
        actions: 'actions' in of ? of.actions.map((action) => safeText(action._tag)) : noActions,
        sentences,
        reasons,
      }
    }
    const lists = { remove: pass.removals, next: pass.reserve, amend: amendmentsOf(pass), keep: pass.kept }
    return (function* () {
      for (const decision of allDecisions)
        if (decisions.includes(decision)) for (const of of lists[decision]) yield row(decision, of)
    })()
  }

const noActions: ReadonlyArray<never> = []

/** What is made of a list, made once where the same things are listed again: neighbours often have their reasons in common. */
const likeBefore = <A, B>(make: (list: ReadonlyArray<A>) => B): ((list: ReadonlyArray<A>) => B) => {
  let last: { readonly list: ReadonlyArray<A>; readonly made: B } | undefined
  return (list) => {
    if (last === undefined || !hasSame(last.list, list)) last = { list, made: make(list) }
    return last.made
  }
}

const hasSame = <A>(before: ReadonlyArray<A>, list: ReadonlyArray<A>): boolean =>
  before === list || (before.length === list.length && list.every((item, index) => item === before[index]))

/**
 * The number of targets per decision, each counted once: removed wins over next, next over kept. Amended targets are
 * counted separately.
 */
export const countTargets = <F extends Spoken<unknown, unknown>>(
  plan: Plan<F>,
): { readonly [D in Decision]: number } => {
  const seen = new Map<string, Set<string>>()
  const count = (lists: ReadonlyArray<Targeted>): number => {
    let fresh = 0
    for (const list of lists) for (const { target } of list) if (isFirst(seen, target)) fresh++
    return fresh
  }
  const [remove, next, keep] = [
    count(plan.passes.map((pass) => pass.removals)),
    count(plan.passes.map((pass) => pass.reserve)),
    count(plan.passes.map((pass) => pass.kept)),
  ]
  const amended = new Set(plan.passes.flatMap((pass) => amendmentsOf(pass).map(({ target }) => targetKey(target))))
  return { remove, next, amend: amended.size, keep }
}

type Targeted = ReadonlyArray<{ readonly target: { readonly _tag: string; readonly id: string } }>

/** Notes a target, by its kind and then its id; false where it was noted before. */
const isFirst = (seen: Map<string, Set<string>>, { _tag, id }: Targeted[number]['target']): boolean => {
  const ids = seen.get(_tag) ?? new Set()
  if (ids.size === 0) seen.set(_tag, ids)
  const before = ids.size
  return ids.add(id).size > before
}
