/**
 * Merges the objects of several API server listings into one list.
 */
import { either as E } from 'fp-ts'

import type { InvalidInput } from '../../core/problem.js'
import type { Listing, ListedObject } from '../kubectl/listing.js'
import { merge } from '../kubectl/merge.js'

/** The objects of listings, or the contradictions between them, with paths into `listings`. */
export const objectsIn =
  (source: string) =>
  (listings: ReadonlyArray<Listing>): E.Either<InvalidInput, ReadonlyArray<ListedObject>> => {
    const [only] = listings
    if (only !== undefined && listings.length === 1) return E.right(only.objects)
    const { objects, problems } = merge(listings.flatMap((listing) => listing.objects))
    const [first, ...rest] = problems.map(([index, problem]) => ({
      ...problem,
      path: `${placeIn(listings, index)}.${problem.path}`,
    }))
    return first === undefined ? E.right(objects) : E.left({ _tag: 'InvalidInput', source, problems: [first, ...rest] })
  }

const placeIn = (listings: ReadonlyArray<Listing>, index: number): string => {
  let left = index
  const listing = listings.findIndex(({ objects }) => {
    const isHere = left < objects.length
    if (!isHere) left -= objects.length
    return isHere
  })
  return `listings[${listing}].objects[${left}]`
}
