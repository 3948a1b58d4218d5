/** The line of an arrow: curves that leave and reach boxes sideways. */
import type { Point } from './layout/shape.js'

const figure = (value: number): string => String(Math.round(value * 10) / 10)

/** The path of an SVG line through the bends of an arrow. */
export const routeOf = (points: ReadonlyArray<Point>): string =>
  points
    .map(([x, y], index) => {
      const before = points[index - 1]
      if (before === undefined) return `M${figure(x)} ${figure(y)}`
      const middle = figure((before[0] + x) / 2)
      return `C${middle} ${figure(before[1])} ${middle} ${figure(y)} ${figure(x)} ${figure(y)}`
    })
    .join('')
