/** Lays one connected part out in layers, holders left of what they hold. */
import dagre from '@dagrejs/dagre'

import type { Area } from './pack.js'
import type { Part } from './parts.js'
import type { Point, Shape } from './shape.js'

/** A part with its own corner at 0, 0. */
export interface LaidPart extends Area {
  readonly boxes: ReadonlyArray<Point>
  readonly arrows: ReadonlyArray<ReadonlyArray<Point>>
}

interface Place {
  readonly x: number
  readonly y: number
}

const margin = 4

/** Lays a part out; a single box needs no library. */
export const layered =
  ({ arrows, width, height }: Shape) =>
  (part: Part): LaidPart => {
    if (part.boxes.length === 1)
      return { boxes: [[width / 2, height / 2]], arrows: part.arrows.map(() => []), width, height }
    const graph = new dagre.graphlib.Graph({ multigraph: true })
    graph.setGraph({
      rankdir: 'LR',
      nodesep: 14,
      ranksep: 56,
      edgesep: 8,
      marginx: margin,
      marginy: margin,
      ranker: 'tight-tree',
    })
    for (const box of part.boxes) graph.setNode(String(box), { width, height })
    for (const arrow of part.arrows) {
      const [from, to] = arrows[arrow] ?? [0, 0]
      graph.setEdge(String(from), String(to), {}, String(arrow))
    }
    dagre.layout(graph)
    // The library's types say any.
    const whole = graph.graph() as Partial<Area>
    return {
      boxes: part.boxes.map((box) => {
        const { x, y } = graph.node(String(box)) as Place
        return [x, y]
      }),
      arrows: part.arrows.map((arrow) => {
        const [from, to] = arrows[arrow] ?? [0, 0]
        const { points } = graph.edge({ v: String(from), w: String(to), name: String(arrow) }) as {
          readonly points: ReadonlyArray<Place>
        }
        return points.map(({ x, y }): Point => [x, y])
      }),
      width: whole.width ?? width,
      height: whole.height ?? height,
    }
  }
