/**
 * Assembles one snapshot for all control plane collectors from API server listings.
 */
import { either as E, function as F } from 'fp-ts'

import type { KubeObject, WholeObject } from '../../apiserver/index.js'
import { type Memory, type Snapshot, emptyMemory } from '../../simulate/control-plane/snapshot.js'
import type { Scope } from '../../apiserver/scope.js'
import type { Knowledge } from '../../core/knowledge.js'
import type { InvalidInput } from '../../core/problem.js'
import { own } from '../codec.js'
import type { ListedObject, Listing } from '../kubectl/listing.js'
import type { CoverageStatement } from './kubernetes-coverage.js'
import { kubernetesHistorySnapshot } from './kubernetes-history.js'
import { kubernetesTtlSnapshot } from './kubernetes-jobs.js'
import { kubernetesOwnerSnapshot } from './kubernetes-owners.js'
import { kubernetesPodGcSnapshot } from './kubernetes-pods.js'
import { groupBy, isRecord } from '../../internal/lists.js'

/** Input for a snapshot for all collectors. */
export interface KubernetesClusterParts {
  readonly at: Date
  /** From `decodeKubectlObjects`; an object in several listings counts as within one. */
  readonly listings: ReadonlyArray<Listing>
  /** What the server serves; CRDs in the listings add theirs. */
  readonly scopes: ReadonlyArray<Scope>
  /** Which listings are complete; none: what is not listed is unknown. */
  readonly covers: ReadonlyArray<CoverageStatement>
  /** Nodes that a lookup finds although they are not listed; default: unknown. */
  readonly apiNodes?: Knowledge<ReadonlyArray<string>>
  readonly failedLookups?: ReadonlyArray<string>
  /** Default: nothing. */
  readonly memory?: Memory
}

/**
 * Builds a snapshot for all collectors of a control plane, from whole objects.
 *
 * Shape: listings cover nothing by themselves; `covers` states what they cover.
 * Order: objects as listed; scopes of CRDs last. Times are cut to the millisecond. Fails with InvalidInput for invalid
 * fields, when a statement covers a list with missing pages, and for uids and names on which listings contradict each
 * other.
 *
 * @example
 * ```ts
 * import { decodeKubectlObjects, kubernetesClusterSnapshot } from 'gcplan/decode'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 *
 * const web = { metadata: { name: 'web-0', namespace: 'shop', uid: 'a1' }, spec: { nodeName: 'a' } }
 * const listing = decodeKubectlObjects({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [web] })
 * if (listing._tag === 'Left') throw new Error('broken input')
 * const snapshot = kubernetesClusterSnapshot({
 *   at: new Date('2026-11-21T03:01:10Z'),
 *   listings: [listing.right],
 *   scopes: scopes_1_36.scopes,
 *   covers: [],
 * })
 * if (snapshot._tag === 'Right') console.log(snapshot.right.objects.map(({ kind, spec }) => [kind, spec]))
 * // [ [ 'Pod', { nodeName: 'a' } ] ]
 * ```
 */
export const kubernetesClusterSnapshot = ({
  at,
  listings,
  scopes,
  covers,
  memory = emptyMemory,
  ...nodes
}: KubernetesClusterParts): E.Either<InvalidInput, Snapshot> =>
  F.pipe(
    E.Do,
    E.bind('owner', () => kubernetesOwnerSnapshot({ at, listings, scopes, covers })),
    E.bind('pod', () => kubernetesPodGcSnapshot({ at, listings, covers, memory: memory.pod, ...nodes })),
    E.bind('ttl', () => kubernetesTtlSnapshot({ at, listings })),
    E.bind('history', () => kubernetesHistorySnapshot({ at, listings, covers })),
    E.map(({ owner, pod, ttl, history }) => {
      const { deployments, replicaSets, statefulSets, daemonSets, controllerRevisions, cronJobs, jobs, pods } = history
      const kept = [deployments, replicaSets, statefulSets, daemonSets, controllerRevisions, cronJobs, jobs, pods]
      const read = [...kept, ttl.jobs, pod.pods] as ReadonlyArray<ReadonlyArray<WholeObject>>
      return {
        at,
        objects: wholeObjects(owner.objects, read.flat()),
        scopes: owner.scopes,
        coverage: owner.coverage,
        apiNodes: pod.apiNodes,
        ...(pod.failedLookups === undefined ? {} : { failedLookups: pod.failedLookups }),
        memory,
      }
    }),
  )

/** Every object with all that was given of it, and over that what collectors read of it. */
const wholeObjects = (
  objects: ReadonlyArray<KubeObject>,
  read: ReadonlyArray<WholeObject>,
): ReadonlyArray<WholeObject> => {
  const readings = groupBy(({ metadata }) => metadata.uid, read)
  return objects.map((object) =>
    (readings.get(object.metadata.uid) ?? []).reduce(
      (whole, one) => overlay(whole, bare(one)) as WholeObject,
      wholeOf(object),
    ),
  )
}

/** As it was given, with its metadata as they were read. */
const wholeOf = (object: KubeObject & Partial<Pick<ListedObject, 'body'>>): WholeObject => {
  const { apiVersion, kind, metadata, body } = object
  return body === undefined ? object : { ...body, apiVersion, kind, metadata }
}

/** Without metadata, which are those of owners for all. */
const bare = (object: WholeObject): object => ({ ...object, metadata: undefined })

/** Merges the decoded fields into the original object: fields that are not decoded stay as given; null means absent. */
const overlay = (given: unknown, read: unknown): unknown => {
  if (read === given || read === undefined) return given
  if (Array.isArray(read) && Array.isArray(given) && read.length === given.length) return overlaid(given, read)
  if (!isPlain(read) || !isPlain(given)) return read
  const changed = Object.keys(read).flatMap((name): ReadonlyArray<readonly [string, unknown]> => {
    const before = own(given, name)
    const after = overlay(before, own(read, name))
    return after === before ? noFields : [[name, after]]
  })
  // Most objects say what was read of them: these are not built anew.
  return changed.length === 0 && !Object.values(given).includes(null)
    ? given
    : Object.fromEntries([...Object.entries(given).filter(([, value]) => value !== null), ...changed])
}

const noFields: ReadonlyArray<never> = []

const overlaid = (given: ReadonlyArray<unknown>, read: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const items = read.map((item, index) => overlay(given[index], item))
  return items.every((item, index) => item === given[index]) ? given : items
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && !(value instanceof Date)
