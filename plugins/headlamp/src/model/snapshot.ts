/** Makes a snapshot of what lists of a cluster hold, and says what they leave unknown. */
import { either as E } from 'fp-ts'
import type { InvalidInput } from 'gcplan'
import type { Discovered } from './discovery.js'
import type { WholeObject } from 'gcplan/apiserver'
import type * as Owner from 'gcplan/controllers/owner'
import { type DecodeError, type Listing, decodeKubectlObjectsOf, kubernetesOwnerSnapshot, linesOf } from 'gcplan/decode'
import { groupOf, unwatchedKinds } from './reach.js'
import { type KindRead, type Unlisted, nameOfKind, sayMissing } from './reading.js'
import { type Rules, rulesFor } from './release.js'

/** What was read of a cluster at one time. */
export interface Observed {
  readonly at: Date
  /** The object that is asked about, as the page shows it. */
  readonly object: object
  readonly discovered: Discovered
  readonly reads: ReadonlyArray<KindRead>
  /** As the server states it. */
  readonly version?: string | undefined
}

/** A cluster as it was seen. */
export interface Seen {
  readonly snapshot: Owner.Snapshot
  readonly policy: Owner.Policy
  readonly cascade: Rules['cascade']
  /** The object that is asked about; null if the lists show that it is gone. */
  readonly object: WholeObject | null
  /** In the order of the lists; groups without a server last. */
  readonly unlisted: ReadonlyArray<Unlisted>
  readonly notes: ReadonlyArray<string>
}

/**
 * A cluster as lists show it.
 *
 * Fails: in words, for an object that is none.
 */
export const seenIn = (observed: Observed): E.Either<ReadonlyArray<string>, Seen> => {
  const { at, object, discovered, reads, version } = observed
  const asked = askedAbout(object)
  if (E.isLeft(asked)) return asked
  const lists = reads.map(decoded)
  const { owner, cascade, notes } = rulesFor(version)
  const { target, listing: own } = asked.right
  const covered = lists.flatMap(({ covers }) => covers)
  const isListed = lists.some(
    ({ listing }) => listing?.objects.some(({ metadata }) => metadata.uid === target.metadata.uid) === true,
  )
  const isGone = !isListed && covers(covered, target)
  const listings = lists.flatMap(({ listing }) => listing ?? [])
  const made = kubernetesOwnerSnapshot({
    at,
    listings: isListed || isGone ? listings : [...listings, own],
    scopes: discovered.kinds.filter(({ verbs }) => verbs.includes('get')),
    covers: [{ _tag: 'Resources', resources: covered, because: 'listed by Headlamp' }],
  })
  if (E.isLeft(made)) return E.left(linesIn(made.left))
  const snapshot = { ...made.right, undiscoveredGroups: discovered.undiscoveredGroups }
  return E.right({
    snapshot,
    policy: { ...owner, ignoredKinds: [...owner.ignoredKinds, ...unwatchedKinds(discovered)] },
    cascade,
    object: snapshot.objects.find(({ metadata }) => metadata.uid === target.metadata.uid) ?? null,
    unlisted: [
      ...lists.flatMap(({ unlisted }) => unlisted),
      ...discovered.undiscoveredGroups.map((group) => ({
        name: `group ${group}`,
        because: 'the server behind it does not answer',
      })),
    ],
    notes,
  })
}

const linesIn = (error: DecodeError | InvalidInput): ReadonlyArray<string> => linesOf(error)

type Covered = { readonly group: string; readonly kind: string; readonly namespaces: 'all' | ReadonlyArray<string> }

interface List {
  readonly listing?: Listing | undefined
  readonly covers: ReadonlyArray<Covered>
  readonly unlisted: ReadonlyArray<Unlisted>
}

const decoded = ({ kind, reading }: KindRead): List => {
  const missing = (because: string): List => ({ covers: [], unlisted: [{ name: nameOfKind(kind), because }] })
  if (reading._tag === 'Awaited') return missing('its list has not come yet')
  if (reading._tag === 'Missing') return missing(sayMissing(reading))
  const listing = decodeKubectlObjectsOf(kind)(reading.items.map(withoutType))
  if (E.isLeft(listing)) return missing(`its list cannot be read: ${linesOf(listing.left)[0] ?? ''}`)
  return {
    listing: listing.right,
    covers: [{ group: groupOf(kind.apiVersion), kind: kind.kind, namespaces: reading.namespaces }],
    unlisted: [],
  }
}

/** Headlamp derives the kind of an item from the name of its list, which fails where that has "List" in it twice. */
const withoutType = (item: object): object => ({ ...item, apiVersion: undefined, kind: undefined })

/** An object, and the list that holds it alone. */
const askedAbout = (
  object: object,
): E.Either<ReadonlyArray<string>, { readonly target: WholeObject; readonly listing: Listing }> => {
  const { apiVersion, kind } = object as { readonly apiVersion?: unknown; readonly kind?: unknown }
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return E.left(['The object has no kind.'])
  const listing = decodeKubectlObjectsOf({ apiVersion, kind })([object])
  if (E.isLeft(listing)) return E.left(linesIn(listing.left))
  const [target] = listing.right.objects
  return target === undefined ? E.left(['The object cannot be read.']) : E.right({ target, listing: listing.right })
}

const covers = (covered: ReadonlyArray<Covered>, { apiVersion, kind, metadata }: WholeObject): boolean =>
  covered.some(
    (one) =>
      one.kind === kind &&
      one.group === groupOf(apiVersion) &&
      (one.namespaces === 'all' || one.namespaces.includes(metadata.namespace ?? '')),
  )
