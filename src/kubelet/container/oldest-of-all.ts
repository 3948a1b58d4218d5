/** The last of the four phases of `over-limits.ts`: the oldest containers of all units go, whatever their unit. */
import { elementAt, placesByRank } from '../../internal/lists.js'
import { type EvictUnits, type Remove, sumOf } from './evict-unit.js'
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
  const count = sumOf(left)
  const all = new Uint32Array(count)
  const unitOf = new Uint32Array(count)
  const ages = new Float64Array(count)
  let number = 0
  for (let unit = 0; unit < left.length; unit++) {
    const from = elementAt(starts, unit)
    for (let index = from; index < from + elementAt(left, unit); index++, number++) {
      const place = elementAt(byAge, index)
      all[number] = place
      unitOf[number] = unit
      ages[number] = -elementAt(createdAt, place)
    }
  }
  const newestFirst = placesByRank(ages)
  const take = (index: number): void => {
    const oldest = elementAt(newestFirst, index)
    remove(elementAt(all, oldest), [{ _tag: 'OverMaxContainers', rank: index + 1, limit: maxContainers }])
    const unit = elementAt(unitOf, oldest)
    left[unit] = elementAt(left, unit) - 1
  }
  const limit = all.length - excess
  if (excessOrder === 'oldest-first') for (let index = all.length - 1; index >= limit; index--) take(index)
  else for (let index = limit; index < all.length; index++) take(index)
}
