/** Where the arrow keys lead from a box: along arrows, and up and down among those that hang on the same holder. */
import type { Graph } from './graph.js'
import type { Placed } from './layout/shape.js'

/** A direction of the arrow keys; holders are drawn left of what they hold. */
export type Way = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

/** The keys that walk. */
export const isWay = (key: string): key is Way =>
  key === 'ArrowLeft' || key === 'ArrowRight' || key === 'ArrowUp' || key === 'ArrowDown'

/** Who is next to whom. */
export interface Walk {
  /** The box to go to, or the same where nothing lies that way. */
  readonly next: (from: string, way: Way) => string
  /** How many things hold a box, and how many it holds. */
  readonly degree: (id: string) => { readonly holders: number; readonly held: number }
}

/** Walks over a graph that has been laid out. */
export const walkOver = ({ boxes, arrows }: Graph, placed: Placed): Walk => {
  const places = new Map(boxes.map(({ id }, number) => [id, placed.boxes[number] ?? [0, 0]]))
  const holders = new Map<string, Set<string>>()
  const held = new Map<string, Set<string>>()
  for (const { from, to } of arrows) {
    if (!places.has(from) || !places.has(to)) continue
    put(holders, to, from)
    put(held, from, to)
  }
  const heightOf = (id: string): number => places.get(id)?.[1] ?? 0
  const columnOf = (id: string): number => places.get(id)?.[0] ?? 0
  const nearest = (from: string, among: Iterable<string>): string | undefined =>
    [...among].sort((a, b) => Math.abs(heightOf(a) - heightOf(from)) - Math.abs(heightOf(b) - heightOf(from)))[0]
  const beside = (from: string, isDown: boolean): string | undefined => {
    const column = boxes.filter(({ id }) => Math.abs(columnOf(id) - columnOf(from)) < 90 && id !== from)
    const ahead = column.filter(({ id }) => (isDown ? heightOf(id) > heightOf(from) : heightOf(id) < heightOf(from)))
    return nearest(
      from,
      ahead.map(({ id }) => id),
    )
  }
  return {
    next: (from, way) => {
      switch (way) {
        case 'ArrowLeft':
          return nearest(from, holders.get(from) ?? []) ?? from
        case 'ArrowRight':
          return nearest(from, held.get(from) ?? []) ?? from
        case 'ArrowUp':
          return beside(from, false) ?? from
        case 'ArrowDown':
          return beside(from, true) ?? from
      }
    },
    degree: (id) => ({ holders: holders.get(id)?.size ?? 0, held: held.get(id)?.size ?? 0 }),
  }
}

const put = (map: Map<string, Set<string>>, key: string, value: string): void => {
  const found = map.get(key)
  if (found === undefined) map.set(key, new Set([value]))
  else found.add(value)
}
