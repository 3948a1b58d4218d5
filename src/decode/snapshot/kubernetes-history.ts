/**
 * Assembles a snapshot for history clean-up from API server listings.
 */
import { either as E } from 'fp-ts'

import { groupOf } from '../../apiserver/coverage.js'
import type { Snapshot } from '../../controllers/history/snapshot.js'
import type { InvalidInput, Problem } from '../../core/problem.js'
import { problemLimit } from '../../core/problem.js'
import type { Decoder } from '../codec.js'
import { joinPath, problemsIn } from '../kubectl/item.js'
import type { ListedObject, Listing } from '../kubectl/listing.js'
import * as Workloads from '../kubectl/workloads.js'
import type { CoverageStatement } from './kubernetes-coverage.js'
import { coverageOf } from './kubernetes-coverage.js'
import { objectsIn } from './kubernetes-objects.js'

/** Input for a history clean-up snapshot. */
export interface KubernetesHistoryParts {
  readonly at: Date
  /** From {@link decodeKubectlObjects}; what comes in several listings counts as it does within one. */
  readonly listings: ReadonlyArray<Listing>
  /** Which listings are taken for complete; none: pods that are not listed may use any revision. */
  readonly covers: ReadonlyArray<CoverageStatement>
}

const source = 'parts of a history snapshot'

/**
 * Puts together a snapshot for the clean-up of histories: Deployments, ReplicaSets, StatefulSets, DaemonSets,
 * ControllerRevisions, CronJobs, Jobs and Pods. Objects of other kinds are left out.
 *
 * Shape: listings cover nothing by themselves; `covers` states what they cover.
 * Order: objects of each kind as listed. Times are cut to the millisecond.
 * Fails with InvalidInput for fields of spec and status that are not what the API has there, when a statement covers a list
 * of which pages are missing, and for uids and names that listings contradict each other in.
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
}: KubernetesHistoryParts): E.Either<InvalidInput, Snapshot> => {
  const objects = objectsIn(source)(listings)
  if (E.isLeft(objects)) return objects
  const { read, problems } = readAll(listings)
  const [first, ...rest] = problems.slice(0, problemLimit)
  if (first !== undefined) return E.left({ _tag: 'InvalidInput', source, problems: [first, ...rest] })
  const lists = listings.flatMap((listing) => listing.lists)
  return E.map((coverage: Snapshot['coverage']) => ({ at, ...sortedInto(objects.right, read), coverage }))(
    coverageOf(source)(covers, lists),
  )
}

type Lists = Omit<Snapshot, 'at' | 'coverage'>

const kinds: ReadonlyMap<string, { readonly list: keyof Lists; readonly reader: Decoder<object> }> = new Map([
  ['apps Deployment', { list: 'deployments', reader: Workloads.deployment }],
  ['apps ReplicaSet', { list: 'replicaSets', reader: Workloads.replicaSet }],
  ['apps StatefulSet', { list: 'statefulSets', reader: Workloads.statefulSet }],
  ['apps DaemonSet', { list: 'daemonSets', reader: Workloads.daemonSet }],
  ['apps ControllerRevision', { list: 'controllerRevisions', reader: Workloads.controllerRevision }],
  ['batch CronJob', { list: 'cronJobs', reader: Workloads.cronJob }],
  ['batch Job', { list: 'jobs', reader: Workloads.job }],
  [' Pod', { list: 'pods', reader: Workloads.pod }],
] as const)

const kindOf = ({ apiVersion, kind }: ListedObject) => kinds.get(`${groupOf(apiVersion)} ${kind}`)

type Read = ReadonlyMap<ListedObject, object>

/** Every object of a kind that is read, with what it says; or all problems, with paths into the listings. */
const readAll = (
  listings: ReadonlyArray<Listing>,
): { readonly read: Read; readonly problems: ReadonlyArray<Problem> } => {
  const read = new Map<ListedObject, object>()
  const problems: Problem[] = []
  listings.forEach(({ objects }, listing) => {
    objects.forEach((object, index) => {
      const reader = kindOf(object)?.reader
      if (reader === undefined || problems.length >= problemLimit) return
      const found = reader.validate(object.body, [])
      if (E.isRight(found)) read.set(object, found.right)
      else
        for (const problem of problemsIn(found, '', reader.name))
          problems.push({ ...problem, path: joinPath(`listings[${listing}].objects[${index}]`, problem.path) })
    })
  })
  return { read, problems }
}

const sortedInto = (objects: ReadonlyArray<ListedObject>, read: Read): Lists => {
  const lists = new Map<keyof Lists, object[]>([...kinds.values()].map(({ list }) => [list, []]))
  for (const object of objects) {
    const { apiVersion, kind, metadata } = object
    const found = read.get(object)
    const list = kindOf(object)?.list
    if (found !== undefined && list !== undefined) lists.get(list)?.push({ apiVersion, kind, metadata, ...found })
  }
  return Object.fromEntries(lists) as unknown as Lists
}
