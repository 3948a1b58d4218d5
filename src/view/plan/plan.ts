/** Shows a plan of any collector as plain JSON; text and tables are printed from it. */
import { sumOfFrees } from '../../core/frees.js'
import { int64FromBigint } from '../../core/int64.js'
import { isSome } from '../../core/fp.js'
import { type Family, type Pass, type Plan, amendmentsOf } from '../../core/plan.js'
import { shortfallOf } from '../../core/shortfall.js'
import { between } from '../../core/time.js'
import { formatInstant, formatSpan } from '../../internal/formats.js'
import { safeText } from '../../internal/safe-text.js'
import { figuresOf, totalsOf } from './figures.js'
import type { PassView, PlanView } from './model.js'
import { rowsOf } from './rows.js'
import { sayShortfall } from './shortfall.js'
import type { Listing, Spoken, Wording } from './wording.js'

/**
 * A plan as an interface shows it.
 *
 * Shape: plain JSON; a row for each target and pass with its sentences and the tags of its reasons. Line breaks, control
 * characters and marks of direction are escaped in every text, ids included.
 * Order: the plan's own; within a pass what is removed, what is next in line, what is changed, what is kept.
 * Units: bytes, beyond 2^53 as decimal text; instants RFC 3339 in UTC.
 *
 * @example
 * ```ts
 * import type { Family, Plan } from 'gcplan'
 * import { option as O } from 'fp-ts'
 * import { planView } from 'gcplan/view'
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
 *       kept: [{ target: { _tag: 'Image', id: 'web' }, reasons: [{ _tag: 'InUse' }] }],
 *       events: [],
 *       refusal: O.none,
 *     },
 *   ],
 *   wakeAt: O.none,
 *   assumptions: [],
 * }
 * const view = planView({ explain: ({ _tag }: { readonly _tag: string }) => `it is ${_tag}` })(plan)
 * for (const { decision, id, sentences } of view.passes[0]?.rows ?? []) console.log(decision, id, sentences) // keep web [ 'it is InUse' ]
 * ```
 */
export const planView =
  <R, T = Family['Target']>(options: Wording<R, T> & Listing) =>
  <F extends Spoken<R, T>>(plan: Plan<F>): PlanView =>
    planShown<R, T, PassView>(options, (head, pass) => ({ ...head, rows: rowsOf<R, T>(options, options)(pass) }))(plan)

/** A pass as it is shown, but for its rows. */
export type PassHead = Omit<PassView, 'rows'>

/** The same with passes in another form, for whoever makes rows only when they are printed. */
export const planShown =
  <R, T, P>(options: Wording<R, T> & Listing, shown: <F extends Spoken<R, T>>(head: PassHead, pass: Pass<F>) => P) =>
  <F extends Spoken<R, T>>(plan: Plan<F>): Omit<PlanView, 'passes'> & { readonly passes: ReadonlyArray<P> } => {
    const { frees, ...totals } = totalsOf(plan)
    const wakeAt = isSome(plan.wakeAt) ? plan.wakeAt.value : null
    const wake = wakeAt === null ? null : { at: formatInstant(wakeAt), afterMillis: between(plan.at, wakeAt) }
    return {
      at: formatInstant(plan.at),
      // The first pass looks at what the snapshot holds; a later look sees what the passes before it left.
      passes: plan.passes.map((pass, index) =>
        shown(passHead<R, T>(options)(pass, index > 0 && pass.observesAgain), pass),
      ),
      totals: { ...totals, freesBytes: int64FromBigint(frees) },
      assumptions: plan.assumptions.map(({ about, assumed, because, targets }) => ({
        said: safeText(`${about} ${assumed} (${because})`),
        targets: targets.map(safeText),
      })),
      wake,
      wakes:
        wake === null
          ? 'does not change by itself'
          : `changes by itself at ${wake.at}, in ${formatSpan(wake.afterMillis)}`,
    }
  }

const passHead =
  <R, T>(options: Wording<R, T> & Listing) =>
  <F extends Spoken<R, T>>(pass: Pass<F>, isForecast: boolean): PassHead => {
    const { name, goal, removals, reserve, kept, events, refusal } = pass
    const shortfall = sayShortfall(pass, options.whenShort)
    return {
      name: safeText(name),
      figures: figuresOf(options)(pass, isForecast),
      counts: { remove: removals.length, next: reserve.length, amend: amendmentsOf(pass).length, keep: kept.length },
      freesBytes: int64FromBigint(sumOfFrees(removals)),
      goalBytes: goal._tag === 'FreeBytes' ? goal.bytes : null,
      shortBytes: int64FromBigint(shortfallOf(pass)),
      shortfall: shortfall === null ? null : safeText(shortfall),
      isForecast,
      events: events.map((event) => safeText(sayEvent(event))),
      refusal: isSome(refusal) ? safeText(options.explain(refusal.value)) : null,
    }
  }

/** The message of an event if it has one, else its other fields. */
const sayEvent = (event: { readonly _tag: string }): string => {
  const { _tag, message, ...others }: { readonly _tag: string; readonly message?: unknown } = event
  if (typeof message === 'string') return `${_tag}: ${message}`
  const fields = Object.entries(others).map(([field, value]) => `${field} ${JSON.stringify(value)}`)
  return fields.length === 0 ? _tag : `${_tag}: ${fields.join(', ')}`
}
