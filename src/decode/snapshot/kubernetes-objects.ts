/**
 * Selects the objects of some kinds from API server listings, and decodes the fields needed besides metadata.
 */
import { either as E, function as F } from 'fp-ts'

import { type KubeObject, groupOf } from '../../apiserver/object.js'
import type { InvalidInput, Problem } from '../../core/problem.js'
import type { Decoder } from '../codec.js'
import { groupBy } from '../../internal/lists.js'
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

/** The kinds that are read of listings, and in whose name problems with them are told. */
export interface KindsReading {
  readonly source: string
  readonly kinds: Readonly<Record<string, Wanted<object>>>
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
    return F.pipe(
      E.Do,
      E.bind('objects', () => objectsIn(source)(listings)),
      E.bind('read', () => bodiesIn(source, wanted)(listings)),
      E.map(({ objects, read }) => {
        const bodies = new Map(read.map((body) => [body.object, body]))
        const kinds = new Map<string, KubeObject[]>(Object.keys(wanted).map((name) => [name, []]))
        for (const object of objects) {
          const body = bodies.get(object)
          const { apiVersion, kind, metadata } = object
          if (body !== undefined) kinds.get(body.name)?.push({ apiVersion, kind, metadata, ...body.rest })
        }
        return Object.fromEntries(kinds) as unknown as Kinds<R>
      }),
    )
  }

/** What is read of the objects of some kinds; fails as {@link kindsIn} does. */
export const bodiesIn = (
  source: string,
  wanted: Readonly<Record<string, Wanted<object>>>,
): ((listings: ReadonlyArray<Listing>) => E.Either<InvalidInput, ReadonlyArray<Body>>) => {
  const kindOf = kindAmong(wanted)
  return (listings) =>
    F.pipe(
      listings.flatMap(({ objects }, listing) => {
        const found: Placed[] = []
        for (const [index, object] of objects.entries()) {
          const kind = kindOf(object)
          if (kind !== undefined) found.push({ object, name: kind[0], reader: kind[1].reader, listing, index })
        }
        return found
      }),
      readEach(source)(readBody),
    )
}

/** The kind that an object is of, with its name; most objects are told by their kind alone, whatever its group. */
const kindAmong = (
  wanted: Readonly<Record<string, Wanted<object>>>,
): ((object: ListedObject) => readonly [name: string, kind: Wanted<object>] | undefined) => {
  const byKind = groupBy(([, { kind }]) => kind, Object.entries(wanted))
  return ({ apiVersion, kind }) => byKind.get(kind)?.find(([, { group }]) => group === groupOf(apiVersion))
}

/** The readers for an object, of kinds of which several may be the same; in their order. */
export const readersAmong = (
  wanted: ReadonlyArray<Wanted<object>>,
): ((object: KubeObject) => ReadonlyArray<Decoder<object>>) => {
  const byKind = groupBy(({ kind }) => kind, wanted)
  const readers = new Map<string, Map<string, ReadonlyArray<Decoder<object>>>>()
  for (const [kind, some] of byKind)
    readers.set(
      kind,
      new Map([...groupBy(({ group }) => group, some)].map(([group, of]) => [group, of.map(({ reader }) => reader)])),
    )
  return ({ apiVersion, kind }) => readers.get(kind)?.get(groupOf(apiVersion)) ?? noReaders
}

const noReaders: ReadonlyArray<never> = []

interface Placed {
  readonly object: ListedObject
  /** Of its kind. */
  readonly name: string
  readonly reader: Decoder<object>
  readonly listing: number
  readonly index: number
}

/** What was read of an object besides type and metadata. */
interface Body extends Pick<Placed, 'object' | 'name'> {
  readonly rest: object
}

const readBody = ({ object, name, reader, listing, index }: Placed): E.Either<ReadonlyArray<Problem>, Body> =>
  F.pipe(
    reader.decode(object.body),
    E.bimap(
      (errors) => problemsAt(`listings[${listing}].objects[${index}]`)(errors),
      (rest) => ({ object, name, rest }),
    ),
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
