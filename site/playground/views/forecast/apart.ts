/** Moves what would lie on each other apart: labels of thresholds, their knobs, numbers of marks. */
import type { Level } from './level.js'
import type { Ground } from './scale.js'

/** A threshold on the chart: its line, its label and its knob, in pixels. */
export interface PlacedLevel {
  readonly level: Level
  readonly y: number
  readonly place: number
  readonly knob: number
}

/** From one label to the next. */
const labelHeight = 16

/** Labels from the top down, and back up where they would leave the chart; knobs of thresholds that are close stand beside each other, so that each can be taken. */
export const placedLevels = (
  levels: ReadonlyArray<Level>,
  { top, right, bottom }: Ground,
  yOf: (level: Level) => number,
): ReadonlyArray<PlacedLevel> => {
  let least = top - 6
  let most = bottom
  const taken: number[] = []
  return levels
    .map((level) => ({ level, y: yOf(level) }))
    .toSorted((a, b) => a.y - b.y)
    .map(({ level, y }) => {
      least = Math.max(least + labelHeight, y)
      const others = taken.filter((other) => Math.abs(other - y) < 22).length
      taken.push(y)
      return { level, y, place: least, knob: right - others * 30 }
    })
    .toReversed()
    .map((one) => {
      const place = Math.min(one.place, most)
      most = place - labelHeight
      return { ...one, place }
    })
    .toReversed()
}

/** A run or an eviction, by its number in the table. */
export interface Mark {
  readonly at: number
  readonly kind: 'run' | 'eviction'
  readonly number: number
  readonly said: string
}

/** A mark on the chart: where it happens and where its number stands, in pixels. */
export interface PlacedMark {
  readonly mark: Mark
  readonly x: number
  readonly place: number
}

/** From one number to the next. */
const numberWidth = 19

/** As many marks as have room beside each other: evictions first, then the earliest; the table has them all. */
const shownOf = (marks: ReadonlyArray<Mark>, { left, right }: Ground): ReadonlyArray<Mark> => {
  const room = Math.floor((right - left) / numberWidth)
  const evictions = marks.filter(({ kind }) => kind === 'eviction')
  const shown = new Set([...evictions, ...marks.filter(({ kind }) => kind !== 'eviction')].slice(0, room))
  return marks.filter((mark) => shown.has(mark))
}

/** Numbers that would lie on each other are moved to the right, and back where that leaves the chart. */
export const placedMarks = (
  marks: ReadonlyArray<Mark>,
  ground: Ground,
  xOf: (time: number) => number,
): ReadonlyArray<PlacedMark> => {
  let least = -Infinity
  const placed = shownOf(marks, ground).map((mark) => {
    const x = xOf(mark.at)
    least = Math.max(least + numberWidth, x)
    return { mark, x, place: least }
  })
  let most = ground.right
  return placed
    .toReversed()
    .map((one) => {
      const place = Math.min(one.place, most)
      most = place - numberWidth
      return { ...one, place }
    })
    .toReversed()
}
