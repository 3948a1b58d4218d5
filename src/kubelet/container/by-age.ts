/**
 * Groups what stands in a list, and sorts each group by age as the kubelet sorts containers and sandboxes. A group is a part
 * of one list of places: a list for each group takes longer (`npm run bench -- --apart kubelet-container`).
 */
import { elementAt, placesByRank } from '../../internal/lists.js'

/** Places in a list, group by group. */
export interface Groups {
  /** Where each group begins in the lists of places, and where the last one ends. */
  readonly starts: Uint32Array
  /** Each group in the order of the list. */
  readonly listed: Uint32Array
  /** Each group newest first; of equal ages the later in the list counts as the older. */
  readonly byAge: Uint32Array
  /** The rank of what stands at each place in its group: 1 is the newest. */
  readonly ranks: Uint32Array
}

/**
 * Groups some places, in the order of the list, by the key of each, in the order of the keys; given when what stands at each
 * place of the list was created.
 */
export const groupByAge = (places: ReadonlyArray<number>, keys: Float64Array, createdAt: Float64Array): Groups => {
  const order = placesByRank(keys)
  const listed = new Uint32Array(order.length)
  for (let index = 0; index < order.length; index++) listed[index] = elementAt(places, elementAt(order, index))
  const starts: number[] = []
  for (let index = 0; index < order.length; index++)
    if (index === 0 || elementAt(keys, elementAt(order, index)) !== elementAt(keys, elementAt(order, index - 1)))
      starts.push(index)
  starts.push(order.length)
  const byAge = listed.slice()
  const ranks = new Uint32Array(createdAt.length)
  for (let group = 1; group < starts.length; group++) {
    const [from, to] = [elementAt(starts, group - 1), elementAt(starts, group)]
    sortNewestFirst(byAge, from, to, createdAt)
    for (let index = from; index < to; index++) ranks[elementAt(byAge, index)] = index - from + 1
  }
  return { starts: Uint32Array.from(starts), listed, byAge, ranks }
}

/** How many a group has. */
export const lengthOf = ({ starts }: Groups, group: number): number =>
  elementAt(starts, group + 1) - elementAt(starts, group)

/** Parts up to this length are sorted by insertion: a call of the engine's sort costs more than sorting so few. */
const few = 16

const sortNewestFirst = (places: Uint32Array, from: number, to: number, createdAt: Float64Array): void => {
  if (to - from > few) {
    const part = Array.from(places.subarray(from, to))
    places.set(
      part.sort((a, b) => elementAt(createdAt, b) - elementAt(createdAt, a)),
      from,
    )
    return
  }
  for (let next = from + 1; next < to; next++) {
    const place = elementAt(places, next)
    const time = elementAt(createdAt, place)
    let index = next
    for (; index > from && elementAt(createdAt, elementAt(places, index - 1)) < time; index--)
      places[index] = elementAt(places, index - 1)
    places[index] = place
  }
}
