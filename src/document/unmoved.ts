import { elementAt } from '../internal/lists.js'

/**
 * The indices of a longest increasing subsequence of distinct numbers, found by binary search: the items of a reordered
 * list that need not be reported as moved.
 */
export const unmoved = (ranks: ReadonlyArray<number>): ReadonlySet<number> => {
  /** By length less one: the place of the lowest number that ends a run of that length. */
  const ends: number[] = []
  const before: number[] = []
  ranks.forEach((rank, place) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (elementAt(ranks, ends[middle] as number) < rank) low = middle + 1
      else high = middle
    }
    before.push(low === 0 ? -1 : elementAt(ends, low - 1))
    ends[low] = place
  })
  const found = new Set<number>()
  for (let place = ends.at(-1) ?? -1; place >= 0; place = elementAt(before, place)) found.add(place)
  return found
}
