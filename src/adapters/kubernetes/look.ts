/** Takes a snapshot of a cluster for one collector, or for all of them. */
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import { type WholeObject, groupOf, nodeNameOf } from '../../apiserver/object.js'
import { type CoveredResource, covers, scopeTable } from '../../apiserver/scope.js'
import { type CoverageStatement, type Listing, decodeKubectlObjectsOf } from '../../decode/index.js'
import { type InvalidInput, known, unknown } from '../../core/index.js'
import { type Asking, eachOf } from './ask.js'
import { systemClock } from '../clock.js'
import { discover } from './discover.js'
import { within } from './ending.js'
import { type Discovered, type ServedKind, listedKinds, scopesOf } from './discovery.js'
import { decodePages, listAll } from './list.js'
import { type LookedUp, lookUpNodes, lookUpOwners } from './lookups.js'
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
    within(options.signal, (signal) => looked(collector, send, { ...options, signal }))

const looked = <C extends Collector>(
  collector: C,
  send: Send,
  options: LookOptions,
): TE.TaskEither<LookError, Look<Snapshots[C]>> => {
  const { clock = systemClock } = options
  const make: (parts: LookParts, memories: Memories) => E.Either<InvalidInput, Snapshots[C]> = snapshotOf[collector]
  return F.pipe(
    TE.fromIO(() => clock.now()),
    TE.bindTo('at'),
    TE.bind('discovered', () =>
      options.discovered === undefined ? discover(send, options) : TE.right(options.discovered),
    ),
    TE.bind('listed', ({ discovered }) => listEach(send, options, wantedOf(discovered, collector, options))),
    TE.let('seen', ({ listed }) => seenIn(options, listed)),
    TE.bind('owners', ({ discovered, seen: { objects, isCovered } }) =>
      lookUpOwners(send, options, objects, scopeTable(scopesOf(discovered)), ({ apiVersion, kind, namespace }) =>
        isCovered(apiVersion, kind, namespace),
      ),
    ),
    TE.bind('nodes', ({ seen }) => lookUpNodes(send, options, seen.seesNodes ? unseenNodes(seen.objects) : [])),
    TE.chainEitherKW((gathered) => {
      const parts = partsOf(collector, options, gathered)
      const { discovered, seen } = gathered
      return F.pipe(
        make(parts, options),
        E.map((snapshot) => ({ snapshot, parts, discovered, unlisted: seen.unlisted })),
      )
    }),
  )
}

/** What all lists together show. */
interface Seen {
  readonly unlisted: ReadonlyArray<Unlisted>
  readonly listings: ReadonlyArray<Listing>
  readonly objects: ReadonlyArray<WholeObject>
  readonly resources: ReadonlyArray<CoveredResource>
  readonly isCovered: ReturnType<typeof covers>
  readonly seesNodes: boolean
}

const seenIn = ({ labelSelector, namespaces }: LookOptions, listed: ReadonlyArray<ListedKind>): Seen => {
  const answers = listed.filter((each) => each._tag === 'Listed')
  const listings = withoutAliases(answers.map(({ listing }) => listing))
  const resources = labelSelector === undefined ? answers.map(({ of }) => coveredBy(of, namespaces ?? 'all')) : []
  const isCovered = covers({ _tag: 'Resources', resources })
  return {
    unlisted: listed.filter((each) => each._tag === 'Unlisted'),
    listings,
    objects: listings.flatMap(({ objects }) => objects),
    resources,
    isCovered,
    seesNodes: isCovered('v1', 'Node'),
  }
}

/** Names of nodes that pods are bound to and that no list holds. */
const unseenNodes = (objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> => {
  const nodes = new Set(objects.flatMap(({ kind, metadata }) => (kind === 'Node' ? [metadata.name] : [])))
  const named = new Set(objects.flatMap((object) => (object.kind === 'Pod' ? (nodeNameOf(object) ?? []) : [])))
  return [...named].filter((name) => !nodes.has(name))
}

/** All that one look asked for. */
interface Gathered {
  readonly at: Date
  readonly discovered: Discovered
  readonly seen: Seen
  readonly owners: LookedUp
  readonly nodes: { readonly apiNodes: ReadonlyArray<string>; readonly failedLookups: ReadonlyArray<string> }
}

const partsOf = (
  collector: Collector,
  options: LookOptions,
  { at, discovered, seen, owners: { found, doubtful }, nodes }: Gathered,
): LookParts => {
  const { undiscoveredGroups } = discovered
  const owners = found.flatMap(({ address, body }) =>
    F.pipe(
      decodeKubectlObjectsOf(address)([body]),
      E.match(
        (): ReadonlyArray<Listing> => [],
        (listing) => [listing],
      ),
    ),
  )
  const isWhole =
    (collector === 'cluster' || collector === 'owner') &&
    [options.namespaces, options.labelSelector, options.kinds].every((filter) => filter === undefined) &&
    seen.unlisted.length + doubtful.size + undiscoveredGroups.length === 0
  const stated: CoverageStatement = isWhole
    ? { _tag: 'Everything', because }
    : {
        _tag: 'Resources',
        resources: seen.resources.filter(({ kind, group }) => !doubtful.has(`${kind}.${group}`)),
        because,
      }
  return {
    at,
    listings: withoutAliases([...seen.listings, ...owners]),
    scopes: scopesOf(discovered),
    covers: [stated],
    apiNodes: seen.seesNodes ? known(nodes.apiNodes) : unknown,
    failedLookups: nodes.failedLookups,
    undiscoveredGroups,
  }
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
): TE.TaskEither<CallError, ReadonlyArray<ListedKind>> =>
  eachOf(wanted, options.concurrency ?? 8, ({ kind, depth }) => {
    const { labelSelector, pageSize = 500 } = options
    const everywhere: ReadonlyArray<string | undefined> = [undefined]
    return F.pipe(
      kind.namespaced ? (options.namespaces ?? everywhere) : everywhere,
      TE.traverseSeqArray((namespace) => listAll(send, options, { kind, depth, namespace, labelSelector, pageSize })),
      TE.map((lists) => {
        const decoded = decodePages(kind, { pages: lists.flatMap(({ pages }) => pages) })
        options.onListed?.(kind, wanted.length)
        return F.pipe(
          decoded,
          E.match(unlistedOf(kind), (listing): ListedKind => ({ _tag: 'Listed', of: kind, listing })),
        )
      }),
      TE.orElse((error) => (endsAll(error) ? TE.left(error) : TE.right(unlistedOf(kind)(error)))),
    )
  })

const unlistedOf =
  (kind: ServedKind) =>
  (error: CallError): ListedKind => ({ _tag: 'Unlisted', kind, error })

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
