/**
 * Selects the objects of some kinds from API server listings, and decodes the fields needed besides metadata.
 */
import { either as E, function as F } from 'fp-ts'

import { type KubeObject, groupOf } from '../../apiserver/object.js'
import type { InvalidInput, Problem } from '../../core/problem.js'
import type { Decoder } from '../codec.js'
import { problemsAt } from '../kubectl/item.js'
import type { ListedObject, Listing } from '../kubectl/listing.js'
import { readEach, unlessProblems } from '../problems.js'
import { merge } from '../kubectl/merge.js'

/** Objects of each kind, by the keys of the readers. */
export type Kinds<R> = { readonly [K in keyof R]: R[K] extends Wanted<infer A> ? ReadonlyArray<KubeObject & A> : never }

/** A kind of one API group, in any version, and the decoder for its objects. */
export interface Wanted<A> {
  readonly group: string
  readonly kind: string
  readonly reader: Decoder<A>
}

/**
 * Reads the objects of the kinds that are wanted; others are left out.
 *
 * Order: of each kind as listed.
 * Fails with InvalidInput, paths beginning at `listings`.
 */
export const kindsIn =
  (source: string) =>
  <R extends Readonly<Record<string, Wanted<object>>>>(wanted: R) =>
  (listings: ReadonlyArray<Listing>): E.Either<InvalidInput, Kinds<R>> => {
    const names = new Map(Object.entries(wanted).map(([name, { group, kind }]) => [`${group} ${kind}`, name]))
    const nameOf = ({ apiVersion, kind }: ListedObject): string | undefined =>
      names.get(`${groupOf(apiVersion)} ${kind}`)
    const placed = listings.flatMap(({ objects }, listing) =>
      objects.flatMap((object, index): ReadonlyArray<Placed> => {
        const reader = wanted[nameOf(object) ?? '']?.reader
        return reader === undefined ? [] : [{ object, reader, listing, index }]
      }),
    )
    return F.pipe(
      E.Do,
      E.bind('objects', () => objectsIn(source)(listings)),
      E.bind('bodies', () => E.map((read: Bodies) => new Map(read))(readEach(source)(readBody)(placed))),
      E.map(({ objects, bodies }) => {
        const kinds = new Map<string, KubeObject[]>(Object.keys(wanted).map((name) => [name, []]))
        for (const object of objects) {
          const { apiVersion, kind, metadata } = object
          const rest = bodies.get(object)
          if (rest !== undefined) kinds.get(nameOf(object) ?? '')?.push({ apiVersion, kind, metadata, ...rest })
        }
        return Object.fromEntries(kinds) as unknown as Kinds<R>
      }),
    )
  }

interface Placed {
  readonly object: ListedObject
  readonly reader: Decoder<object>
  readonly listing: number
  readonly index: number
}

type Bodies = ReadonlyArray<readonly [ListedObject, object]>

const readBody = ({ object, reader, listing, index }: Placed): E.Either<ReadonlyArray<Problem>, Bodies[number]> =>
  F.pipe(
    reader.decode(object.body),
    E.bimap(problemsAt(`listings[${listing}].objects[${index}]`), (body) => [object, body]),
  )

/** The objects of listings, or the contradictions between them, with paths into `listings`. */
export const objectsIn =
  (source: string) =>
  (listings: ReadonlyArray<Listing>): E.Either<InvalidInput, ReadonlyArray<ListedObject>> => {
    const [only] = listings
    if (only !== undefined && listings.length === 1) return E.right(only.objects)
    const { objects, problems } = merge(listings.flatMap((listing) => listing.objects))
    const placed = problems.map(([index, problem]) => ({
      ...problem,
      path: `${placeIn(listings, index)}.${problem.path}`,
    }))
    return unlessProblems(source, placed)(objects)
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
