/**
 * Assembles a snapshot for history clean-up from API server listings.
 */
import { either as E, function as F } from 'fp-ts'

import type { Snapshot } from '../../controllers/history/snapshot.js'
import type { InvalidInput } from '../../core/problem.js'
import type { Listing } from '../kubectl/listing.js'
import * as Workloads from '../kubectl/workloads.js'
import { type CoverageStatement, coverageOf } from './kubernetes-coverage.js'
import { type KindsReading, kindsIn } from './kubernetes-objects.js'

/** Input for a history clean-up snapshot. */
export interface KubernetesHistoryParts {
  readonly at: Date
  /** From {@link decodeKubectlObjects}; an object in several listings counts as within one. */
  readonly listings: ReadonlyArray<Listing>
  /** Which listings are complete; none: pods that are not listed may use any revision. */
  readonly covers: ReadonlyArray<CoverageStatement>
}

const source = 'parts of a history snapshot'

/**
 * Builds a snapshot for history clean-up: Deployments, ReplicaSets, StatefulSets, DaemonSets, ControllerRevisions,
 * CronJobs, Jobs and Pods. Other kinds are ignored.
 *
 * Shape: listings cover nothing by themselves; `covers` states what they cover.
 * Order: objects of each kind as listed. Times are cut to the millisecond. Fails with InvalidInput for invalid fields
 * of spec and status, when a statement covers a list with missing pages, and for uids and names on which listings
 * contradict each other.
 *
 * @example
 * ```ts
 * import { decodeKubectlObjects, kubernetesHistorySnapshot } from 'gcplan/decode'
 *
 * const revision = { metadata: { name: 'db-1', namespace: 'shop', uid: 'a1' }, revision: 1, data: {} }
 * const list = { kind: 'ControllerRevisionList', apiVersion: 'apps/v1', metadata: {}, items: [revision] }
 * const listing = decodeKubectlObjects(list)
 * if (listing._tag === 'Left') throw new Error('broken input')
 * const snapshot = kubernetesHistorySnapshot({
 *   at: new Date('2026-11-21T03:01:10Z'),
 *   listings: [listing.right],
 *   covers: [{ _tag: 'ListedKinds', namespaces: 'all', because: 'taken with -A' }],
 * })
 * if (snapshot._tag === 'Right') console.log(snapshot.right.controllerRevisions.map(({ revision }) => revision)) // [ 1 ]
 * ```
 */
export const kubernetesHistorySnapshot = ({
  at,
  listings,
  covers,
}: KubernetesHistoryParts): E.Either<InvalidInput, Snapshot> =>
  F.pipe(
    E.Do,
    E.bind('kinds', () => kindsIn(source)(kinds)(listings)),
    E.bind('coverage', () => coverageOf(source)(covers, listings)),
    E.map(({ kinds, coverage }) => ({ at, ...kinds, coverage })),
  )

const kinds = {
  deployments: { group: 'apps', kind: 'Deployment', reader: Workloads.deployment },
  replicaSets: { group: 'apps', kind: 'ReplicaSet', reader: Workloads.replicaSet },
  statefulSets: { group: 'apps', kind: 'StatefulSet', reader: Workloads.statefulSet },
  daemonSets: { group: 'apps', kind: 'DaemonSet', reader: Workloads.daemonSet },
  controllerRevisions: { group: 'apps', kind: 'ControllerRevision', reader: Workloads.controllerRevision },
  cronJobs: { group: 'batch', kind: 'CronJob', reader: Workloads.cronJob },
  jobs: { group: 'batch', kind: 'Job', reader: Workloads.job },
  pods: { group: '', kind: 'Pod', reader: Workloads.pod },
}

/** What is read of a listing, and in whose name its problems are told. */
export const historyReading: KindsReading = { source, kinds }
