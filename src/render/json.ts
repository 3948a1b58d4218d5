import type { Family, Plan } from '../core/plan.js'
import { planDocument } from './document.js'
import type { Speech, Spoken } from './options.js'

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
    `${JSON.stringify(planDocument(options)(plan), null, 2)}\n`
