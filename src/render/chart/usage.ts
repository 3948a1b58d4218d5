/**
 * Answers how the course of a disk is drawn: usage over time, the thresholds, the runs, and when the node was under
 * pressure.
 */
import { instant } from '../../core/time.js'
import { sayInstant } from '../quantity.js'
import type { Ink } from './svg.js'
import { apart, drawing, element, figure, fitted, words } from './svg.js'
import { percentMarks, sayMark, timeMarks } from './axis.js'

/** A threshold. */
export interface ChartLevel {
  /** Percent of the capacity in use. */
  readonly percent: number
  readonly label: string
  readonly kind: 'high' | 'low' | 'eviction'
}

/** Something that happened at an instant. */
export interface ChartMark {
  readonly at: Date
  /** What the list below the drawing says of it. */
  readonly label: string
  readonly kind: 'run' | 'eviction'
}

/** Something that lasted. */
export interface ChartSpan {
  readonly from: Date
  readonly until: Date
  readonly label: string
}

/** The course of a disk. */
export interface UsageChart {
  readonly title: string
  readonly capacityBytes: number
  /** Corners of the curve, by time. */
  readonly points: ReadonlyArray<{ readonly at: Date; readonly usedBytes: number }>
  readonly levels: ReadonlyArray<ChartLevel>
  readonly marks: ReadonlyArray<ChartMark>
  readonly spans: ReadonlyArray<ChartSpan>
}

const width = 860
const left = 52
const right = 640
const top = 64
const bottom = 320
/** So many marks are numbered and listed; the others are only ticked. */
const listed = 10

const inks: { readonly [K in ChartLevel['kind']]: Ink } = { high: 'high', low: 'low', eviction: 'danger' }

/**
 * Draws the course of a disk as SVG.
 *
 * Shape: a text that needs nothing else; colours follow the reader's choice of light or dark. The first ten marks are
 * numbered and listed below, the others only ticked. Times are in UTC. A chart without points is its frame.
 *
 * @example
 * ```ts
 * import { drawUsage } from 'gcplan/render'
 *
 * const svg = drawUsage({
 *   title: 'A disk',
 *   capacityBytes: 100,
 *   points: [
 *     { at: new Date('2026-01-01T12:00:00Z'), usedBytes: 70 },
 *     { at: new Date('2026-01-01T13:00:00Z'), usedBytes: 80 },
 *   ],
 *   levels: [{ percent: 85, label: 'high threshold', kind: 'high' }],
 *   marks: [],
 *   spans: [],
 * })
 * console.log(svg.startsWith('<svg'), svg.includes('high threshold')) // true true
 * ```
 */
export const drawUsage = (chart: UsageChart): string => {
  const { points, levels, marks, spans, capacityBytes } = chart
  const times = points.map(({ at }) => at.getTime())
  const from = times[0] ?? 0
  const until = Math.max(from + 1, times.at(-1) ?? 0)
  const percents = points.map(({ usedBytes }) => (capacityBytes > 0 ? (usedBytes / capacityBytes) * 100 : 0))
  const shown = [...levels.map(({ percent }) => percent), ...percents]
  const axis = percentMarks(least(shown, 100), most(shown, 0))
  const low = axis[0]
  const high = axis.at(-1) ?? 100
  const x = (time: number): number => left + ((clamp(time, from, until) - from) / (until - from)) * (right - left)
  const y = (percent: number): number => bottom - ((clamp(percent, low, high) - low) / (high - low)) * (bottom - top)
  const list = marks.slice(0, listed)
  const more = marks.length - list.length
  const height = bottom + 52 + (list.length + (more > 0 ? 1 : 0)) * 18 + (list.length > 0 ? 8 : 0)
  const long = until - from > 86_400_000
  return drawing({ width, height, title: chart.title }, [
    ...spans.map((span) =>
      element('rect', {
        class: 'f-danger2',
        x: x(span.from.getTime()),
        y: top,
        width: Math.max(1, x(span.until.getTime()) - x(span.from.getTime())),
        height: bottom - top,
      }),
    ),
    ...axis.flatMap((percent) => [
      element('line', { class: 's-grid', x1: left, x2: right, y1: y(percent), y2: y(percent) }),
      words(left - 8, y(percent) + 4, `${figure(percent)} %`, { class: 'f-soft', 'text-anchor': 'end' }),
    ]),
    ...timeMarks(from, until, long ? 7 : 9).flatMap((time) => [
      element('line', { class: 's-grid', x1: x(time), x2: x(time), y1: bottom, y2: bottom + 5 }),
      words(x(time), bottom + 20, sayMark(sayInstant(instant(time)), long), {
        class: 'f-soft',
        'text-anchor': 'middle',
      }),
    ]),
    ...drawLevels(levels, y),
    element('polyline', {
      class: 's-usage',
      'stroke-width': 2.5,
      'stroke-linejoin': 'round',
      points: points.map(({ at }, index) => `${figure(x(at.getTime()))},${figure(y(percents[index] ?? 0))}`).join(' '),
    }),
    ...drawMarks(list, marks, x),
    ...spanLabels(spans, x),
    ...list.map((mark, index) =>
      words(left, bottom + 52 + index * 18, `${index + 1}  ${fitted(mark.label, width - left - 40)}`, {
        class: mark.kind === 'eviction' ? 'f-danger' : 'f-ink',
      }),
    ),
    ...(more > 0 ? [words(left, bottom + 52 + list.length * 18, `and ${more} more`, { class: 'f-soft' })] : []),
  ])
}

const least = (values: ReadonlyArray<number>, without: number): number =>
  values.reduce((found, value) => Math.min(found, value), without)

const most = (values: ReadonlyArray<number>, without: number): number =>
  values.reduce((found, value) => Math.max(found, value), without)

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

const drawLevels = (levels: ReadonlyArray<ChartLevel>, y: (percent: number) => number): ReadonlyArray<string> => {
  const places = apart(
    levels.map(({ percent }) => y(percent)),
    15,
    bottom,
  )
  return levels.flatMap(({ percent, label, kind }, index) => {
    const ink = inks[kind]
    const place = places[index] ?? 0
    return [
      element('line', {
        class: `s-${ink}`,
        x1: left,
        x2: right,
        y1: y(percent),
        y2: y(percent),
        'stroke-dasharray': '6 4',
        'stroke-width': 1.5,
      }),
      element('polyline', {
        class: `s-${ink}`,
        points: `${figure(right)},${figure(y(percent))} ${figure(right + 8)},${figure(place)} ${figure(right + 12)},${figure(place)}`,
      }),
      words(right + 16, place + 4, fitted(`${figure(percent)} % ${label}`, width - right - 24), { class: `f-${ink}` }),
    ]
  })
}

/** Labels stand in a row of their own; where there is no room between two of them the later one is left out. */
const spanLabels = (spans: ReadonlyArray<ChartSpan>, x: (time: number) => number): ReadonlyArray<string> => {
  let end = -Infinity
  return spans.flatMap(({ from, label }) => {
    const text = fitted(label, 200)
    const start = Math.min(x(from.getTime()), right - text.length * 7)
    if (start < end) return []
    end = start + text.length * 7 + 8
    return [
      element('rect', { class: 'f-danger2', x: start + 1, y: top + 2, width: text.length * 6.5 + 4, height: 16 }),
      words(start + 3, top + 14, text, { class: 'f-danger', 'font-size': 11 }),
    ]
  })
}

const drawMarks = (
  list: ReadonlyArray<ChartMark>,
  all: ReadonlyArray<ChartMark>,
  x: (time: number) => number,
): ReadonlyArray<string> => {
  const inkOf = ({ kind }: ChartMark): Ink => (kind === 'eviction' ? 'danger' : 'soft')
  const lines = all.map((mark) =>
    element('line', {
      class: `s-${inkOf(mark)}`,
      x1: x(mark.at.getTime()),
      x2: x(mark.at.getTime()),
      y1: top - 4,
      y2: list.includes(mark) ? bottom : top + 4,
      'stroke-dasharray': '2 3',
    }),
  )
  const places = apart(
    list.map(({ at }) => x(at.getTime())),
    18,
    right,
  )
  const numbers = list.flatMap((mark, index) => [
    element('circle', { class: `f-${inkOf(mark)}`, cx: places[index] ?? 0, cy: top - 12, r: 8 }),
    words(places[index] ?? 0, top - 8, String(index + 1), {
      class: 'f-ground',
      'text-anchor': 'middle',
      'font-size': 11,
      'font-weight': 600,
    }),
  ])
  return [...lines, ...numbers]
}
