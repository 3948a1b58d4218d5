/** What falls to which namespace. */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import { compareText } from '../internal/lists.js'

/** Something in a namespace, or of the cluster. */
export interface Placed {
  readonly metadata: { readonly namespace?: string | undefined }
}

/** The namespace of an object; empty for one of the cluster. */
export const placeOf = ({ metadata: { namespace = '' } }: Placed): string => namespace

/** True for a target in one of the namespaces. */
export const liesIn =
  (namespaces: ReadonlySet<string>) =>
  ({ namespace = '' }: { readonly namespace?: string | undefined }): boolean =>
    namespaces.has(namespace)

/** Every namespace that has something in it, by name; a single empty one if none has. */
export const placesOf = (...lists: ReadonlyArray<ReadonlyArray<Placed>>): RNEA.ReadonlyNonEmptyArray<string> => {
  const [first = '', ...others] = [...new Set(lists.flatMap((list) => list.map(placeOf)))].sort(compareText)
  return [first, ...others]
}

/** The same for each of a list that has a first. */
export const mapEach = <A, B>(
  [first, ...others]: RNEA.ReadonlyNonEmptyArray<A>,
  f: (a: A) => B,
): RNEA.ReadonlyNonEmptyArray<B> => [f(first), ...others.map(f)]
