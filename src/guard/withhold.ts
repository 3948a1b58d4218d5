/**
 * Removes held-back targets from a plan:
 *
 * 1. every removal, reserve entry and amendment is judged;
 * 2. whatever requires a held-back target is held back too, transitively;
 * 3. held-back targets are listed under kept, with the reason;
 * 4. if a pass stops at a goal, reserve entries move up until the goal is met again, as in the real component when a
 *    removal fails; unless the plan is not to select anew.
 */
import { addTo, elementAt } from '../internal/lists.js'
import type { option as O } from 'fp-ts'

import {
  type Amendment,
  type Family,
  type Kept,
  type Pass,
  type Plan,
  type Removal,
  amendmentsOf,
} from '../core/plan.js'
import * as fp from '../core/fp.js'
import { targetKey } from '../core/target.js'
import { type Guarded, asGuarded } from './guard.js'
import type { Protection } from './protection.js'

/** A removal or amendment to judge. */
export interface Judged<F extends Family> {
  readonly what: 'removal' | 'amendment'
  readonly target: F['Target']
  readonly actions: Removal<F>['actions']
  readonly reasons: ReadonlyArray<{ readonly _tag: string }>
  readonly requires: ReadonlyArray<F['Target']>
}

/** Why something is kept, if it is. */
export type Judge<F extends Family> = (judged: Judged<F>) => O.Option<Protection>

/** When a goal is unmet: reserve entries move up, or it stays unmet. */
export type Selection = 'moves-up' | 'stays'

/** The plan without what the judge keeps. */
export const withhold =
  <F extends Family>(judge: Judge<F>, selection: Selection = 'moves-up') =>
  (plan: Plan<F>): Plan<Guarded<F>> => {
    const held = heldBack(judge, plan)
    if (held.size === 0) return asGuarded(plan)
    const [first, ...others] = plan.passes
    const guard = (pass: Pass<F>): Pass<Guarded<F>> => guardedPass(pass, held, selection)
    return { ...asGuarded(plan), passes: [guard(first), ...others.map(guard)] }
  }

/** A removal, or an amendment, which is judged by itself: it may stay back while the removal of its target goes on. */
const judgedKey = (what: Judged<Family>['what'], target: Family['Target']): string => `${what} ${targetKey(target)}`

/** Why each one is held back. */
type Held = ReadonlyMap<string, Protection>

const heldBack = <F extends Family>(judge: Judge<F>, plan: Plan<F>): Held => {
  const all = plan.passes.flatMap(judgedIn)
  const held = new Map<string, Protection>()
  const waiting: F['Target'][] = []
  const hold = ({ what, target }: Judged<F>, because: Protection): void => {
    const key = judgedKey(what, target)
    if (held.has(key)) return
    held.set(key, because)
    waiting.push(target)
  }
  for (const judged of all) {
    const verdict = judge(judged)
    if (fp.isSome(verdict)) hold(judged, verdict.value)
  }
  const requiring = requirersOf(all)
  for (let target = waiting.pop(); target !== undefined; target = waiting.pop()) {
    const required = { _tag: target._tag, id: target.id }
    for (const judged of requiring.get(targetKey(target)) ?? []) hold(judged, { _tag: 'RequiresHeldBack', required })
  }
  return held
}

const judgedIn = <F extends Family>(pass: Pass<F>): ReadonlyArray<Judged<F>> => [
  ...amendmentsOf(pass).map((amendment): Judged<F> => ({ what: 'amendment', ...amendment })),
  ...[...pass.removals, ...pass.reserve].map((removal): Judged<F> => ({ what: 'removal', ...removal })),
]

/** By target: what is attempted only after it. */
const requirersOf = <F extends Family>(
  all: ReadonlyArray<Judged<F>>,
): ReadonlyMap<string, ReadonlyArray<Judged<F>>> => {
  const requirers = new Map<string, Judged<F>[]>()
  for (const judged of all)
    for (const required of judged.requires) {
      const key = targetKey(required)
      addTo(requirers, key, judged)
    }
  return requirers
}

const guardedPass = <F extends Family>(pass: Pass<F>, held: Held, selection: Selection): Pass<Guarded<F>> => {
  const goes = ({ target }: Removal<F>): boolean => !held.has(judgedKey('removal', target))
  const isAmended = ({ target }: Amendment<F>): boolean => !held.has(judgedKey('amendment', target))
  const [removals, reserve] = [pass.removals.filter(goes), pass.reserve.filter(goes)]
  const moving =
    selection === 'moves-up' && removals.length < pass.removals.length ? movingUp(pass, removals, reserve) : 0
  const left = {
    ...pass,
    removals: [...removals, ...reserve.slice(0, moving)],
    reserve: reserve.slice(moving),
    kept: keptOf(pass, held),
    ...('amendments' in pass ? { amendments: amendmentsOf(pass).filter(isAmended) } : {}),
  }
  return left as unknown as Pass<Guarded<F>>
}

/** How many of those next in line move up so that the goal is met. */
const movingUp = <F extends Family>(
  { goal }: Pass<F>,
  removals: ReadonlyArray<Removal<F>>,
  reserve: ReadonlyArray<Removal<F>>,
): number => {
  if (goal._tag === 'RemoveAll') return 0
  let missing = BigInt(goal.bytes)
  for (const { frees } of removals) missing -= BigInt(frees)
  let moving = 0
  for (; moving < reserve.length && missing > 0n; moving++) missing -= BigInt(elementAt(reserve, moving).frees)
  return moving
}

/** What the pass kept before, with the reasons of guards behind its own; then what is held back, in plan order. */
const keptOf = <F extends Family>(pass: Pass<F>, held: Held): ReadonlyArray<Kept<Guarded<F>>> => {
  const standing = new Set(pass.kept.map(({ target }) => targetKey(target)))
  const before = pass.kept.map(({ target, reasons }): Kept<Guarded<F>> => {
    const because = held.get(judgedKey('amendment', target)) ?? held.get(judgedKey('removal', target))
    const [first, ...others] = reasons
    return { target, reasons: because === undefined ? reasons : [first, ...others, because] }
  })
  const added: Kept<Guarded<F>>[] = []
  for (const { target } of [...pass.removals, ...pass.reserve]) {
    const because = held.get(judgedKey('removal', target))
    if (because === undefined || standing.has(targetKey(target))) continue
    standing.add(targetKey(target))
    added.push({ target, reasons: [because] })
  }
  return [...before, ...added]
}
