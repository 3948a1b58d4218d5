/** The last of the four phases of `over-limits.ts`: the oldest containers of all units go, whatever their unit. */
import { elementAt, placesByRank } from '../../internal/lists.js'
import type { Remove, UnitLeft } from './evict-unit.js'
import type { Policy } from './policy.js'

/** Removes so many of the oldest; answers what is left of each unit, by age. */
export const oldestOfAll = (
  { excessOrder, maxContainers }: Policy,
  units: ReadonlyArray<UnitLeft>,
  excess: number,
  createdAt: Float64Array,
  remove: Remove,
): ReadonlyArray<UnitLeft> => {
  const all = units.flatMap(({ places }) => places)
  const unitOf = units.flatMap(({ places }, unit) => places.map(() => unit))
  const newestFirst = placesByRank(Float64Array.from(all, (place) => -elementAt(createdAt, place)))
  const kept = units.map(({ places }) => places.length)
  const take = (index: number): void => {
    const number = elementAt(newestFirst, index)
    remove(elementAt(all, number), [{ _tag: 'OverMaxContainers', rank: index + 1, limit: maxContainers }])
    const unit = elementAt(unitOf, number)
    kept[unit] = elementAt(kept, unit) - 1
  }
  const limit = all.length - excess
  if (excessOrder === 'oldest-first') for (let index = all.length - 1; index >= limit; index--) take(index)
  else for (let index = limit; index < all.length; index++) take(index)
  return units.map(({ unit }, index) => ({ unit, places: unit.byAge.slice(0, elementAt(kept, index)) }))
}
