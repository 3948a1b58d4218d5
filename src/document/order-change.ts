/**
 * Answers which of things that were put in another order have not moved: as many as can be, so that as few as can be are said to
 * have.
 */

/**
 * The places that make up the longest rising run through a list of distinct numbers; the first found of several. One pass, by
 * halving.
 */
export const unmoved = (ranks: ReadonlyArray<number>): ReadonlySet<number> => {
  /** By length less one: the place of the lowest number that ends a run of that length. */
  const ends: number[] = []
  const before: number[] = []
  ranks.forEach((rank, place) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ranks[ends[middle] as number] as number) < rank) low = middle + 1
      else high = middle
    }
    before.push(low === 0 ? -1 : (ends[low - 1] as number))
    ends[low] = place
  })
  const found = new Set<number>()
  for (let place = ends.at(-1) ?? -1; place >= 0; place = before[place] as number) found.add(place)
  return found
}
