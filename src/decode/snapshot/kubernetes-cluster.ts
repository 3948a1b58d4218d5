/**
 * Assembles one snapshot for all control plane collectors from API server listings.
 */
import { either as E, function as F } from 'fp-ts'

import type { KubeObject, WholeObject } from '../../apiserver/index.js'
import { type Memory, type Snapshot, emptyMemory } from '../../simulate/control-plane/snapshot.js'
import type { Scope } from '../../apiserver/scope.js'
import { type Knowledge, unknown } from '../../core/knowledge.js'
import type { InvalidInput } from '../../core/problem.js'
import { own } from '../codec.js'
import type { ListedObject, Listing } from '../kubectl/listing.js'
import type { CoverageStatement } from './kubernetes-coverage.js'
import { historyReading } from './kubernetes-history.js'
import { ttlReading } from './kubernetes-jobs.js'
import { type Wanted, bodiesIn, readersAmong } from './kubernetes-objects.js'
import { kubernetesOwnerSnapshot } from './kubernetes-owners.js'
import { podGcReading } from './kubernetes-pods.js'
import { isRecord } from '../../internal/lists.js'

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
  apiNodes = unknown,
  failedLookups,
}: KubernetesClusterParts): E.Either<InvalidInput, Snapshot> =>
  F.pipe(
    E.Do,
    E.bind('owner', () => kubernetesOwnerSnapshot({ at, listings, scopes, covers })),
    E.bind('objects', ({ owner }) => wholeObjects(listings, owner.objects)),
    E.map(({ owner, objects }) => ({
      at,
      objects,
      scopes: owner.scopes,
      coverage: owner.coverage,
      apiNodes,
      ...(failedLookups === undefined ? {} : { failedLookups }),
      memory,
    })),
  )

/** What the collectors read of objects, in the order in which problems are told. */
const readings = [podGcReading, ttlReading, historyReading]

/** The readers of each kind. */
const readers = readersAmong(readings.flatMap(({ kinds }) => Object.values<Wanted<object>>(kinds)))

/** Every object with all that was given of it, and over that what collectors read of it. */
const wholeObjects = (
  listings: ReadonlyArray<Listing>,
  objects: ReadonlyArray<KubeObject>,
): E.Either<InvalidInput, ReadonlyArray<WholeObject>> => {
  let isSound = listings.length <= 1
  const wholes = objects.map((object) => {
    const whole = wholeOf(object)
    return readers(object).reduce((over: WholeObject, reader): WholeObject => {
      const read = reader.decode(whole)
      if (E.isLeft(read)) isSound = false
      return E.match(
        () => over,
        (fields) => overlay(over, fields) as WholeObject,
      )(read)
    }, whole)
  })
  // Only where something is wrong, or may be with an object that another listing has newer, each collector reads for itself.
  return isSound
    ? E.right(wholes)
    : F.pipe(
        readings,
        E.traverseArray(({ source, kinds }) => bodiesIn(source, kinds)(listings)),
        E.map(() => wholes),
      )
}

/** As it was given, with its metadata as they were read; some hold them already. */
const wholeOf = (object: KubeObject & Partial<Pick<ListedObject, 'body'>>): WholeObject => {
  const { apiVersion, kind, metadata, body } = object
  if (body === undefined) return object
  return isWhole(body, object) ? body : { ...body, apiVersion, kind, metadata }
}

const isWhole = (body: ListedObject['body'], read: KubeObject): body is ListedObject['body'] & WholeObject =>
  body['metadata'] === read.metadata && body['apiVersion'] === read.apiVersion && body['kind'] === read.kind

/** Merges the decoded fields into the original object: fields that are not decoded stay as given; null means absent. */
const overlay = (given: unknown, read: unknown): unknown => {
  if (read === given || read === undefined) return given
  if (Array.isArray(read) && Array.isArray(given) && read.length === given.length) return overlaid(given, read)
  if (!isPlain(read) || !isPlain(given)) return read
  let changed: [string, unknown][] | undefined
  for (const name of Object.keys(read)) {
    const before = own(given, name)
    const after = overlay(before, read[name])
    if (after !== before) (changed ??= []).push([name, after])
  }
  // Most objects say what was read of them: these are not built anew.
  return changed === undefined && !Object.values(given).includes(null)
    ? given
    : Object.fromEntries([...Object.entries(given).filter(([, value]) => value !== null), ...(changed ?? [])])
}

const overlaid = (given: ReadonlyArray<unknown>, read: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const items = read.map((item, index) => overlay(given[index], item))
  return items.every((item, index) => item === given[index]) ? given : items
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && !(value instanceof Date)
