/** Sorts places in a list by the age of what stands there, as the kubelet sorts containers and sandboxes. */
import { elementAt } from '../../internal/lists.js'

/** Lists up to this length are sorted by insertion: a call of the engine's sort costs more than sorting so few. */
const few = 16

/**
 * The places by age, newest first, given when what stands at each was created; of equal ages the later in the list counts as
 * the older. The same list where it is in that order already.
 */
export const newestFirst = (places: ReadonlyArray<number>, createdAt: Float64Array): ReadonlyArray<number> => {
  if (isNewestFirst(places, createdAt)) return places
  return places.length > few
    ? places.toSorted((a, b) => elementAt(createdAt, b) - elementAt(createdAt, a))
    : inserted(places, createdAt)
}

const isNewestFirst = (places: ReadonlyArray<number>, createdAt: Float64Array): boolean => {
  for (let index = 1; index < places.length; index++)
    if (elementAt(createdAt, elementAt(places, index)) > elementAt(createdAt, elementAt(places, index - 1)))
      return false
  return true
}

const inserted = (places: ReadonlyArray<number>, createdAt: Float64Array): ReadonlyArray<number> => {
  const sorted: number[] = []
  for (const place of places) {
    const time = elementAt(createdAt, place)
    let index = sorted.length
    for (; index > 0 && elementAt(createdAt, elementAt(sorted, index - 1)) < time; index--)
      sorted[index] = elementAt(sorted, index - 1)
    sorted[index] = place
  }
  return sorted
}
