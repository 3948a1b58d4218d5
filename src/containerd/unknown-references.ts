/**
 * Unknown references in a snapshot: leases of unknown content, unobserved objects, mounts of unknown lease, ingests of
 * unknown expiry, and ingests whose expected blob is unknown. Each either stays unknown, so that whatever it might hold is kept, or is
 * assumed on a stated ground, which the plan reports.
 */

import { addTo } from '../internal/lists.js'
import * as fp from '../core/fp.js'
import type { Knowledge } from '../core/knowledge.js'
import type { NamespaceIndex } from './graph/node-index.js'
import type { Graph } from './graph/graph.js'
import { expiredFrom } from './graph/expiry.js'
import type { Policy } from './policy.js'
import type { Lease } from './snapshot.js'

/** What can be open, in the order in which it is given as a reason. */
export const unknownKinds = ['leases', 'unseen', 'mounts', 'expiry', 'expected'] as const

/** One of {@link unknownKinds}. */
export type UnknownKind = (typeof unknownKinds)[number]

/** What is left open of one kind in one namespace. */
export interface UnknownReferences {
  readonly kind: UnknownKind
  readonly space: NamespaceIndex
  /** Leases, mounts or ingests by number, unobserved objects by index. */
  readonly unknown: ReadonlyArray<number>
  /** What is assumed to hold something stated, by the ground on which. */
  readonly assumed: ReadonlyMap<string, ReadonlyArray<AssumedFact>>
}

/** A fact that was stated. */
export interface AssumedFact {
  /** Its number or place, as in {@link UnknownReferences.unknown}. */
  readonly which: number
  readonly id: string
  readonly assumed: string
}

/** What is left open, namespace by namespace; those where nothing is are left out. */
export const unknownReferences = (
  policy: Policy,
  graph: Graph,
  epochMillis: number,
): ReadonlyArray<UnknownReferences> =>
  graph.nodeIndex.namespaces.flatMap((space) => [
    ...leasesIn(policy, space, epochMillis),
    ...(space.inMetadata && space.unseen.length > 0 ? unseenIn(policy, space) : []),
    ...(policy.mounts && space.inMetadata ? mountsIn(space, epochMillis) : []),
    ...(space.groups.Ingest.items.length > 0 ? ingestsIn(space) : []),
  ])

interface Draft {
  readonly unknown: number[]
  readonly assumed: Map<string, AssumedFact[]>
}

const emptyDraft = (): Draft => ({ unknown: [], assumed: new Map() })

const recordAssumed = ({ assumed }: Draft, because: string, one: AssumedFact): void => {
  addTo(assumed, because, one)
}

const unknownIn = (kind: UnknownKind, space: NamespaceIndex, draft: Draft): ReadonlyArray<UnknownReferences> =>
  draft.unknown.length + draft.assumed.size === 0 ? [] : [{ kind, space, ...draft }]

const leasesIn = (policy: Policy, space: NamespaceIndex, epochMillis: number): ReadonlyArray<UnknownReferences> => {
  const draft = emptyDraft()
  const { start, items } = space.groups.Lease
  items.forEach((lease, index) => {
    const { resources, id } = lease
    if (resources._tag === 'Known' || hasExpired(lease, epochMillis)) return
    const which = start + index
    if (resources._tag === 'Assumed')
      recordAssumed(draft, resources.because, { which, id, assumed: countOf(resources.value.length) })
    else if (policy.unknownLeaseResources === 'assume-empty')
      recordAssumed(draft, assumedEmptyByPolicy, { which, id, assumed: countOf(0) })
    else draft.unknown.push(which)
  })
  return unknownIn('leases', space, draft)
}

const unseenIn = (policy: Policy, space: NamespaceIndex): ReadonlyArray<UnknownReferences> => {
  const draft = emptyDraft()
  space.unseen.forEach(({ kind, what, holdsNothing }, which) => {
    if (kind === 'Sandboxes' && !policy.sandboxLabels) return
    if (fp.isNone(holdsNothing)) draft.unknown.push(which)
    else recordAssumed(draft, holdsNothing.value, { which, id: what, assumed: 'nothing' })
  })
  return unknownIn('unseen', space, draft)
}

/** Without a lease that could hold it, a mount of unknown lease is as one of none. */
const mountsIn = (space: NamespaceIndex, epochMillis: number): ReadonlyArray<UnknownReferences> => {
  const draft = emptyDraft()
  const { start, items } = space.groups.Mount
  if (items.length > 0 && space.groups.Lease.items.some((lease) => !hasExpired(lease, epochMillis)))
    items.forEach(({ lease, name }, index) => recordFact(draft, lease, { which: start + index, id: name }, 'no lease'))
  return unknownIn('mounts', space, draft)
}

const ingestsIn = (space: NamespaceIndex): ReadonlyArray<UnknownReferences> => {
  const expiry = emptyDraft()
  const expected = emptyDraft()
  const { start, items } = space.groups.Ingest
  items.forEach((ingest, index) => {
    const one = { which: start + index, id: ingest.ref }
    recordFact(expiry, ingest.expireAt, one, 'no expiry time')
    recordFact(expected, ingest.expected, one, 'no digest')
  })
  return [...unknownIn('expiry', space, expiry), ...unknownIn('expected', space, expected)]
}

const recordFact = (draft: Draft, fact: Knowledge<string>, one: Omit<AssumedFact, 'assumed'>, none: string): void => {
  if (fact._tag === 'Unknown') draft.unknown.push(one.which)
  else if (fact._tag === 'Assumed')
    recordAssumed(draft, fact.because, { ...one, assumed: fact.value === '' ? none : fact.value })
}

/** The ground on which leases of unknown content are assumed for empty. */
export const assumedEmptyByPolicy = 'the policy takes leases of unknown content for empty'

const countOf = (resources: number): string =>
  resources === 0 ? 'no resources' : resources === 1 ? '1 resource' : `${resources} resources`

const hasExpired = ({ labels }: Lease, epochMillis: number): boolean => expiredFrom(labels) <= epochMillis
