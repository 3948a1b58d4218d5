import { either as E } from 'fp-ts'

import type { Snapshot } from '../../controllers/ttl/snapshot.js'
import type { InvalidInput } from '../../core/problem.js'
import type { Listing } from '../kubectl/listing.js'
import { job } from '../kubectl/pods.js'
import { type KindsReading, kindsIn } from './kubernetes-objects.js'

/** Input for a TTL-after-finished snapshot. */
export interface KubernetesTtlParts {
  readonly at: Date
  /** From {@link decodeKubectlObjects}; an object in several listings counts as within one. */
  readonly listings: ReadonlyArray<Listing>
}

const source = 'parts of a finished-Job snapshot'

/**
 * Builds a snapshot for the clean-up of finished Jobs. Other kinds are ignored. Every Job is decided by itself, so
 * coverage does not matter.
 *
 * Order: as listed. Times are cut to the millisecond. Fails with InvalidInput for invalid fields of spec and status,
 * and for uids and names on which listings contradict each other.
 *
 * @example
 * ```ts
 * import { decodeKubectlObjects, kubernetesTtlSnapshot } from 'gcplan/decode'
 *
 * const report = { metadata: { name: 'report', namespace: 'batch', uid: 'a1' }, spec: { ttlSecondsAfterFinished: 60 } }
 * const listing = decodeKubectlObjects({ kind: 'JobList', apiVersion: 'batch/v1', metadata: {}, items: [report] })
 * if (listing._tag === 'Left') throw new Error('broken input')
 * const snapshot = kubernetesTtlSnapshot({ at: new Date('2026-11-21T03:01:10Z'), listings: [listing.right] })
 * if (snapshot._tag === 'Right') console.log(snapshot.right.jobs[0]?.spec) // { ttlSecondsAfterFinished: 60 }
 * ```
 */
export const kubernetesTtlSnapshot = ({ at, listings }: KubernetesTtlParts): E.Either<InvalidInput, Snapshot> =>
  E.map(({ jobs }: Pick<Snapshot, 'jobs'>): Snapshot => ({ at, jobs }))(kindsIn(source)(kinds)(listings))

const kinds = { jobs: { group: 'batch', kind: 'Job', reader: job } }

/** What is read of a listing, and in whose name its problems are told. */
export const ttlReading: KindsReading = { source, kinds }
