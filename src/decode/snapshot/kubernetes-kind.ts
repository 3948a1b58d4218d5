/**
 * Selects the objects of some kinds from API server listings, and decodes the fields needed besides metadata.
 */
import { either as E } from 'fp-ts'

import { groupOf } from '../../apiserver/coverage.js'
import type { KubeObject } from '../../apiserver/object.js'
import type { InvalidInput, Problem } from '../../core/problem.js'
import { problemLimit } from '../../core/problem.js'
import type { Decoder } from '../codec.js'
import { joinPath, problemsIn } from '../kubectl/item.js'
import type { ListedObject, Listing } from '../kubectl/listing.js'
import { objectsIn } from './kubernetes-objects.js'

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
    const merged = objectsIn(source)(listings)
    if (E.isLeft(merged)) return merged
    const names = new Map(Object.entries(wanted).map(([name, { group, kind }]) => [`${group} ${kind}`, name]))
    const nameOf = ({ apiVersion, kind }: ListedObject): string | undefined =>
      names.get(`${groupOf(apiVersion)} ${kind}`)
    const found = new Map<ListedObject, object>()
    const problems: Problem[] = []
    listings.forEach(({ objects }, listing) => {
      objects.forEach((object, index) => {
        const reader = wanted[nameOf(object) ?? '']?.reader
        if (reader === undefined || problems.length >= problemLimit) return
        const read = reader.validate(object.body, [])
        if (E.isRight(read)) found.set(object, read.right)
        else
          for (const problem of problemsIn(read, '', reader.name))
            problems.push({ ...problem, path: joinPath(`listings[${listing}].objects[${index}]`, problem.path) })
      })
    })
    const [first, ...rest] = problems.slice(0, problemLimit)
    if (first !== undefined) return E.left({ _tag: 'InvalidInput', source, problems: [first, ...rest] })
    const kinds = new Map<string, KubeObject[]>(Object.keys(wanted).map((name) => [name, []]))
    for (const object of merged.right) {
      const { apiVersion, kind, metadata } = object
      const rest = found.get(object)
      if (rest !== undefined) kinds.get(nameOf(object) ?? '')?.push({ apiVersion, kind, metadata, ...rest })
    }
    return E.right(Object.fromEntries(kinds) as unknown as Kinds<R>)
  }
