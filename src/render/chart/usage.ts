/** Draws disk usage over time with thresholds, runs and periods of node pressure. */
import { instant } from '../../core/time.js'
import { formatInstant } from '../../internal/formats.js'
import type { ChartLevel, UsageChart } from '../../view/forecast/chart.js'
import { type Ground, drawBandLabels, drawBands, drawMarks, epochOf, listInk } from './marks.js'
import { type Ink, apart, drawing, element, figure, fitted, words } from './svg.js'

const width = 860
const left = 52
const right = 640
/** Below the title and the numbers. */
const row = 70
/** A row of labels, where anything lasted. */
const rowHeight = 20
const high = 256
/** The number of marks that are numbered and listed; the others only get a tick. */
const listed = 10

const inks: { readonly [K in ChartLevel['kind']]: Ink } = { high: 'high', low: 'low', eviction: 'danger' }

/**
 * Draws disk usage over time as SVG.
 *
 * Shape: self-contained SVG; colours follow the reader's light or dark theme. The first ten marks are numbered and
 * listed below, the others only ticked. Times are in UTC. A chart without points shows only its frame.
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
  const times = points.map(({ at }) => epochOf(at))
  const from = times[0] ?? 0
  const until = Math.max(from + 1, times.at(-1) ?? 0)
  const percents = points.map(({ usedBytes }) => (capacityBytes > 0 ? (usedBytes / capacityBytes) * 100 : 0))
  const shown = [...levels.map(({ percent }) => percent), ...percents]
  const axis = percentMarks(least(shown, 100), most(shown, 0))
  const lowest = axis[0]
  const highest = axis.at(-1) ?? 100
  const top = spans.length === 0 ? row : row + rowHeight
  const bottom = top + high
  const x = (time: number): number => left + ((clamp(time, from, until) - from) / (until - from)) * (right - left)
  const y = (percent: number): number =>
    bottom - ((clamp(percent, lowest, highest) - lowest) / (highest - lowest)) * high
  const ground: Ground = { x, left, right, row, top, bottom }
  const list = marks.slice(0, listed)
  const more = marks.length - list.length
  const height = bottom + 52 + (list.length + (more > 0 ? 1 : 0)) * 18 + (list.length > 0 ? 8 : 0)
  const long = until - from > 86_400_000
  return drawing({ width, height, title: chart.title }, [
    ...drawBands(ground, spans),
    ...axis.flatMap((percent) => [
      element('line', { class: 's-grid', x1: left, x2: right, y1: y(percent), y2: y(percent) }),
      words(left - 8, y(percent) + 4, `${figure(percent)} %`, { class: 'f-soft', 'text-anchor': 'end' }),
    ]),
    ...timeMarks(from, until, long ? 7 : 9).flatMap((time) => [
      element('line', { class: 's-grid', x1: x(time), x2: x(time), y1: bottom, y2: bottom + 5 }),
      words(x(time), bottom + 20, sayMark(formatInstant(instant(time)), long), {
        class: 'f-soft',
        'text-anchor': 'middle',
      }),
    ]),
    ...drawLevels(levels, y, bottom),
    element('polyline', {
      class: 's-usage',
      'stroke-width': 2.5,
      'stroke-linejoin': 'round',
      points: points.map(({ at }, index) => `${figure(x(epochOf(at)))},${figure(y(percents[index] ?? 0))}`).join(' '),
    }),
    ...drawMarks(ground, marks, listed),
    ...drawBandLabels(ground, spans),
    ...list.flatMap((mark, index) => {
      const line = { class: `f-${listInk(mark)}` }
      const at = bottom + 52 + index * 18
      return [
        words(left + 12, at, `${index + 1}`, { ...line, 'text-anchor': 'end', 'font-weight': 600 }),
        words(left + 24, at, fitted(mark.label, width - left - 40), line),
      ]
    }),
    ...(more > 0 ? [words(left + 24, bottom + 52 + list.length * 18, `and ${more} more`, { class: 'f-soft' })] : []),
  ])
}

const least = (values: ReadonlyArray<number>, without: number): number =>
  values.reduce((found, value) => Math.min(found, value), without)

const most = (values: ReadonlyArray<number>, without: number): number =>
  values.reduce((found, value) => Math.max(found, value), without)

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

const drawLevels = (
  levels: ReadonlyArray<ChartLevel>,
  y: (percent: number) => number,
  bottom: number,
): ReadonlyArray<string> => {
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

/** Ticks of an axis and their labels. */

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080, 43_200].map(
  (minutes) => minutes * 60_000,
)

/** The ticks of a time axis, at round instants and about `most` at most; includes the ends if they are round. */
const timeMarks = (from: number, until: number, most: number): ReadonlyArray<number> => {
  const span = Math.max(1, until - from)
  const step = steps.find((one) => span / one <= most) ?? Math.ceil(span / most)
  const marks: number[] = []
  for (let mark = Math.ceil(from / step) * step; mark <= until && marks.length <= most; mark += step) marks.push(mark)
  return marks
}

/** An instant in UTC: the time of day, with the day where an axis is longer than one. */
const sayMark = (iso: string, longerThanADay: boolean): string =>
  longerThanADay ? `${iso.slice(5, 10)} ${iso.slice(11, 16)}` : iso.slice(11, 16)

/** Percents of an axis that holds the given ones, five apart. */
const percentMarks = (least: number, most: number): readonly [number, ...number[]] => {
  const low = Math.max(0, Math.floor((least - 1) / 5) * 5)
  const high = Math.min(100, Math.max(low + 10, Math.ceil((most + 1) / 5) * 5))
  const step = high - low > 50 ? 10 : 5
  const marks: number[] = []
  for (let mark = low + step; mark < high; mark += step) marks.push(mark)
  return [low, ...marks, high]
}
