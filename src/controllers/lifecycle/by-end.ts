/**
 * Sort order of expired objects: the earliest end first.
 */
import { elementAt } from '../../internal/access.js'
import { placesByRank } from '../../internal/order.js'
import type { Removal } from './reason.js'
import { compareTargets } from './target.js'

/** Removals by the end of their TTL (milliseconds, by index), then by target. */
export const byEnd = (removals: ReadonlyArray<Removal>, ends: ReadonlyArray<number>): ReadonlyArray<Removal> => {
  const places = placesByRank(Float64Array.from(ends))
  const sorted = Array.from(places, (place) => elementAt(removals, place))
  for (let rank = 0; rank < places.length;) {
    const end = ends[elementAt(places, rank)]
    let next = rank + 1
    while (next < places.length && ends[elementAt(places, next)] === end) next++
    if (next > rank + 1) {
      const tied = sorted.slice(rank, next).sort((a, b) => compareTargets(a.target, b.target))
      for (const removal of tied) sorted[rank++] = removal
    }
    rank = next
  }
  return sorted
}
