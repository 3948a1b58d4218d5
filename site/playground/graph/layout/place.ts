/** Lays a whole graph out: every connected part by itself, then the parts beside each other. */
import { layered } from './layered.js'
import { pack } from './pack.js'
import { partsOf } from './parts.js'
import type { Placed, Point, Shape } from './shape.js'

const gap = 28

/** Where the boxes and the bends of arrows of a graph lie. */
export const place = (shape: Shape): Placed => {
  const parts = partsOf(shape)
  const laid = parts.map(layered(shape))
  const { corners, whole } = pack(laid, gap, shape.ratio)
  const boxes: Point[] = Array.from({ length: shape.boxes }, () => [0, 0])
  const arrows: Array<ReadonlyArray<Point>> = shape.arrows.map(() => [])
  parts.forEach((part, index) => {
    const [left, top] = corners[index] ?? [0, 0]
    const own = laid[index]
    const moved = ([x, y]: Point): Point => [x + left, y + top]
    part.boxes.forEach((box, at) => {
      boxes[box] = moved(own?.boxes[at] ?? [0, 0])
    })
    part.arrows.forEach((arrow, at) => {
      arrows[arrow] = (own?.arrows[at] ?? []).map(moved)
    })
  })
  return { boxes, arrows, ...whole }
}
