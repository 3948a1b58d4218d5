/** Prints what will be collected, and when. */
import { option as O } from 'fp-ts'

import type * as ControlPlane from '../../simulate/control-plane/index.js'
import { type TimelineReport, type TimelineRow, type TimelineView, timelineView } from '../../view/index.js'
import type { ExitCode } from '../command.js'
import { printerOf } from '../document.js'
import { columnsOf } from '../lines.js'
import type { Format } from '../plan/flags.js'
import { explained } from './wording.js'

/** 2 if something is collected, else 0. */
export const exitCodeOf = ({ timeline: { moments } }: TimelineReport): ExitCode =>
  moments.some(({ removals }) => removals.length > 0) ? 2 : 0

const cellsOf = ({ decision, by, target, sentences }: TimelineRow): ReadonlyArray<string> => [
  decision,
  by,
  target.said,
  sentences.join('; also: '),
]

const textOf = ({ from, until, instants, drops, ending, totals }: TimelineView): ReadonlyArray<string> => {
  const lines = columnsOf('text', ['left', 'left', 'left', 'left'])(instants.flatMap(({ rows }) => rows.map(cellsOf)))
  let next = 0
  return [
    `from ${from} until ${until}`,
    '',
    ...instants.flatMap(({ said, rows }) => [said, ...rows.map(() => `  ${lines[next++] ?? ''}`.trimEnd()), '']),
    ...(drops === null ? [] : [drops]),
    ending,
    `in all: ${totals.said}`,
  ]
}

const tableOf = (format: Format, { instants, expiries }: TimelineView): ReadonlyArray<string> => {
  const rows = [
    ...instants.flatMap(({ afterMillis, at, rows: decided }) =>
      decided.map((one): Row => [afterMillis, [at, ...cellsOf(one)]]),
    ),
    ...expiries.map(({ afterMillis, earliest, name, said }): Row => [
      afterMillis,
      [earliest, 'expire', 'api-server', name, said],
    ]),
  ].sort(([a], [b]) => a - b)
  return columnsOf(format, ['left', 'left', 'left', 'left', 'left'])([
    ['TIME', 'DECISION', 'COLLECTOR', 'OBJECT', 'REASON'],
    ...rows.map(([, cells]) => cells),
  ])
}

type Row = readonly [afterMillis: number, cells: ReadonlyArray<string>]

const documentOf = ({ from, until, timeline: { moments, ended, next }, events = [] }: TimelineReport): object => ({
  from,
  until,
  moments: moments.map(({ at, removals, amendments }) => ({
    at,
    removals: removals.map(decisionOf),
    amendments: amendments.map(decisionOf),
  })),
  events: events.map(({ uid, earliest, latest }) => ({ uid, earliest, latest })),
  ended,
  next: O.toNullable(next),
})

const decisionOf = ({ target, actions, reasons }: ControlPlane.Removal | ControlPlane.Amendment): object => ({
  target,
  actions,
  ...explained(reasons),
})

/** Prints a timeline in one format. */
export const printTimeline = printerOf('gcplan/timeline', documentOf, (format, report) =>
  format === 'text' ? textOf(timelineView(report)) : tableOf(format, timelineView(report)),
)
