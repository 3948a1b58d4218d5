/** Plans of letters for the tests of guards: what goes, what is next in line, what stays. */
import type { Amendment, Assumption, Family, Goal, Kept, Pass, Plan, Removal } from '../../src/core/plan.js'
import { either as E, option as O } from 'fp-ts'

import type { Int64 } from '../../src/core/int64.js'
import { instant } from '../../src/core/time.js'
import { type Guarded, approve, digest, digestOf } from '../../src/guard/index.js'
import type { Approval, ApprovalExtent, GuardRefusal, Refusals } from '../../src/guard/index.js'

/** What these plans talk about. */
export interface Toy {
  readonly Pass: string
  readonly Target: { readonly _tag: string; readonly id: string; readonly kind?: string; readonly namespace?: string }
  readonly Action: { readonly _tag: 'Delete'; readonly id: string; readonly version?: string }
  readonly Reason:
    | { readonly _tag: 'Unused' }
    | { readonly _tag: 'OwnersAbsent'; readonly owners: ReadonlyArray<object> }
  readonly AmendReason: { readonly _tag: 'Dangling' }
  readonly KeepReason: { readonly _tag: 'InUse' }
  readonly Event: never
  readonly Refusal: { readonly _tag: 'NoDisk' }
}

/** Noon of the first day of 2026, so many milliseconds later. */
export const noon = (later = 0): Date => instant(Date.UTC(2026, 0, 1, 12) + later)

/** A target by id, with whatever else is said of it. */
export const target = (id: string, more: Partial<Toy['Target']> = {}): Toy['Target'] => ({
  _tag: 'Object',
  id,
  ...more,
})

interface RemovalSpec {
  readonly frees?: Int64
  readonly requires?: ReadonlyArray<string>
  readonly version?: string
  readonly reasons?: Removal<Toy>['reasons']
  readonly target?: Partial<Toy['Target']>
}

/** A removal by the id of its target. */
export const goes = (id: string, spec: RemovalSpec = {}): Removal<Toy> => ({
  target: target(id, spec.target),
  actions: [spec.version === undefined ? { _tag: 'Delete', id } : { _tag: 'Delete', id, version: spec.version }],
  reasons: spec.reasons ?? [{ _tag: 'Unused' }],
  requires: (spec.requires ?? []).map((required) => target(required)),
  frees: spec.frees ?? 0,
})

/** A target that stays. */
export const stays = (id: string, more: Partial<Toy['Target']> = {}): Kept<Toy> => ({
  target: target(id, more),
  reasons: [{ _tag: 'InUse' }],
})

/** A change to a target that stays. */
export const changed = (id: string, requires: ReadonlyArray<string> = []): Amendment<Toy> => ({
  target: target(id),
  actions: [{ _tag: 'Delete', id }],
  reasons: [{ _tag: 'Dangling' }],
  requires: requires.map((required) => target(required)),
})

interface PassSpec {
  readonly name?: string
  readonly goal?: Goal
  readonly removals?: ReadonlyArray<Removal<Toy>>
  readonly reserve?: ReadonlyArray<Removal<Toy>>
  readonly kept?: ReadonlyArray<Kept<Toy>>
  readonly amendments?: ReadonlyArray<Amendment<Toy>>
  readonly refusal?: Toy['Refusal']
}

/** One pass. */
const pass = (spec: PassSpec): Pass<Toy> => ({
  name: spec.name ?? 'sweep',
  observesAgain: false,
  goal: spec.goal ?? { _tag: 'RemoveAll' },
  onFailure: 'continue',
  removals: spec.removals ?? [],
  reserve: spec.reserve ?? [],
  kept: spec.kept ?? [],
  events: [],
  refusal: O.fromNullable(spec.refusal),
  ...(spec.amendments === undefined ? {} : { amendments: spec.amendments }),
})

/** A plan at noon, or so much later. */
export const planOf = (
  passes: readonly [PassSpec, ...PassSpec[]],
  more: { readonly at?: Date; readonly wakeAt?: Date; readonly assumptions?: ReadonlyArray<Assumption> } = {},
): Plan<Toy> => {
  const [first, ...others] = passes
  return {
    at: more.at ?? noon(),
    passes: [pass(first), ...others.map(pass)],
    wakeAt: O.fromNullable(more.wakeAt),
    assumptions: more.assumptions ?? [],
  }
}

/** A plan of one pass that removes these. */
export const removing = (...ids: ReadonlyArray<string>): Plan<Toy> => planOf([{ removals: ids.map((id) => goes(id)) }])

/** A pass that is to free so many bytes. */
export const freeing = (bytes: Int64): Goal => ({ _tag: 'FreeBytes', bytes })

type Verdict = E.Either<Refusals, Plan<Guarded<Toy>>>

/** The plan that passed. */
export const passed = (verdict: Verdict): Plan<Guarded<Toy>> => {
  if (E.isLeft(verdict)) throw new Error(JSON.stringify(verdict.left))
  return verdict.right
}

/** What was refused. */
export const refusalsOf = (verdict: Verdict): ReadonlyArray<GuardRefusal> => (E.isLeft(verdict) ? verdict.left : [])

/** Ids of what goes, in order. */
export const removed = (verdict: Verdict): ReadonlyArray<string> =>
  passed(verdict).passes.flatMap(({ removals }) => removals.map(({ target: { id } }) => id))

/** Ids of what is kept, each with the tags of its reasons. */
export const keptIn = (verdict: Verdict): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(
    passed(verdict).passes.flatMap(({ kept }) =>
      kept.map(({ target: { id }, reasons }) => [id, reasons.map(({ _tag }) => _tag)] as const),
    ),
  )

/** Why a target is held back. */
export const reasonFor = (verdict: Verdict, id: string): unknown =>
  passed(verdict)
    .passes.flatMap(({ kept }) => kept)
    .find(({ target }) => target.id === id)
    ?.reasons.at(-1)

const rightOf = <A>(made: E.Either<unknown, A>): A => {
  if (E.isLeft(made)) throw new Error(JSON.stringify(made.left))
  return made.right
}

/** The approval of a plan of plain JSON. */
export const approving = <F extends Family>(plan: Plan<F>, extent?: ApprovalExtent): Approval =>
  rightOf(approve(plan, extent))

/** The digest of such a plan. */
export const digested = <F extends Family>(plan: Plan<F>): string => rightOf(digest(plan))

/** The digest of one decision of such a plan. */
export const digestedOf = (...decided: Parameters<typeof digestOf>): string => rightOf(digestOf(...decided))
