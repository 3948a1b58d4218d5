/** Compares two plans: targets added, gone or decided differently, and changed reasons, actions and order. */
import { type Family, type Goal, type Pass, type Plan, amendmentsOf } from '../core/plan.js'
import { targetKey } from '../core/target.js'
import * as fp from '../core/fp.js'
import { canonicalJson } from '../internal/canonical-json.js'
import { unmoved } from './unmoved.js'

/** The list of a plan that has the target: removals, reserve, kept or amendments. */
export type Place = 'removal' | 'reserve' | 'kept' | 'amendment'

/** The decision of a plan about a target. */
export interface Decision {
  readonly place: Place
  readonly reasons: ReadonlyArray<{ readonly _tag: string }>
  readonly actions: ReadonlyArray<{ readonly _tag: string }>
}

/** One difference in a pass. `target` is that of the later plan, if it has it. */
export type Difference =
  | { readonly _tag: 'PassAppeared' | 'PassDisappeared'; readonly pass: string }
  | { readonly _tag: 'GoalChanged'; readonly pass: string; readonly before: Goal; readonly after: Goal }
  /** The pass is now refused, no longer refused, or refused for another reason; tags. */
  | {
      readonly _tag: 'RefusalChanged'
      readonly pass: string
      readonly before: string | null
      readonly after: string | null
    }
  | { readonly _tag: 'Appeared'; readonly pass: string; readonly target: Family['Target']; readonly after: Decision }
  | {
      readonly _tag: 'Disappeared'
      readonly pass: string
      readonly target: Family['Target']
      readonly before: Decision
    }
  | {
      readonly _tag: 'Moved'
      readonly pass: string
      readonly target: Family['Target']
      readonly before: Decision
      readonly after: Decision
    }
  | {
      readonly _tag: 'ReasonsChanged' | 'ActionsChanged'
      readonly pass: string
      readonly target: Family['Target']
      readonly before: Decision
      readonly after: Decision
    }
  /** The target moved within its list; positions count from 1, among the targets that both plans have there. */
  | {
      readonly _tag: 'Reordered'
      readonly pass: string
      readonly target: Family['Target']
      readonly place: Place
      readonly before: number
      readonly after: number
    }

/** How closely plans are compared. */
export interface DiffPolicy {
  /** `tags`: compare only the tags of reasons; `facts`: compare everything in them. */
  readonly reasons: 'tags' | 'facts'
}

/**
 * Compares two plans of one collector, pass by pass.
 *
 * Shape: a target that is both amended and kept is in two lists, compared separately.
 * Order: passes of the earlier plan, then those that appeared; in each the goal, the refusal, the targets of the
 * earlier plan in its order, those that appeared, and last the moved targets, as few as possible.
 *
 * @example
 * ```ts
 * import type { Family, Plan } from 'gcplan'
 * import { option as O } from 'fp-ts'
 * import { diff, explainDifference } from 'gcplan/document'
 *
 * const decided = (id: string) => ({ target: { _tag: 'Image', id }, reasons: [{ _tag: 'Unused' }] as const })
 * const planOf = (goes: ReadonlyArray<string>, stays: ReadonlyArray<string>): Plan<Family> => ({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   passes: [
 *     {
 *       name: 'space',
 *       observesAgain: false,
 *       goal: { _tag: 'RemoveAll' },
 *       onFailure: 'continue',
 *       removals: goes.map((id) => ({ ...decided(id), actions: [{ _tag: 'Remove' }], requires: [], frees: 0 })),
 *       reserve: [],
 *       kept: stays.map(decided),
 *       events: [],
 *       refusal: O.none,
 *     },
 *   ],
 *   wakeAt: O.none,
 *   assumptions: [],
 * })
 * const differences = diff({ reasons: 'tags' })(planOf(['a', 'b'], ['c']))(planOf(['b', 'c'], []))
 * console.log(differences.map(explainDifference(({ _tag }) => _tag)).join('\n'))
 * // space: Image a is no longer in the plan; it was removed (Unused)
 * // space: Image c is now removed (Unused); it was kept (Unused)
 * ```
 */
export const diff =
  (policy: DiffPolicy) =>
  <F extends Family>(before: Plan<F>) =>
  (after: Plan<F>): ReadonlyArray<Difference> => {
    const [old, now] = [before.passes, after.passes].map((passes) => new Map(passes.map((pass) => [pass.name, pass])))
    const names = [...new Set([...before.passes, ...after.passes].map(({ name }) => name))]
    return names.flatMap((name): ReadonlyArray<Difference> => {
      const [earlier, later] = [old?.get(name), now?.get(name)]
      if (earlier === undefined) return [{ _tag: 'PassAppeared', pass: name }, ...inPass(policy, undefined, later)]
      if (later === undefined) return [{ _tag: 'PassDisappeared', pass: name }, ...inPass(policy, earlier, undefined)]
      return [...ofPass(earlier, later), ...inPass(policy, earlier, later)]
    })
  }

const ofPass = <F extends Family>(before: Pass<F>, after: Pass<F>): ReadonlyArray<Difference> => {
  const [was, is] = [before, after].map(({ refusal }) => (fp.isSome(refusal) ? refusal.value._tag : null))
  return [
    ...(canonicalJson(before.goal) === canonicalJson(after.goal)
      ? []
      : [{ _tag: 'GoalChanged' as const, pass: before.name, before: before.goal, after: after.goal }]),
    ...(was === is
      ? []
      : [{ _tag: 'RefusalChanged' as const, pass: before.name, before: was ?? null, after: is ?? null }]),
  ]
}

/** A target where a plan has it. */
interface Entry extends Decision {
  readonly key: string
  readonly target: Family['Target']
}

const inPass = <F extends Family>(
  policy: DiffPolicy,
  before: Pass<F> | undefined,
  after: Pass<F> | undefined,
): ReadonlyArray<Difference> => {
  const pass: string = (before ?? after)?.name ?? ''
  const [old, now] = [entriesOf(before), entriesOf(after)]
  const later = new Map(now.map((entry) => [entry.key, entry]))
  const earlier = new Map(old.map((entry) => [entry.key, entry]))
  const found: Difference[] = []
  for (const was of old) {
    const is = later.get(was.key)
    if (is === undefined) found.push({ _tag: 'Disappeared', pass, target: was.target, before: decisionOf(was) })
    else found.push(...changesOf(policy, pass, was, is))
  }
  for (const is of now)
    if (!earlier.has(is.key)) found.push({ _tag: 'Appeared', pass, target: is.target, after: decisionOf(is) })
  return [...found, ...reordered(pass, old, now)]
}

const decisionOf = ({ place, reasons, actions }: Entry): Decision => ({ place, reasons, actions })

/** Changes are entries of their own; a target that comes twice in one list is told apart by how often it came before. */
const entriesOf = <F extends Family>(pass: Pass<F> | undefined): ReadonlyArray<Entry> => {
  if (pass === undefined) return []
  const seen = new Map<string, number>()
  const entry =
    (place: Place) =>
    (decided: {
      readonly target: Family['Target']
      readonly reasons: Decision['reasons']
      readonly actions?: Decision['actions']
    }): Entry => {
      const { target, reasons, actions = [] } = decided
      const named = `${place === 'amendment' ? 'amend' : 'decide'} ${targetKey(target)}`
      const times = seen.get(named) ?? 0
      seen.set(named, times + 1)
      return { key: `${times} ${named}`, target, place, reasons, actions }
    }
  return [
    ...amendmentsOf(pass).map(entry('amendment')),
    ...pass.removals.map(entry('removal')),
    ...pass.reserve.map(entry('reserve')),
    ...pass.kept.map(entry('kept')),
  ]
}

const changesOf = (policy: DiffPolicy, pass: string, was: Entry, is: Entry): ReadonlyArray<Difference> => {
  const said = { pass, target: is.target, before: decisionOf(was), after: decisionOf(is) }
  if (was.place !== is.place) return [{ _tag: 'Moved', ...said }]
  return [
    ...(sameReasons(policy, was.reasons, is.reasons) ? [] : [{ _tag: 'ReasonsChanged' as const, ...said }]),
    ...(canonicalJson(was.actions) === canonicalJson(is.actions) ? [] : [{ _tag: 'ActionsChanged' as const, ...said }]),
  ]
}

const sameReasons = ({ reasons }: DiffPolicy, was: Decision['reasons'], is: Decision['reasons']): boolean =>
  reasons === 'facts'
    ? canonicalJson(was) === canonicalJson(is)
    : was.length === is.length && was.every(({ _tag }, index) => _tag === is[index]?._tag)

const ordered: ReadonlyArray<Place> = ['amendment', 'removal', 'reserve']

/** What comes in another order than before; what stays is in no order. */
const reordered = (pass: string, old: ReadonlyArray<Entry>, now: ReadonlyArray<Entry>): ReadonlyArray<Difference> =>
  ordered.flatMap((place) => {
    const were = new Set(old.filter((entry) => entry.place === place).map(({ key }) => key))
    const later = now.filter((entry) => entry.place === place && were.has(entry.key))
    const kept = new Set(later.map(({ key }) => key))
    const ranks = new Map([...were].filter((key) => kept.has(key)).map((key, index) => [key, index]))
    const before = later.map(({ key }) => ranks.get(key) ?? 0)
    const inOrder = unmoved(before)
    return later.flatMap(({ target }, index): ReadonlyArray<Difference> =>
      inOrder.has(index)
        ? []
        : [{ _tag: 'Reordered', pass, target, place, before: (before[index] ?? 0) + 1, after: index + 1 }],
    )
  })
