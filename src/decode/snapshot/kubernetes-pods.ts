/**
 * Assembles a snapshot for pod garbage collection from API server listings.
 */
import { either as E, function as F } from 'fp-ts'

import type { Memory } from '../../controllers/pod/memory.js'
import type { Snapshot } from '../../controllers/pod/snapshot.js'
import { type Knowledge, unknown } from '../../core/knowledge.js'
import type { InvalidInput } from '../../core/problem.js'
import type { Listing } from '../kubectl/listing.js'
import { node, pod } from '../kubectl/pods.js'
import { type CoverageStatement, coverageOf } from './kubernetes-coverage.js'
import { type KindsReading, kindsIn } from './kubernetes-objects.js'

/** Input for a pod garbage collection snapshot. */
export interface KubernetesPodGcParts {
  readonly at: Date
  /** From {@link decodeKubectlObjects}; an object in several listings counts as within one. */
  readonly listings: ReadonlyArray<Listing>
  /** Which listings are complete; none: a node that is not listed may exist. */
  readonly covers: ReadonlyArray<CoverageStatement>
  /**
   * Nodes that a lookup finds although they are not listed; default: unknown. For a fresh list, not from a cache, you
   * may assume none.
   */
  readonly apiNodes?: Knowledge<ReadonlyArray<string>>
  readonly failedLookups?: ReadonlyArray<string>
  /** The quarantine; default none. */
  readonly memory?: Memory
}

const source = 'parts of a pod GC snapshot'

/**
 * Builds a snapshot for pod garbage collection: Pods and Nodes. Other kinds are ignored.
 *
 * Shape: listings cover nothing by themselves, so an unlisted node is unknown; `covers` states what they cover.
 * Order: pods and nodes as listed. Times are cut to the millisecond. Fails with InvalidInput for invalid fields of spec
 * and status, when a statement covers a list with missing pages, and for uids and names on which listings contradict
 * each other.
 *
 * @example
 * ```ts
 * import { decodeKubectlObjects, kubernetesPodGcSnapshot } from 'gcplan/decode'
 *
 * const web = { metadata: { name: 'web-0', namespace: 'shop', uid: 'a1' }, spec: { nodeName: 'a' }, status: { phase: 'Running' } }
 * const listing = decodeKubectlObjects({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [web] })
 * if (listing._tag === 'Left') throw new Error('broken input')
 * const snapshot = kubernetesPodGcSnapshot({ at: new Date('2026-11-21T03:01:10Z'), listings: [listing.right], covers: [] })
 * if (snapshot._tag === 'Right') console.log(snapshot.right.pods.map(({ spec }) => spec?.nodeName)) // [ 'a' ]
 * ```
 */
export const kubernetesPodGcSnapshot = ({
  at,
  listings,
  covers,
  apiNodes = unknown,
  failedLookups,
  memory = { waiting: [], ripe: [] },
}: KubernetesPodGcParts): E.Either<InvalidInput, Snapshot> =>
  F.pipe(
    E.Do,
    E.bind('kinds', () => kindsIn(source)(kinds)(listings)),
    E.bind('coverage', () => coverageOf(source)(covers, listings)),
    E.map(({ kinds, coverage }) => ({
      at,
      ...kinds,
      coverage,
      apiNodes,
      ...(failedLookups === undefined ? {} : { failedLookups }),
      memory,
    })),
  )

const kinds = {
  pods: { group: '', kind: 'Pod', reader: pod },
  nodes: { group: '', kind: 'Node', reader: node },
}

/** What is read of a listing, and in whose name its problems are told. */
export const podGcReading: KindsReading = { source, kinds }
