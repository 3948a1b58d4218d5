/**
 * Coverage of API server listings. A list does not show which kinds, namespaces or labels were asked for, so nothing is
 * covered unless the caller states it. A statement about a list with missing pages is rejected.
 */
import type { either as E } from 'fp-ts'

import type { CoveredResource, Coverage } from '../../apiserver/scope.js'
import { groupOf } from '../../apiserver/object.js'
import type { InvalidInput, Problem } from '../../core/problem.js'
import type { Listing, ListRead } from '../kubectl/listing.js'
import { unlessProblems } from '../problems.js'

/** A statement about what the listings cover, with the reason. */
export type CoverageStatement =
  /**
   * Every list holds all objects of its kinds in these namespaces, e.g. from `kubectl get KINDS -A`. Covers the kinds
   * that a complete list names or shows; state others by name. Objects without a list cover nothing.
   */
  | { readonly _tag: 'ListedKinds'; readonly namespaces: 'all' | ReadonlyArray<string>; readonly because: string }
  /** These resources were listed in full, even if empty. */
  | {
      readonly _tag: 'Resources'
      readonly resources: ReadonlyArray<Omit<CoveredResource, 'because'>>
      readonly because: string
    }
  /** The whole cluster was listed. */
  | { readonly _tag: 'Everything'; readonly because: string }

/** The coverage that the statements give to the lists of listings. */
export const coverageOf =
  (source: string) =>
  (
    statements: ReadonlyArray<CoverageStatement>,
    listings: ReadonlyArray<Listing>,
  ): E.Either<InvalidInput, Coverage> => {
    const kinds = kindsOf(listings.flatMap(({ lists }) => lists))
    const problems: Problem[] = []
    const resources: CoveredResource[] = []
    let everything: Coverage | undefined
    statements.forEach((statement, index) => {
      const { because } = statement
      const claimed = claimedBy(statement, kinds)
      for (const { group, kind, namespaces } of claimed) resources.push({ group, kind, namespaces, because })
      if (statement._tag === 'Everything') everything ??= { _tag: 'Everything', because }
      const touched =
        statement._tag === 'Everything'
          ? [...kinds.values()]
          : claimed.flatMap(({ group, kind }) => kinds.get(keyOf(group, kind)) ?? [])
      for (const { kind, pages } of touched)
        if (pages !== 'whole')
          problems.push({
            path: `covers[${index}]`,
            expected: `all pages of the list of ${kind}`,
            actual: pages === 'open' ? 'a list that continues' : 'pages that do not add up',
          })
    })
    return unlessProblems(source, problems)<Coverage>(everything ?? { _tag: 'Resources', resources })
  }

const claimedBy = (statement: CoverageStatement, kinds: Kinds): ReadonlyArray<CoveredResource> => {
  switch (statement._tag) {
    case 'Everything':
      return []
    case 'Resources':
      return statement.resources
    case 'ListedKinds':
      return [...kinds.values()]
        .filter(({ pages }) => pages === 'whole')
        .map(({ group, kind }) => ({ group, kind, namespaces: statement.namespaces }))
  }
}

/** A kind that was listed, and whether pages of its list are missing: at the end, or anywhere. */
interface ListedKind {
  readonly group: string
  readonly kind: string
  readonly pages: 'whole' | 'open' | 'broken'
  /** How many objects the pages to come hold; undefined where the server did not say. */
  readonly toCome: number | undefined
}

type Kinds = ReadonlyMap<string, ListedKind>

const keyOf = (group: string, kind: string): string => `${kind}.${group}`

const kindsOf = (lists: ReadonlyArray<ListRead>): Kinds => {
  const kinds = new Map<string, ListedKind>()
  for (const list of lists)
    for (const { apiVersion, kind } of list.of === undefined ? list.shows : [list.of]) {
      const group = groupOf(apiVersion)
      const before = kinds.get(keyOf(group, kind)) ?? { group, kind, pages: 'whole', toCome: undefined }
      kinds.set(keyOf(group, kind), follow(before, list))
    }
  return kinds
}

/** Pages of one list come one after the other; each but the last says that there is more, and as a rule how much. */
const follow = (kind: ListedKind, { count, continues, remaining }: ListRead): ListedKind => {
  const toCome = continues ? remaining : 0
  const adds = kind.toCome === undefined || toCome === undefined || kind.toCome === count + toCome
  if (kind.pages === 'broken' || (kind.pages === 'open' && !adds)) return { ...kind, pages: 'broken' }
  return { ...kind, pages: continues ? 'open' : 'whole', toCome }
}
