/** Draws runs that counted more bytes than they freed, with three bars each: wanted, counted and freed. */
import { formatBytes } from '../../internal/formats.js'
import { type Ink, drawing, element, fitted, words } from './svg.js'

/** One run. */
export interface ChartRun {
  readonly label: string
  /** Absent: it had no amount to reach. */
  readonly wantedBytes?: number
  readonly countedBytes: number
  readonly freedBytes: number
}

/** Runs side by side. */
export interface RunsChart {
  readonly title: string
  readonly runs: ReadonlyArray<ChartRun>
}

const width = 860
const left = 170
const right = 740
const bar = 15
const listed = 12

/**
 * Draws what runs wanted, counted and really freed as SVG.
 *
 * Shape: as `drawUsage`; the first twelve runs. Units: bytes.
 *
 * @example
 * ```ts
 * import { drawRuns } from 'gcplan/render'
 *
 * const svg = drawRuns({ title: 'Runs', runs: [{ label: '17:07:36', countedBytes: 9e9, freedBytes: 2e9 }] })
 * console.log(svg.includes('9 GB'), svg.includes('2 GB')) // true true
 * ```
 */
export const drawRuns = ({ title, runs }: RunsChart): string => {
  const list = runs.slice(0, listed)
  const most = list.reduce(
    (found, { wantedBytes = 0, countedBytes, freedBytes }) => Math.max(found, wantedBytes, countedBytes, freedBytes),
    1,
  )
  const length = (bytes: number): number => Math.max(1, (bytes / most) * (right - left))
  let y = 48
  const content: string[] = []
  for (const { label, wantedBytes, countedBytes, freedBytes } of list) {
    content.push(words(16, y + 12, fitted(label, left - 90), { class: 'f-ink', 'font-weight': 600 }))
    const bars: ReadonlyArray<readonly [string, number, Ink]> = [
      ...(wantedBytes === undefined ? [] : [['wanted', wantedBytes, 'high'] as const]),
      ['counted', countedBytes, 'counted'],
      ['freed', freedBytes, 'freed'],
    ]
    for (const [name, bytes, ink] of bars) {
      content.push(
        words(left - 8, y + 12, name, { class: 'f-soft', 'text-anchor': 'end' }),
        element('rect', { class: `f-${ink}`, x: left, y: y + 1, width: length(bytes), height: bar - 2, rx: 2 }),
        words(left + length(bytes) + 6, y + 12, formatBytes(Math.trunc(bytes)), { class: 'f-ink' }),
      )
      y += bar + 3
    }
    y += 12
  }
  if (runs.length > list.length) {
    content.push(words(16, y + 8, `and ${runs.length - list.length} more`, { class: 'f-soft' }))
    y += 20
  }
  return drawing({ width, height: y + 4, title }, content)
}
