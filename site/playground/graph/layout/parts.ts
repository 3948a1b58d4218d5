/** Splits a graph into the parts that nothing connects. */
import type { Shape } from './shape.js'

/** Boxes that arrows connect, and these arrows, by their numbers in the whole. */
export interface Part {
  readonly boxes: ReadonlyArray<number>
  readonly arrows: ReadonlyArray<number>
}

/** The parts of a graph, by their first box. */
export const partsOf = ({ boxes, arrows }: Shape): ReadonlyArray<Part> => {
  const leader = Array.from({ length: boxes }, (_, box) => box)
  const leaderOf = (box: number): number => {
    let at = box
    for (let above = leader[at] ?? at; above !== at; above = leader[at] ?? at) {
      leader[at] = leader[above] ?? above
      at = above
    }
    return at
  }
  for (const [from, to] of arrows) {
    const [one, other] = [leaderOf(from), leaderOf(to)]
    leader[Math.max(one, other)] = Math.min(one, other)
  }
  const parts = new Map<number, { readonly boxes: number[]; readonly arrows: number[] }>()
  for (let box = 0; box < boxes; box++) {
    const part = parts.get(leaderOf(box))
    if (part === undefined) parts.set(leaderOf(box), { boxes: [box], arrows: [] })
    else part.boxes.push(box)
  }
  arrows.forEach(([from], arrow) => parts.get(leaderOf(from))?.arrows.push(arrow))
  return [...parts.values()]
}
