/** Prints what will be collected, and when. */
import { compareAsc } from 'date-fns/compareAsc'
import { isEqual } from 'date-fns/isEqual'
import { option as O } from 'fp-ts'

import type * as ControlPlane from '../../simulate/control-plane/index.js'
import { type Layout, formatInstant } from '../../render/index.js'
import type { ExitCode } from '../command.js'
import { printerOf } from '../document.js'
import { columnsOf, counted } from '../lines.js'
import type { Format } from '../plan/flags.js'
import { type EventEnd, sayEnd } from './event-ends.js'
import { sayObject } from './object.js'
import { explained, sayAhead, sayWho, sentencesOf } from './wording.js'

/** What will be collected until an instant. */
export interface TimelineReport extends Pick<Layout, 'decisions'> {
  readonly from: Date
  readonly until: Date
  readonly timeline: ControlPlane.Timeline
  /** Events that may end until then. */
  readonly events: ReadonlyArray<EventEnd>
}

/** 2 if something is collected, else 0. */
export const exitCodeOf = ({ timeline: { moments } }: TimelineReport): ExitCode =>
  moments.some(({ removals }) => removals.length > 0) ? 2 : 0

type Decided = ControlPlane.Removal | ControlPlane.Amendment

/** Decisions of one instant, in the order in which they follow from each other. */
interface Instant {
  readonly at: Date
  readonly decided: ReadonlyArray<readonly [word: 'remove' | 'amend', decision: Decided]>
}

const instantsOf = ({ timeline: { moments } }: TimelineReport): ReadonlyArray<Instant> => {
  const instants: { at: Date; decided: [word: 'remove' | 'amend', decision: Decided][] }[] = []
  for (const { at, removals, amendments } of moments) {
    let last = instants.at(-1)
    if (last === undefined || !isEqual(last.at, at)) instants.push((last = { at, decided: [] }))
    for (const removal of removals) last.decided.push(['remove', removal])
    for (const amendment of amendments) last.decided.push(['amend', amendment])
  }
  return instants
}

/** The decisions that `--only` lists; an instant without any is dropped. */
const listedIn = ({ decisions }: TimelineReport, instants: ReadonlyArray<Instant>): ReadonlyArray<Instant> =>
  decisions === undefined
    ? instants
    : instants
        .map(({ at, decided }) => ({ at, decided: decided.filter(([word]) => decisions.includes(word)) }))
        .filter(({ decided }) => decided.length > 0)

const cellsOf = ([word, { target, reasons }]: Instant['decided'][number]): ReadonlyArray<string> => [
  word,
  sayWho(reasons),
  sayObject(target),
  sentencesOf(reasons).join('; also: '),
]

const textOf = (report: TimelineReport): ReadonlyArray<string> => {
  const { from, until } = report
  const all = instantsOf(report)
  const instants = listedIn(report, all)
  const lines = columnsOf('text', ['left', 'left', 'left', 'left'])(
    instants.flatMap(({ decided }) => decided.map(cellsOf)),
  )
  let next = 0
  return [
    `from ${formatInstant(from)} until ${formatInstant(until)}`,
    '',
    ...instants.flatMap(({ at, decided }) => [
      sayAhead(from, at),
      ...decided.map(() => `  ${lines[next++] ?? ''}`.trimEnd()),
      '',
    ]),
    ...sayEvents(report),
    sayEnding(report),
    `in all: ${sayTotals(all)}`,
  ]
}

const sayEvents = ({ events }: TimelineReport): ReadonlyArray<string> => {
  const [first] = events
  if (first === undefined) return []
  let { latest } = first
  for (const event of events) if (event.latest > latest) latest = event.latest
  const many = counted(events.length, 'Event')
  return [`the API server drops ${many} between ${formatInstant(first.earliest)} and ${formatInstant(latest)}`]
}

const sayEnding = ({ from, timeline: { ended, next } }: TimelineReport): string => {
  const when = O.isSome(next) ? sayAhead(from, next.value) : 'some time'
  switch (ended) {
    case 'Quiet':
      return 'then nothing changes by itself any more'
    case 'Reached':
      return `next change at ${when}`
    case 'CutOff':
      return `more follows from ${when} on`
  }
}

const sayTotals = (instants: ReadonlyArray<Instant>): string => {
  const decided = instants.flatMap((instant) => instant.decided)
  const count = (word: string): number =>
    new Set(decided.flatMap(([is, { target }]) => (is === word ? [target.id] : []))).size
  return `${counted(count('remove'), 'object')} removed and ${count('amend')} changed at ${counted(instants.length, 'instant')}`
}

const tableOf = (format: Format, report: TimelineReport): ReadonlyArray<string> => {
  const rows = [
    ...listedIn(report, instantsOf(report)).flatMap(({ at, decided }) => decided.map((one): Row => [at, cellsOf(one)])),
    ...report.events.map((event): Row => [event.earliest, ['expire', 'api-server', event.said, sayEnd(event)]]),
  ].sort(([a], [b]) => compareAsc(a, b))
  return columnsOf(format, ['left', 'left', 'left', 'left', 'left'])([
    ['TIME', 'DECISION', 'COLLECTOR', 'OBJECT', 'REASON'],
    ...rows.map(([at, cells]) => [formatInstant(at), ...cells]),
  ])
}

type Row = readonly [at: Date, cells: ReadonlyArray<string>]

const documentOf = ({ from, until, timeline: { moments, ended, next }, events }: TimelineReport): object => ({
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

const decisionOf = ({ target, actions, reasons }: Decided): object => ({ target, actions, ...explained(reasons) })

/** Prints a timeline in one format. */
export const printTimeline = printerOf('gcplan/timeline', documentOf, (format, report) =>
  format === 'text' ? textOf(report) : tableOf(format, report),
)
