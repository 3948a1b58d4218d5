/** Converts a plan to plain JSON: everything it holds, in a fixed layout, each reason with its sentence. */
import type { Family, Plan } from '../core/plan.js'
import type { Json } from '../internal/fact-forms.js'
import type { JsonInParts } from '../internal/json-in-parts.js'
import { layOut, layOutInParts } from '../internal/plan-layout.js'
import { safeJson } from '../internal/safe-text.js'
import type { Spoken } from '../view/plan/wording.js'
import type { Speech } from './options.js'

export type { Json } from '../internal/fact-forms.js'

/**
 * Turns a plan into a plain JSON value that holds all of it, for printers of other formats; {@link renderJson} prints
 * it.
 *
 * Shape: `kind` `gcplan/plan`, `version` 1, `collector`, then the plan's own fields. `reasons` are the tagged facts,
 * `explained` the sentence for each; a refusal carries both as `fact` and `explained`. `amendments` is present if the
 * component changes targets that stay, `measured` if it measures, `beside` if the collector adds more. `forms` lists
 * which fields of facts are instants or options, so that `decodePlan` of `gcplan/document` can restore the plan.
 * Order: keys are in a fixed order; tagged facts begin with `_tag` and `id`, then the other keys by code unit.
 * Units: dates are RFC 3339 in UTC with milliseconds; an absent value is null; 64-bit integers are numbers if exact,
 * else decimal text.
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
  <F extends Spoken<R, T>>(plan: Plan<F>): Json =>
    layOut(options.collector, options.explain as (fact: { readonly _tag: string }) => string, plan)

/**
 * Turns a plan into the same document, whose lists of targets are made item by item: for plans of more targets than the room or a
 * single text is for.
 *
 * @example
 * ```ts
 * import type { Family, Plan } from 'gcplan'
 * import { option as O } from 'fp-ts'
 * import { planDocumentInParts, renderJson, safeJsonInParts } from 'gcplan/render'
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
 * const speech = { collector: 'mine', explain: (reason: { readonly _tag: string }) => reason._tag }
 * let text = ''
 * for (const part of safeJsonInParts(planDocumentInParts(speech)(plan))) text += part
 * console.log(`${text}\n` === renderJson(speech)(plan)) // true
 * ```
 */
export const planDocumentInParts =
  <R, T = Family['Target']>(options: Speech<R>) =>
  <F extends Spoken<R, T>>(plan: Plan<F>): { readonly [key: string]: JsonInParts } =>
    layOutInParts(options.collector, options.explain as (fact: { readonly _tag: string }) => string, plan)

/**
 * Prints a plan as a JSON document with two spaces of indentation and a line end.
 *
 * Shape, order and units are those of {@link planDocument}: the parsed text holds everything in the plan.
 *
 * @example
 * ```ts
 * import type { Family, Plan } from 'gcplan'
 * import { option as O } from 'fp-ts'
 * import { renderJson } from 'gcplan/render'
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
 * const text = renderJson({ collector: 'mine', explain: (reason: { readonly _tag: string }) => reason._tag })(plan)
 * console.log(JSON.parse(text).passes[0].kept[0].explained[0]) // InUse
 * ```
 */
export const renderJson =
  <R, T = Family['Target']>(options: Speech<R>) =>
  <F extends Spoken<R, T>>(plan: Plan<F>): string =>
    `${safeJson(planDocument(options)(plan), 2)}\n`
