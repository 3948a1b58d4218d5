/** The last of the four phases of `over-limits.ts`: the oldest containers of all units go, whatever their unit. */
import { elementAt, placesByRank } from '../../internal/lists.js'
import type { EvictUnits, Remove } from './evict-unit.js'
import type { Policy } from './policy.js'

/** Removes so many of the oldest of what is left, and takes each from what is left of its unit. */
export const oldestOfAll = (
  { excessOrder, maxContainers }: Policy,
  { starts, byAge }: EvictUnits,
  left: Uint32Array,
  excess: number,
  createdAt: Float64Array,
  remove: Remove,
): void => {
  const all: number[] = []
  const unitOf: number[] = []
  left.forEach((count, unit) => {
    const from = elementAt(starts, unit)
    for (let index = from; index < from + count; index++) {
      all.push(elementAt(byAge, index))
      unitOf.push(unit)
    }
  })
  const ages = new Float64Array(all.length)
  for (let index = 0; index < all.length; index++) ages[index] = -elementAt(createdAt, elementAt(all, index))
  const newestFirst = placesByRank(ages)
  const take = (index: number): void => {
    const number = elementAt(newestFirst, index)
    remove(elementAt(all, number), [{ _tag: 'OverMaxContainers', rank: index + 1, limit: maxContainers }])
    const unit = elementAt(unitOf, number)
    left[unit] = elementAt(left, unit) - 1
  }
  const limit = all.length - excess
  if (excessOrder === 'oldest-first') for (let index = all.length - 1; index >= limit; index--) take(index)
  else for (let index = limit; index < all.length; index++) take(index)
}
