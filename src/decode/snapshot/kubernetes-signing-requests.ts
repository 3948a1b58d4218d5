import { either as E } from 'fp-ts'

import type { Snapshot } from '../../controllers/csr-cleaner/snapshot.js'
import type { InvalidInput } from '../../core/problem.js'
import { signingRequest } from '../kubectl/accounts.js'
import type { Listing } from '../kubectl/listing.js'
import { kindsIn } from './kubernetes-objects.js'

/** Input for a snapshot of CertificateSigningRequests. */
export interface KubernetesCsrParts {
  readonly at: Date
  /** From {@link decodeKubectlObjects}; an object in several listings counts as within one. */
  readonly listings: ReadonlyArray<Listing>
}

/**
 * Builds a snapshot for the CSR cleaner. Other kinds are ignored. Every request is decided by itself, so coverage does not
 * matter.
 *
 * Order: as listed. Times are cut to the millisecond. Fails with InvalidInput for invalid fields of the status, and for uids
 * and names on which listings contradict each other.
 *
 * @example
 * ```ts
 * import { decodeKubectlObjects, kubernetesCsrSnapshot } from 'gcplan/decode'
 *
 * const request = { metadata: { name: 'node-a', uid: 'a1' }, status: { conditions: [{ type: 'Denied' }] } }
 * const apiVersion = 'certificates.k8s.io/v1'
 * const listing = decodeKubectlObjects({ kind: 'CertificateSigningRequestList', apiVersion, metadata: {}, items: [request] })
 * if (listing._tag === 'Left') throw new Error('broken input')
 * const snapshot = kubernetesCsrSnapshot({ at: new Date('2026-11-21T03:01:10Z'), listings: [listing.right] })
 * if (snapshot._tag === 'Right') console.log(snapshot.right.requests.map(({ metadata }) => metadata.name)) // [ 'node-a' ]
 * ```
 */
export const kubernetesCsrSnapshot = ({ at, listings }: KubernetesCsrParts): E.Either<InvalidInput, Snapshot> =>
  E.map(({ requests }: Pick<Snapshot, 'requests'>): Snapshot => ({ at, requests }))(
    kindsIn('parts of a signing-request snapshot')({
      requests: { group: 'certificates.k8s.io', kind: 'CertificateSigningRequest', reader: signingRequest },
    })(listings),
  )
