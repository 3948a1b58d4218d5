/**
 * Answers what a snapshot leaves open about holding: leases of unknown content, things that nobody looked at, ingests of
 * unknown expiry, ingests of which nobody knows what they expect. Each is unknown, so that whatever it might hold stays,
 * or is taken to be something on a ground, which the plan then states.
 */

import * as option from '../core/option.js'
import type { Knowledge } from '../core/knowledge.js'
import type { Space } from './graph/census.js'
import type { Graph } from './graph/graph.js'
import { expiredFrom } from './graph/readable.js'
import type { Policy } from './policy.js'
import type { Lease } from './snapshot.js'

/** What can be open, in the order in which it is given as a reason. */
export const doubtKinds = ['leases', 'unseen', 'expiry', 'expected'] as const

/** One of {@link doubtKinds}. */
export type DoubtKind = (typeof doubtKinds)[number]

/** What is left open of one kind in one namespace. */
export interface Doubt {
  readonly kind: DoubtKind
  readonly space: Space
  /** Leases or ingests by their numbers, things that nobody looked at by their places; each may hold anything. */
  readonly unknown: ReadonlyArray<number>
  /** What is taken to hold something stated, by the ground on which. */
  readonly taken: ReadonlyMap<string, ReadonlyArray<Taken>>
}

/** A fact that was stated. */
export interface Taken {
  /** Its number or place, as in {@link Doubt.unknown}. */
  readonly which: number
  readonly id: string
  readonly assumed: string
}

/** What is left open, namespace by namespace; those where nothing is are left out. */
export const doubtsOf = (policy: Policy, graph: Graph, epochMillis: number): ReadonlyArray<Doubt> =>
  graph.census.spaces.flatMap((space) => [
    ...leasesIn(policy, space, epochMillis),
    ...(space.inMetadata && space.unseen.length > 0 ? unseenIn(policy, space) : []),
    ...(space.groups.Ingest.items.length > 0 ? ingestsIn(space) : []),
  ])

interface Draft {
  readonly unknown: number[]
  readonly taken: Map<string, Taken[]>
}

const noDoubt = (): Draft => ({ unknown: [], taken: new Map() })

const take = ({ taken }: Draft, because: string, one: Taken): void => {
  const known = taken.get(because)
  if (known === undefined) taken.set(because, [one])
  else known.push(one)
}

const doubtIn = (kind: DoubtKind, space: Space, draft: Draft): ReadonlyArray<Doubt> =>
  draft.unknown.length + draft.taken.size === 0 ? [] : [{ kind, space, ...draft }]

const leasesIn = (policy: Policy, space: Space, epochMillis: number): ReadonlyArray<Doubt> => {
  const draft = noDoubt()
  const { start, items } = space.groups.Lease
  items.forEach((lease, index) => {
    const { resources, id } = lease
    if (resources._tag === 'Known' || hasExpired(lease, epochMillis)) return
    const which = start + index
    if (resources._tag === 'Assumed')
      take(draft, resources.because, { which, id, assumed: countOf(resources.value.length) })
    else if (policy.unknownLeaseResources === 'assume-empty') take(draft, byPolicy, { which, id, assumed: countOf(0) })
    else draft.unknown.push(which)
  })
  return doubtIn('leases', space, draft)
}

const unseenIn = (policy: Policy, space: Space): ReadonlyArray<Doubt> => {
  const draft = noDoubt()
  space.unseen.forEach(({ kind, what, holdsNothing }, which) => {
    if (kind === 'Sandboxes' && !policy.sandboxLabels) return
    if (option.isNone(holdsNothing)) draft.unknown.push(which)
    else take(draft, holdsNothing.value, { which, id: what, assumed: 'nothing' })
  })
  return doubtIn('unseen', space, draft)
}

const ingestsIn = (space: Space): ReadonlyArray<Doubt> => {
  const expiry = noDoubt()
  const expected = noDoubt()
  const { start, items } = space.groups.Ingest
  items.forEach((ingest, index) => {
    const one = { which: start + index, id: ingest.ref }
    settle(expiry, ingest.expireAt, one, 'no expiry time')
    settle(expected, ingest.expected, one, 'no digest')
  })
  return [...doubtIn('expiry', space, expiry), ...doubtIn('expected', space, expected)]
}

const settle = (draft: Draft, fact: Knowledge<string>, one: Omit<Taken, 'assumed'>, none: string): void => {
  if (fact._tag === 'Unknown') draft.unknown.push(one.which)
  else if (fact._tag === 'Assumed')
    take(draft, fact.because, { ...one, assumed: fact.value === '' ? none : fact.value })
}

/** The ground on which leases of unknown content are taken for empty. */
export const byPolicy = 'the policy takes leases of unknown content for empty'

const countOf = (resources: number): string =>
  resources === 0 ? 'no resources' : resources === 1 ? '1 resource' : `${resources} resources`

const hasExpired = ({ labels }: Lease, epochMillis: number): boolean => expiredFrom(labels) <= epochMillis
