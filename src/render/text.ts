/**
 * Renders a plan as text: what each pass removes, reserves and keeps and why, then the assumptions and when the plan
 * changes.
 */
import { option as O } from 'fp-ts'

import { sumOfFrees } from '../core/frees.js'
import { type Assumption, type Family, type Pass, type Plan, amendmentsOf } from '../core/plan.js'
import { between } from '../core/time.js'
import { alignColumns } from './columns.js'
import { type Layout, type Paint, type Spoken, type Wording, unpainted } from './options.js'
import { formatBytes, formatInstant, formatSpan } from './quantity.js'
import { type Row, countTargets, freesBytes, rowsOf } from './rows.js'
import { sayShortfall } from './shortfall.js'
import { safeText } from '../internal/safe-text.js'
import { shortenDigests } from './short-digests.js'

/**
 * Prints a plan as text, one line per target and pass.
 *
 * Shape: every pass has a heading with its totals, even if it decides nothing. Then come the assumptions of the plan,
 * the time at which it changes by itself, and the totals, in which each target counts once.
 * Order: the plan's own; within a pass what is removed, what is next in line, what is changed, what is kept.
 * Units: bytes in decimal units with at most three figures; times as RFC 3339 in UTC. Digests are shortened to twelve
 * hex digits unless two ids would then look the same. Control characters from outside are escaped.
 *
 * @example
 * ```ts
 * import type { Family, Plan } from 'gcplan'
 * import { option as O } from 'fp-ts'
 * import { renderText } from 'gcplan/render'
 *
 * const plan: Plan<Family> = {
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   passes: [
 *     {
 *       name: 'space',
 *       observesAgain: false,
 *       goal: { _tag: 'FreeBytes', bytes: 500_000_000 },
 *       onFailure: 'continue',
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
 * const text = renderText({ explain: (reason: { readonly _tag: string }) => reason._tag })(plan)
 * console.log(text.split('\n')[2]) // space: nothing to remove, 1 kept; to free 500 MB; falls short by 500 MB
 * ```
 */
export const renderText =
  <R, T = Family['Target']>(options: Wording<R, T> & Layout) =>
  <F extends Spoken<R, T>>(plan: Plan<F>): string => {
    const { paint = unpainted } = options
    const rows = plan.passes.map((pass) => rowsOf(options, options)(pass))
    const short = shortenDigests(rows.flatMap((held) => held.map(({ id }) => id)))
    const passes = plan.passes.map((pass, index) =>
      [
        ...headingOf(options, paint, short)(pass, index > 0 && pass.observesAgain),
        ...linesOf(rows[index] ?? [], options, short),
      ].join('\n'),
    )
    const called = calledBy(rows.flat(), options, short)
    const blocks = [`plan at ${formatInstant(plan.at)}`, ...passes, closingOf(plan, options, called).join('\n')]
    return `${blocks.join('\n\n')}\n`
  }

/** What the lines call a target: by its name where names stand alone. */
const calledBy = (rows: ReadonlyArray<Row>, { namesAlone }: Layout, short: (id: string) => string) => {
  const named = rows.filter(({ label }) => namesAlone === true && label !== '')
  const names = new Map(named.map(({ id, label }) => [id, label]))
  return (id: string): string => names.get(id) ?? short(id)
}

const linesOf = (
  rows: ReadonlyArray<Row>,
  { namesAlone, paint = unpainted }: Layout,
  short: (id: string) => string,
): ReadonlyArray<string> => {
  const cells = rows.map((row) => [
    row.decision,
    namesAlone === true && row.label !== '' ? '' : short(row.id),
    row.label,
    freesBytes(row) ? formatBytes(row.frees) : '',
    short(row.sentences.join('; also: ')),
  ])
  return alignColumns(['left', 'left', 'left', 'right', 'left'], cells).map(([decision = '', ...rest], index) =>
    `  ${paint(rows[index]?.decision ?? 'keep', decision)}  ${rest.join('  ')}`.trimEnd(),
  )
}

const headingOf =
  <R>(
    { explain, notLookedAt = [], whenShort }: Pick<Wording<R, never>, 'explain'> & Layout,
    paint: Paint,
    short: (text: string) => string,
  ) =>
  <F extends Spoken<R, unknown>>(pass: Pass<F>, isForecast: boolean): ReadonlyArray<string> => {
    const isEmpty = pass.removals.length + pass.reserve.length + pass.kept.length === 0
    const figures = isEmpty && notLookedAt.includes(pass.name) ? 'not looked at' : figuresOf(pass, isForecast)
    const missing = sayShortfall(pass, whenShort)
    const events = pass.events.map((event) => `  ${paint('event', 'event')}  ${safeText(short(eventText(event)))}`)
    const refusal = O.isSome(pass.refusal)
      ? [`  ${paint('refusal', 'refused')}  ${safeText(explain(pass.refusal.value))}`]
      : []
    return [
      `${paint('heading', `${safeText(pass.name)}:`)} ${figures}${missing === null ? '' : `; ${paint('refusal', missing)}`}`,
      ...events,
      ...refusal,
    ]
  }

const figuresOf = <F extends Family>(pass: Pass<F>, isForecast: boolean): string => {
  const freed = sumOfFrees(pass.removals)
  const figures = [
    pass.removals.length === 0 ? 'nothing to remove' : `${pass.removals.length} to remove${inBytes(freed)}`,
    ...(pass.reserve.length === 0 ? [] : [`${pass.reserve.length} next in line`]),
    ...(amendmentsOf(pass).length === 0 ? [] : [`${amendmentsOf(pass).length} to change`]),
    ...(pass.kept.length === 0 ? [] : [`${pass.kept.length} kept`]),
  ]
  const goal = pass.goal._tag === 'FreeBytes' ? `; to free ${formatBytes(pass.goal.bytes)}` : ''
  // The first pass looks at what the snapshot holds; a later look sees what the passes before it left.
  const forecast = isForecast ? '; a forecast, for the component looks again first' : ''
  return `${figures.join(', ')}${goal}${forecast}`
}

/** The message of an event if it has one, else its other fields. */
const eventText = (event: { readonly _tag: string }): string => {
  const { _tag, message, ...others }: { readonly _tag: string; readonly message?: unknown } = event
  if (typeof message === 'string') return `${_tag}: ${message}`
  const fields = Object.entries(others).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  return fields.length === 0 ? _tag : `${_tag}: ${fields.join(', ')}`
}

const closingOf = <F extends Spoken<unknown, unknown>>(
  plan: Plan<F>,
  { paint = unpainted, undecided = 0 }: Layout,
  called: (id: string) => string,
): ReadonlyArray<string> => {
  const count = countTargets(plan)
  const freed = sumOfFrees(plan.passes.flatMap((pass) => pass.removals))
  const wake = O.isSome(plan.wakeAt)
    ? `changes by itself at ${formatInstant(plan.wakeAt.value)}, in ${formatSpan(between(plan.at, plan.wakeAt.value))}`
    : 'does not change by itself'
  const changed = count.amend === 0 ? '' : `${count.amend} to change, `
  return [
    ...plan.assumptions.map((assumption) => paint('note', assumptionText(assumption, called))),
    paint('note', wake),
    `in all: ${count.remove} to remove${inBytes(freed)}, ${count.next} next in line, ${changed}${count.keep} kept${undecided === 0 ? '' : `, ${undecided} of them undecided`}`,
  ]
}

const assumptionText = ({ about, assumed, because, targets }: Assumption, called: (id: string) => string): string => {
  const more = targets.length - namedTargets
  const named = [targets.slice(0, namedTargets).map(called).join(', '), ...(more > 0 ? [`${more} more`] : [])]
  return safeText(
    `assumes: ${about} ${assumed} (${because})${targets.length === 0 ? '' : `; decides ${named.join(' and ')}`}`,
  )
}

/** The number of targets that the line of an assumption names. */
const namedTargets = 3

const inBytes = (freed: bigint): string => (freed === 0n ? '' : ` (${formatBytes(`${freed}`)})`)
