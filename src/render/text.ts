/**
 * Renders a plan as text: what each pass removes, reserves and keeps and why, then the assumptions and when the plan
 * changes.
 */
import type { Family, Plan } from '../core/plan.js'
import { formatBytes } from '../internal/formats.js'
import { elementAt } from '../internal/lists.js'
import type { AssumptionView, PlanView, Row } from '../view/plan/model.js'
import { type PassHead, planShown } from '../view/plan/plan.js'
import { eachRowOf } from '../view/plan/rows.js'
import type { Spoken, Wording } from '../view/plan/wording.js'
import { type Align, alignerOf } from './columns.js'
import { type Layout, unpainted } from './options.js'
import { freesBytes } from './rows.js'
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
    const view = planShown<R, T, ShownPass>(options, (head, pass) => ({
      ...head,
      rows: () => eachRowOf<R, T>(options, options)(pass),
    }))(plan)
    const short = shortenDigests(idsIn(view.passes))
    const passes = view.passes.map((pass) =>
      [...headingOf(options, pass, short), ...linesOf(pass, options, short)].join('\n'),
    )
    const closing = closingOf(options, view, calledBy(view, options, short)).join('\n')
    return `${[`plan at ${view.at}`, ...passes, closing].join('\n\n')}\n`
  }

/** A pass whose rows are made each time anew: those of a million objects take as much room as the plan. */
interface ShownPass extends PassHead {
  readonly rows: () => Iterable<Row>
}

function* idsIn(passes: ReadonlyArray<ShownPass>): Iterable<string> {
  for (const { rows } of passes) for (const { id } of rows()) yield id
}

/** What the last lines call a target: by its name where names stand alone. */
const calledBy = (
  { passes, assumptions }: Pick<PlanView, 'assumptions'> & { readonly passes: ReadonlyArray<ShownPass> },
  { namesAlone }: Layout,
  short: (id: string) => string,
) => {
  const asked = new Set(assumptions.flatMap(({ targets }) => targets.slice(0, namedTargets)))
  const names = new Map<string, string>()
  if (namesAlone === true && asked.size > 0)
    for (const { rows } of passes)
      for (const { id, label } of rows()) if (label !== '' && asked.has(id)) names.set(id, label)
  return (id: string): string => names.get(id) ?? short(id)
}

const aligns: ReadonlyArray<Align> = ['left', 'left', 'left', 'right', 'left']

/** The lines of a pass, many in one text, so that few texts are held. */
const linesOf = (
  { rows }: ShownPass,
  { namesAlone, paint = unpainted }: Layout,
  short: (id: string) => string,
): ReadonlyArray<string> => {
  const cellsOf = (row: Row): ReadonlyArray<string> => [
    row.decision,
    namesAlone === true && row.label !== '' ? '' : short(row.id),
    row.label,
    freesBytes(row) ? formatBytes(row.frees) : '',
    short(row.sentences.length === 1 ? elementAt(row.sentences, 0) : row.sentences.join('; also: ')),
  ]
  const align = alignerOf(aligns, eachOf(rows(), cellsOf))
  const texts: string[] = []
  let lines: string[] = []
  for (const row of rows()) {
    const [decision = '', ...rest] = align(cellsOf(row))
    lines.push(`  ${paint(row.decision, decision)}  ${rest.join('  ')}`.trimEnd())
    if (lines.length < linesOfText) continue
    texts.push(lines.join('\n'))
    lines = []
  }
  return lines.length === 0 ? texts : [...texts, lines.join('\n')]
}

const linesOfText = 1000

function* eachOf<A, B>(list: Iterable<A>, make: (item: A) => B): Iterable<B> {
  for (const item of list) yield make(item)
}

const headingOf = (
  { paint = unpainted }: Layout,
  { name, figures, shortfall, events, refusal }: PassHead,
  short: (text: string) => string,
): ReadonlyArray<string> => [
  `${paint('heading', `${name}:`)} ${figures}${shortfall === null ? '' : `; ${paint('refusal', shortfall)}`}`,
  ...events.map((event) => `  ${paint('event', 'event')}  ${short(event)}`),
  ...(refusal === null ? [] : [`  ${paint('refusal', 'refused')}  ${refusal}`]),
]

const closingOf = (
  { paint = unpainted, undecided = 0 }: Layout,
  { assumptions, totals, wakes }: Pick<PlanView, 'assumptions' | 'totals' | 'wakes'>,
  called: (id: string) => string,
): ReadonlyArray<string> => [
  ...assumptions.map((assumption) => paint('note', assumptionText(assumption, called))),
  paint('note', wakes),
  `in all: ${totals.said}${undecided === 0 ? '' : `, ${undecided} of them undecided`}`,
]

const assumptionText = ({ said, targets }: AssumptionView, called: (id: string) => string): string => {
  const more = targets.length - namedTargets
  const named = [targets.slice(0, namedTargets).map(called).join(', '), ...(more > 0 ? [`${more} more`] : [])]
  return `assumes: ${said}${targets.length === 0 ? '' : `; decides ${named.join(' and ')}`}`
}

/** The number of targets that the line of an assumption names. */
const namedTargets = 3
