/**
 * The part of a view that a change is about, so that other views can be compared in that part. Changes with the same
 * key are about the same part.
 */
import { type Family, type Pass, amendmentsOf } from '../core/plan.js'
import * as fp from '../core/fp.js'
import { targetKey } from '../core/target.js'
import type { Decision } from '../document/diff.js'
import { canonicalJson } from '../internal/canonical-json.js'
import type { Change, View } from './change.js'

/** A part of a view. */
export interface Aspect<F extends Family> {
  readonly key: string
  /** How it looks; equal texts look the same. */
  readonly lookIn: (view: View<F>) => string
}

type DecisionChange = Extract<Change, { readonly target: unknown }>

/** The aspects of changes between two views. */
export const aspectsOf = <F extends Family>(before: View<F>, after: View<F>): ((change: Change) => Aspect<F>) => {
  const decided = decisionsIn<F>()
  return (change) => {
    if (change._tag === 'OutcomeChanged')
      return { key: `outcome ${change.outcome}`, lookIn: ({ outcomes }) => outcomes[change.outcome] ?? 'nothing' }
    const { pass: name } = change
    switch (change._tag) {
      case 'PassAppeared':
      case 'PassDisappeared':
        return { key: `pass ${name}`, lookIn: (view) => String(passIn(view, name) !== undefined) }
      case 'GoalChanged':
        return { key: `goal ${name}`, lookIn: (view) => canonicalJson(passIn(view, name)?.goal ?? null) }
      case 'RefusalChanged':
        return { key: `refusal ${name}`, lookIn: (view) => refusalIn(passIn(view, name)) }
      case 'Reordered':
        return orderOf(before, after, name, change.place)
      case 'Appeared':
      case 'Disappeared':
      case 'Moved':
      case 'ReasonsChanged':
      case 'ActionsChanged': {
        const part = partOf[change._tag]
        const key = keyOf(isAmended(change), targetKey(change.target))
        return {
          key: `${change._tag} ${name} ${key}`,
          lookIn: (view) => canonicalJson((decided(view).get(name)?.get(key) ?? []).map(part)),
        }
      }
    }
  }
}

const partOf: { readonly [Tag in Exclude<DecisionChange['_tag'], 'Reordered'>]: (decision: Decision) => unknown } = {
  Appeared: (decision) => decision,
  Disappeared: (decision) => decision,
  Moved: (decision) => decision,
  ReasonsChanged: ({ reasons }) => reasons,
  ActionsChanged: ({ actions }) => actions,
}

const isAmended = (change: DecisionChange): boolean =>
  ('after' in change && typeof change.after === 'object' && change.after.place === 'amendment') ||
  ('before' in change && typeof change.before === 'object' && change.before.place === 'amendment')

const passIn = <F extends Family>({ plan }: View<F>, name: string): Pass<F> | undefined =>
  plan.passes.find((pass) => pass.name === name)

const refusalIn = <F extends Family>(pass: Pass<F> | undefined): string =>
  pass !== undefined && fp.isSome(pass.refusal) ? pass.refusal.value._tag : ''

/** A change to a target that stays is apart from the decision about it. */
const keyOf = (amended: boolean, target: string): string => `${amended ? 'amend' : 'decide'} ${target}`

type Decisions = ReadonlyMap<string, ReadonlyMap<string, ReadonlyArray<Decision>>>

/** The decisions of each pass by target; each view is read once. */
const decisionsIn = <F extends Family>(): ((view: View<F>) => Decisions) => {
  const read = new WeakMap<View<F>, Decisions>()
  return (view) => {
    const before = read.get(view)
    if (before !== undefined) return before
    const decisions = new Map(view.plan.passes.map((pass) => [pass.name, decisionsOf(pass)]))
    read.set(view, decisions)
    return decisions
  }
}

const decisionsOf = <F extends Family>(pass: Pass<F>): ReadonlyMap<string, ReadonlyArray<Decision>> => {
  const found = new Map<string, Decision[]>()
  const add = (place: Decision['place'], key: string, { reasons, actions = [] }: Partial<Decision>): void => {
    const decision = { place, reasons: reasons ?? [], actions }
    const known = found.get(key)
    if (known === undefined) found.set(key, [decision])
    else known.push(decision)
  }
  for (const one of amendmentsOf(pass)) add('amendment', keyOf(true, targetKey(one.target)), one)
  for (const one of pass.removals) add('removal', keyOf(false, targetKey(one.target)), one)
  for (const one of pass.reserve) add('reserve', keyOf(false, targetKey(one.target)), one)
  for (const one of pass.kept) add('kept', keyOf(false, targetKey(one.target)), one)
  return found
}

/** The order of the targets that a list has in both views. */
const orderOf = <F extends Family>(
  before: View<F>,
  after: View<F>,
  name: string,
  place: Decision['place'],
): Aspect<F> => ({
  key: `order ${name} ${place}`,
  lookIn: (view) => {
    const both = new Set(listIn(after, name, place))
    const shared = new Set(listIn(before, name, place).filter((key) => both.has(key)))
    return canonicalJson(listIn(view, name, place).filter((key) => shared.has(key)))
  },
})

const listIn = <F extends Family>(view: View<F>, name: string, place: Decision['place']): ReadonlyArray<string> => {
  const pass = passIn(view, name)
  if (pass === undefined) return []
  const lists = { amendment: amendmentsOf(pass), removal: pass.removals, reserve: pass.reserve, kept: pass.kept }
  return lists[place].map(({ target }) => targetKey(target))
}
