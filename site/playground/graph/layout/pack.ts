/** Packs rectangles in rows, the highest first, so that the whole comes near a ratio. */
import type { Point } from './shape.js'

/** What is packed. */
export interface Area {
  readonly width: number
  readonly height: number
}

/** The upper left corners, in the order given, and the size of the whole. */
export const pack = (
  areas: ReadonlyArray<Area>,
  gap: number,
  ratio: number,
): { readonly corners: ReadonlyArray<Point>; readonly whole: Area } => {
  const surface = areas.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0)
  const widest = areas.reduce((most, { width }) => Math.max(most, width), 0)
  const limit = Math.max(Math.sqrt(surface * ratio), widest)
  const order = areas.map((area, index) => ({ area, index })).sort((a, b) => b.area.height - a.area.height)
  const corners: Point[] = areas.map(() => [0, 0])
  let [x, y, row, width] = [0, 0, 0, 0]
  for (const { area, index } of order) {
    if (x > 0 && x + area.width > limit) {
      x = 0
      y += row + gap
      row = 0
    }
    corners[index] = [x, y]
    width = Math.max(width, x + area.width)
    x += area.width + gap
    row = Math.max(row, area.height)
  }
  return { corners, whole: { width, height: y + row } }
}
