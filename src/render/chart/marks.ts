/**
 * Draws events and periods along a time axis, with numbers above that lead to their instants and a row of labels
 * below.
 */
import { epochOfRfc3339 } from '../../core/time.js'
import type { ChartMark, ChartSpan } from '../../view/forecast/chart.js'
import { type Ink, apart, element, figure, fitted, words } from './svg.js'

/** Milliseconds since the epoch of an instant, or of its RFC 3339 text. */
export const epochOf = (at: Date | string): number =>
  typeof at === 'string' ? (epochOfRfc3339(at) ?? NaN) : at.getTime()

/** Where it is drawn. */
export interface Ground {
  readonly x: (time: number) => number
  readonly left: number
  readonly right: number
  /** Where the row of labels begins; the curve begins at `top`. */
  readonly row: number
  readonly top: number
  readonly bottom: number
}

const radius = 8

const inkOf = ({ kind }: ChartMark): Ink => (kind === 'eviction' ? 'danger' : 'soft')

/** What a number stands for, in the list below. */
export const listInk = ({ kind }: ChartMark): Ink => (kind === 'eviction' ? 'danger' : 'ink')

/** Draws periods as bands behind everything else. */
export const drawBands = ({ x, row, bottom }: Ground, spans: ReadonlyArray<ChartSpan>): ReadonlyArray<string> =>
  spans.map(({ from, until }) => {
    const start = x(epochOf(from))
    const width = Math.max(1, x(epochOf(until)) - start)
    return element('rect', { class: 'f-danger2', x: start, y: row, width, height: bottom - row })
  })

/** Draws the labels of bands; if two would overlap, the later one is omitted. */
export const drawBandLabels = ({ x, right, row }: Ground, spans: ReadonlyArray<ChartSpan>): ReadonlyArray<string> => {
  let end = -Infinity
  return spans.flatMap(({ from, label }) => {
    const text = fitted(label, 200)
    const start = Math.min(x(epochOf(from)), right - text.length * 7)
    if (start < end) return []
    end = start + text.length * 7 + 8
    return [
      element('rect', { class: 'f-danger2', x: start, y: row, width: text.length * 6.5 + 6, height: 16 }),
      words(start + 3, row + 12, text, { class: 'f-danger', 'font-size': 11 }),
    ]
  })
}

/** Draws marks: listed ones have a number and a line down to the axis, the others a tick. */
export const drawMarks = (
  { x, left, right, row, top, bottom }: Ground,
  marks: ReadonlyArray<ChartMark>,
  listed: number,
): ReadonlyArray<string> => {
  const numbered = marks.slice(0, listed)
  const places = apart(
    numbered.map(({ at }) => x(epochOf(at))),
    radius * 2 + 2,
    right,
    left,
  )
  const centre = row - radius - 6
  return [
    ...marks.slice(listed).map((mark) => {
      const at = x(epochOf(mark.at))
      return element('line', { class: `s-${inkOf(mark)}`, x1: at, x2: at, y1: top - 4, y2: top + 4 })
    }),
    ...numbered.map((mark, index) => {
      const at = x(epochOf(mark.at))
      return element('polyline', {
        class: `s-${inkOf(mark)}`,
        'stroke-dasharray': '2 3',
        points: [
          [places[index] ?? 0, centre],
          [at, row],
          [at, bottom],
        ]
          .map(([across = 0, down = 0]) => `${figure(across)},${figure(down)}`)
          .join(' '),
      })
    }),
    ...numbered.flatMap((mark, index) => [
      element('circle', { class: `f-${inkOf(mark)}`, cx: places[index] ?? 0, cy: centre, r: radius }),
      words(places[index] ?? 0, centre + 4, String(index + 1), {
        class: 'f-ground',
        'text-anchor': 'middle',
        'font-size': 11,
        'font-weight': 600,
      }),
    ]),
  ]
}
