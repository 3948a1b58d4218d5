/** Renders a plan as a table, one line per target and pass, for people or for tools that cut columns. */
import type { Family, Plan } from '../core/plan.js'
import { formatBytes } from '../internal/formats.js'
import type { Row } from '../view/plan/model.js'
import { planView } from '../view/plan/plan.js'
import type { Spoken, Wording } from '../view/plan/wording.js'
import { type Align, alignColumns } from './columns.js'
import { type Layout, unpainted } from './options.js'
import { freesBytes } from './rows.js'
import { shortenDigests } from './short-digests.js'

/** `plain`: short ids, rounded sizes, the decisive reason. `wide`: whole ids, exact bytes, actions, every reason. */
export type Columns = 'plain' | 'wide'

/**
 * Prints a plan as a table with a heading line, one line per target and pass; a plan without targets prints only the
 * heading.
 *
 * Shape: columns that are empty in every line are omitted with their headings; so are bytes if nothing frees any.
 * Order: the plan's own; within a pass what is removed, what is next in line, what is kept.
 * Units: bytes in decimal units with at most three figures, exact when `wide`. Cells are aligned by code points.
 *
 * @example
 * ```ts
 * import type { Family, Plan } from 'gcplan'
 * import { option as O } from 'fp-ts'
 * import { renderTable } from 'gcplan/render'
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
 * const explain = (reason: { readonly _tag: string }): string => reason._tag
 * console.log(renderTable({ explain, columns: 'plain' })(plan).split('\n')[1]) // keep      age   web  InUse
 * ```
 */
export const renderTable =
  <R, T = Family['Target']>(options: Wording<R, T> & Layout & { readonly columns: Columns }) =>
  <F extends Spoken<R, T>>(plan: Plan<F>): string => {
    const { paint = unpainted } = options
    const rows = planView<R, T>(options)(plan).passes.flatMap((pass) => pass.rows)
    const name = left(options.labelHeading ?? 'NAME', ({ label }) => label)
    const columns =
      options.columns === 'wide'
        ? wide(name, rows.some(freesBytes))
        : plain(name, shortenDigests(rows.map(({ id }) => id)), options.namesAlone === true)
    const used = columns.filter(({ cell }) => rows.length === 0 || rows.some((row) => cell(row) !== ''))
    const [heading = [], ...lines] = alignColumns(
      used.map(({ align }) => align),
      [used.map(({ name }) => name), ...rows.map((row) => used.map(({ cell }) => cell(row)))],
    )
    const painted = lines.map(([decision = '', ...rest], index) => [
      paint(rows[index]?.decision ?? 'keep', decision),
      ...rest,
    ])
    const text = [heading.map((cell) => paint('heading', cell)), ...painted].map((cells) => cells.join('  ').trimEnd())
    return `${text.join('\n')}\n`
  }

interface Column {
  readonly name: string
  readonly align: Align
  readonly cell: (row: Row) => string
}

const left = (name: string, cell: Column['cell']): Column => ({ name, align: 'left', cell })

const plain = (name: Column, short: (id: string) => string, namesAlone: boolean): ReadonlyArray<Column> => [
  left('DECISION', ({ decision }) => decision),
  left('PASS', ({ pass }) => pass),
  left('ID', ({ id, label }) => (namesAlone && label !== '' ? '' : short(id))),
  name,
  { name: 'SIZE', align: 'right', cell: (row) => (freesBytes(row) ? formatBytes(row.frees) : '') },
  left('REASON', ({ sentences }) => short(sentences[0] ?? '')),
]

const wide = (name: Column, countsBytes: boolean): ReadonlyArray<Column> => [
  left('DECISION', ({ decision }) => decision),
  left('PASS', ({ pass }) => pass),
  left('KIND', ({ kind }) => kind),
  left('ID', ({ id }) => id),
  name,
  { name: 'BYTES', align: 'right', cell: ({ frees }) => (countsBytes && frees !== null ? `${frees}` : '') },
  left('ACTIONS', ({ actions }) => actions.join(',')),
  left('REASONS', ({ sentences }) => sentences.join('; ')),
]
