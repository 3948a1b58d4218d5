/**
 * Answers what a plan is as plain JSON: everything it holds, in a fixed layout, with the sentences beside the reasons.
 */
import { option as O } from 'fp-ts'

import { amendmentsOf } from '../core/amendment.js'
import type { Amendment } from '../core/amendment.js'
import type { Family, Kept, Pass, Plan, Removal } from '../core/plan.js'
import { compareText } from '../internal/order.js'
import type { Speech, Spoken } from './options.js'

/** A JSON value. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** Values of `kind` and `version` in every plan document. A document that readers of version 1 misread gets another. */
const planKind = 'gcplan/plan'
const planVersion = 1

/**
 * Turns a plan into a plain JSON value that holds all of it, for printers of other formats; {@link renderJson} prints it.
 *
 * Shape: `kind` `gcplan/plan`, `version` 1, `collector`, then the plan's own fields. `reasons` are the tagged facts,
 * `explained` the sentence for each; a refusal carries both as `fact` and `explained`. `amendments` are there where the
 * component changes targets that stay.
 * Order: keys are in a fixed order; of tagged facts `_tag` and `id` come first, the other keys by code unit.
 * Units: dates are RFC 3339 in UTC with milliseconds; an absent value is null; 64-bit integers are numbers while
 * exact, else decimal text.
 *
 * @example
 * ```ts
 * import type { Family, Plan } from 'gcplan'
 * import { option as O } from 'fp-ts'
 * import { planDocument } from 'gcplan/render'
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
 * const document = planDocument({ collector: 'mine', explain: (reason: { readonly _tag: string }) => reason._tag })(plan)
 * console.log(JSON.stringify(document).slice(0, 58)) // {"kind":"gcplan/plan","version":1,"collector":"mine","at":
 * ```
 */
export const planDocument =
  <R, T = Family['Target']>(options: Speech<R>) =>
  <F extends Spoken<R, T>>(plan: Plan<F>): Json => ({
    kind: planKind,
    version: planVersion,
    collector: options.collector,
    at: toJson(plan.at),
    wakeAt: toJson(plan.wakeAt),
    assumptions: plan.assumptions.map(({ about, assumed, because, targets }) => ({ about, assumed, because, targets })),
    passes: plan.passes.map((pass) => passDocument(options.explain, pass)),
  })

const passDocument = <R, F extends Spoken<R, unknown>>(explain: (fact: R) => string, pass: Pass<F>): Json => ({
  name: pass.name,
  observesAgain: pass.observesAgain,
  goal: toJson(pass.goal),
  onFailure: pass.onFailure,
  refusal: O.isSome(pass.refusal) ? { fact: toJson(pass.refusal.value), explained: explain(pass.refusal.value) } : null,
  events: pass.events.map(toJson),
  removals: pass.removals.map((removal) => removalDocument(explain, removal)),
  reserve: pass.reserve.map((removal) => removalDocument(explain, removal)),
  kept: pass.kept.map((kept) => keptDocument(explain, kept)),
  ...('amendments' in pass
    ? { amendments: amendmentsOf(pass).map((amendment) => amendmentDocument(explain, amendment)) }
    : {}),
})

const removalDocument = <R, F extends Spoken<R, unknown>>(explain: (fact: R) => string, removal: Removal<F>): Json => ({
  target: toJson(removal.target),
  actions: removal.actions.map(toJson),
  reasons: removal.reasons.map(toJson),
  explained: removal.reasons.map((reason) => explain(reason)),
  requires: removal.requires.map(toJson),
  frees: removal.frees,
})

const amendmentDocument = <R, F extends Spoken<R, unknown>>(
  explain: (fact: R) => string,
  { target, actions, reasons, requires }: Amendment<F>,
): Json => ({
  target: toJson(target),
  actions: actions.map(toJson),
  reasons: reasons.map(toJson),
  explained: (reasons as ReadonlyArray<R>).map((reason) => explain(reason)),
  requires: requires.map(toJson),
})

const keptDocument = <R, F extends Spoken<R, unknown>>(explain: (fact: R) => string, kept: Kept<F>): Json => ({
  target: toJson(kept.target),
  reasons: kept.reasons.map(toJson),
  explained: kept.reasons.map((reason) => explain(reason)),
})

/** A value of plain data as JSON: instants as RFC 3339, options as the value or null, keys in a fixed order. */
const toJson = (value: unknown): Json => {
  switch (typeof value) {
    case 'boolean':
    case 'string':
      return value
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'bigint':
      return value.toString()
    case 'object':
      return value === null ? null : objectToJson(value)
    default:
      return null
  }
}

const objectToJson = (value: object): Json => {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (Array.isArray(value)) return value.map(toJson)
  const tag: unknown = (value as { readonly _tag?: unknown })._tag
  if (tag === 'None') return null
  if (tag === 'Some') return toJson((value as { readonly value?: unknown }).value)
  const keys = Object.keys(value).sort(compareKeys)
  return Object.fromEntries(
    keys.flatMap((key): ReadonlyArray<readonly [string, Json]> => {
      const held = (value as Readonly<Record<string, unknown>>)[key]
      return held === undefined ? [] : [[key, toJson(held)]]
    }),
  )
}

const compareKeys = (a: string, b: string): number => rank(a) - rank(b) || compareText(a, b)

const rank = (key: string): number => (key === '_tag' ? 0 : key === 'id' ? 1 : 2)
