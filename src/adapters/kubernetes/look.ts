/** Takes a snapshot of a cluster for one collector, or for all of them. */
import { either as E, type taskEither as TE } from 'fp-ts'

import { groupOf, nodeNameOf } from '../../apiserver/object.js'
import { type CoveredResource, covers, scopeTable } from '../../apiserver/scope.js'
import { type CoverageStatement, type Listing, decodeKubectlObjectsOf } from '../../decode/index.js'
import { type InvalidInput, known, unknown } from '../../core/index.js'
import { type Asking, eachOf } from './ask.js'
import { systemClock } from './clock.js'
import { discover } from './discover.js'
import { type Discovered, type ServedKind, listedKinds, scopesOf } from './discovery.js'
import { decodePages, listAll } from './list.js'
import { lookUpNodes, lookUpOwners } from './lookups.js'
import type { CallError, Send } from './request.js'
import { type LookParts, type Memories, type Snapshots, snapshotOf } from './snapshots.js'
import { type Collector, depthFor } from './wanted.js'

/** What to look at, and how. Without a filter, everything that the collector reads. */
export interface LookOptions extends Asking, Memories {
  /** Only objects of these namespaces, and those of the cluster. Default: all. */
  readonly namespaces?: ReadonlyArray<string> | undefined
  /** Only objects with these labels; nothing is then known to be absent. */
  readonly labelSelector?: string | undefined
  /** Only these kinds. */
  readonly kinds?: ((kind: ServedKind) => boolean) | undefined
  /** Objects on one page. Default 500. */
  readonly pageSize?: number | undefined
  /** How many kinds are listed at once. Default 8. */
  readonly concurrency?: number | undefined
  /** Called after each kind, with how many there are. */
  readonly onListed?: ((kind: ServedKind, of: number) => void) | undefined
  /** What the server serves, if it is known already. Default: it is asked. */
  readonly discovered?: Discovered | undefined
}

/** A list that is missing. */
export interface Unlisted {
  readonly kind: ServedKind
  readonly error: CallError
}

/** A snapshot, and what it was made of. */
export interface Look<S> {
  readonly snapshot: S
  readonly parts: LookParts
  readonly discovered: Discovered
  /** Kinds that could not be listed, so that their objects are unknown. */
  readonly unlisted: ReadonlyArray<Unlisted>
}

/** Why there is no snapshot. */
export type LookError = CallError | InvalidInput

/**
 * Takes a snapshot of a cluster.
 *
 * Shape: of kinds of which nobody reads more than the metadata only that is asked for; those that a collector does not read
 * are not listed. A kind covers what was really listed of it; `Everything` is covered only without a filter, and if every
 * list and every discovery group answered. Owners and nodes that are named but not listed are looked up, as they may have
 * been created between two lists. A list that is refused is in `unlisted`; refused credentials, no connection and an abort
 * fail the look. Expired pages are listed anew.
 * Order: of discovery, then of the server. Units: `at` is the time before the first list.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go GetDeletableResources
 */
export const look =
  <C extends Collector>(collector: C) =>
  (send: Send, options: LookOptions = {}): TE.TaskEither<LookError, Look<Snapshots[C]>> =>
  async () => {
    const at = (options.clock ?? systemClock).now()
    const discovered = options.discovered === undefined ? await discover(send, options)() : E.right(options.discovered)
    if (E.isLeft(discovered)) return discovered
    const scopes = scopesOf(discovered.right)
    const listed = await listEach(send, options, wantedOf(discovered.right, collector, options))
    if (E.isLeft(listed)) return listed
    const answers = listed.right.filter((each) => each._tag === 'Listed')
    const unlisted = listed.right.filter((each) => each._tag === 'Unlisted')
    const listings = withoutAliases(answers.map(({ listing }) => listing))
    const objects = listings.flatMap((listing) => listing.objects)
    const filtered = options.labelSelector !== undefined
    const resources = filtered ? [] : answers.map(({ of }) => coveredBy(of, options.namespaces ?? 'all'))
    const isCovered = covers({ _tag: 'Resources', resources })
    const owners = await lookUpOwners(send, options, objects, scopeTable(scopes), ({ apiVersion, kind, namespace }) =>
      isCovered(apiVersion, kind, namespace),
    )
    if (E.isLeft(owners)) return owners
    const nodes = new Set(objects.flatMap(({ kind, metadata }) => (kind === 'Node' ? [metadata.name] : [])))
    const named = [...new Set(objects.flatMap((object) => (object.kind === 'Pod' ? (nodeNameOf(object) ?? []) : [])))]
    const seesNodes = isCovered('v1', 'Node')
    const beyond = await lookUpNodes(send, options, seesNodes ? named.filter((name) => !nodes.has(name)) : [])
    if (E.isLeft(beyond)) return beyond
    const found = owners.right.found.flatMap(({ address, body }): ReadonlyArray<Listing> => {
      const decoded = decodeKubectlObjectsOf(address)([body])
      return E.isRight(decoded) ? [decoded.right] : []
    })
    const isWhole =
      (collector === 'cluster' || collector === 'owner') &&
      [options.namespaces, options.labelSelector, options.kinds].every((filter) => filter === undefined) &&
      unlisted.length + owners.right.doubtful.size + discovered.right.undiscoveredGroups.length === 0
    const stated: CoverageStatement = isWhole
      ? { _tag: 'Everything', because }
      : {
          _tag: 'Resources',
          resources: resources.filter(({ kind, group }) => !owners.right.doubtful.has(`${kind}.${group}`)),
          because,
        }
    const parts: LookParts = {
      at,
      listings: withoutAliases([...listings, ...found]),
      scopes,
      covers: [stated],
      apiNodes: seesNodes ? known(beyond.right.apiNodes) : unknown,
      failedLookups: beyond.right.failedLookups,
      undiscoveredGroups: discovered.right.undiscoveredGroups,
    }
    const make: (parts: LookParts, memories: Memories) => E.Either<InvalidInput, Snapshots[C]> = snapshotOf[collector]
    return E.map((snapshot: Snapshots[C]) => ({ snapshot, parts, discovered: discovered.right, unlisted }))(
      make(parts, options),
    )
  }

const because = 'listed from the API server'

/** A kind to list, and how much of it. */
interface Wanted {
  readonly kind: ServedKind
  readonly depth: 'whole' | 'metadata'
}

/** The kinds that are listed, each in one version. */
const wantedOf = (
  discovered: Discovered,
  collector: Collector,
  { kinds = () => true }: LookOptions,
): ReadonlyArray<Wanted> =>
  listedKinds(discovered).flatMap((kind) => {
    const depth = depthFor(collector)(kind)
    return depth !== 'nothing' && kinds(kind) ? [{ kind, depth }] : []
  })

type ListedKind =
  | { readonly _tag: 'Listed'; readonly of: ServedKind; readonly listing: Listing }
  | ({ readonly _tag: 'Unlisted' } & Unlisted)

const listEach = (
  send: Send,
  options: LookOptions,
  wanted: ReadonlyArray<Wanted>,
): Promise<E.Either<CallError, ReadonlyArray<ListedKind>>> =>
  eachOf(wanted, options.concurrency ?? 8, async ({ kind, depth }): Promise<E.Either<CallError, ListedKind>> => {
    const { labelSelector, pageSize = 500 } = options
    const pages: unknown[] = []
    for (const namespace of kind.namespaced ? (options.namespaces ?? [undefined]) : [undefined]) {
      const listed = await listAll(send, options, { kind, depth, namespace, labelSelector, pageSize })
      if (E.isLeft(listed)) {
        const error = listed.left
        return endsAll(error) ? listed : E.right({ _tag: 'Unlisted', kind, error })
      }
      pages.push(...listed.right.pages)
    }
    const decoded = decodePages(kind, { pages })
    options.onListed?.(kind, wanted.length)
    return E.right(
      E.isLeft(decoded)
        ? { _tag: 'Unlisted', kind, error: decoded.left }
        : { _tag: 'Listed', of: kind, listing: decoded.right },
    )
  })

/** What is true of one list and of every other as well. */
const endsAll = (error: CallError): boolean =>
  error._tag === 'Aborted' || error._tag === 'Unreachable' || (error._tag === 'Refused' && error.code === 401)

const coveredBy = (
  { apiVersion, kind, namespaced }: ServedKind,
  namespaces: 'all' | ReadonlyArray<string>,
): CoveredResource => ({ group: groupOf(apiVersion), kind, namespaces: namespaced ? namespaces : 'all', because })

/** Two groups may serve the same objects, such as events: the first that lists an object keeps it. */
const withoutAliases = (listings: ReadonlyArray<Listing>): ReadonlyArray<Listing> => {
  const seen = new Set<string>()
  return listings.map((listing) => {
    const objects = listing.objects.filter(({ metadata: { uid } }) => !seen.has(uid))
    for (const { metadata } of objects) seen.add(metadata.uid)
    return objects.length === listing.objects.length ? listing : { ...listing, objects }
  })
}
