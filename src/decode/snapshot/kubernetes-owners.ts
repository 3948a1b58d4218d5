/**
 * Assembles a snapshot for the owner collector from API server listings.
 */
import { either as E } from 'fp-ts'

import { pipe } from '../../core/fp.js'
import type { Snapshot } from '../../controllers/owner/snapshot.js'
import { type Scope, scopeTable } from '../../apiserver/scope.js'
import type { InvalidInput } from '../../core/problem.js'
import type { Listing } from '../kubectl/listing.js'
import { type CoverageStatement, coverageOf } from './kubernetes-coverage.js'
import { objectsIn } from './kubernetes-objects.js'

/** Input for an owner collector snapshot. */
export interface KubernetesOwnerParts {
  readonly at: Date
  /** From {@link decodeKubectlObjects}; an object in several listings counts as within one. */
  readonly listings: ReadonlyArray<Listing>
  /**
   * What the server serves: `scopes_1_36.scopes`, what {@link decodeApiResources} read, or both. CRDs in the listings
   * add theirs.
   */
  readonly scopes: ReadonlyArray<Scope>
  /** Which listings are complete; none: what is not listed is unknown. */
  readonly covers: ReadonlyArray<CoverageStatement>
}

const source = 'parts of an owner snapshot'

/**
 * Builds a snapshot for the owner collector.
 *
 * Shape: listings cover nothing by themselves, so an unlisted owner is unknown; `covers` states what they cover, and
 * why.
 * Order: objects as listed; scopes of CRDs last. Fails with InvalidInput when a statement covers a list with missing
 * pages, and for uids and names on which listings contradict each other.
 *
 * @example
 * ```ts
 * import { decodeKubectlObjects, kubernetesOwnerSnapshot } from 'gcplan/decode'
 *
 * const listing = decodeKubectlObjects({ apiVersion: 'apps/v1', kind: 'ReplicaSetList', metadata: {}, items: [] })
 * if (listing._tag === 'Left') throw new Error('broken input')
 * const snapshot = kubernetesOwnerSnapshot({
 *   at: new Date('2026-11-21T03:01:10Z'),
 *   listings: [listing.right],
 *   scopes: [],
 *   covers: [{ _tag: 'ListedKinds', namespaces: 'all', because: 'taken with -A' }],
 * })
 * if (snapshot._tag === 'Right') console.log(JSON.stringify(snapshot.right.coverage))
 * // {"_tag":"Resources","resources":[{"group":"apps","kind":"ReplicaSet","namespaces":"all","because":"taken with -A"}]}
 * ```
 */
export const kubernetesOwnerSnapshot = (parts: KubernetesOwnerParts): E.Either<InvalidInput, Snapshot> => {
  const { at, listings, scopes, covers } = parts
  return pipe(
    E.Do,
    E.bind('objects', () => objectsIn(source)(listings)),
    E.bind('coverage', () => coverageOf(source)(covers, listings)),
    E.map(({ objects, coverage }) => ({
      at,
      objects,
      scopes: scopeTable([...scopes, ...listings.flatMap((listing) => listing.scopes)]).scopes,
      coverage,
    })),
  )
}
