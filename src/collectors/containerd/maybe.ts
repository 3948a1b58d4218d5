/**
 * Answers what leases of unknown content might hold, and which decisions rest on what is taken to hold instead. Whatever
 * a lease can hold is a blob, snapshot, image or ingest of its namespace, whether it exists or not; all that follows
 * from there might be held as well.
 */
import type { Assumption } from '../../core/plan.js'
import type { Marks } from '../../internal/mark.js'
import { isMarked } from '../../internal/mark.js'
import type { Space } from './graph/census.js'
import type { Graph } from './graph/graph.js'
import { numberOf } from './graph/node.js'
import type { Reached } from './graph/reach.js'
import { reachFrom } from './graph/reach.js'
import { expiredFrom } from './graph/readable.js'
import type { KeepReasons } from './keep-reason.js'
import { notCollected } from './keep-reason.js'
import type { Policy } from './policy.js'
import type { Removal } from './reason.js'
import type { Node, Target } from './record.js'
import type { Lease } from './snapshot.js'

/** What unexpired leases leave open in one namespace. */
export interface Open {
  readonly space: Space
  /** Leases of unknown content, for which the policy keeps what they might hold; first by id. */
  readonly unknown: ReadonlyArray<number>
  /** Leases whose content is taken to be something, by the ground on which. */
  readonly taken: ReadonlyMap<string, ReadonlyArray<Taken>>
}

interface Taken {
  readonly id: string
  readonly assumed: string
}

/** What is left open, namespace by namespace; those where nothing is are left out. */
export const openSpaces = (policy: Policy, graph: Graph, epochMillis: number): ReadonlyArray<Open> =>
  graph.census.spaces.flatMap((space) => {
    const unknown: number[] = []
    const taken = new Map<string, Taken[]>()
    const take = (because: string, one: Taken): void => {
      const known = taken.get(because)
      if (known === undefined) taken.set(because, [one])
      else known.push(one)
    }
    space.groups.Lease.items.forEach((lease, index) => {
      const { resources, id } = lease
      if (resources._tag === 'Known' || hasExpired(lease, epochMillis)) return
      if (resources._tag === 'Assumed') take(resources.because, { id, assumed: countOf(resources.value.length) })
      else if (policy.unknownLeaseResources === 'assume-empty') take(byPolicy, { id, assumed: countOf(0) })
      else unknown.push(space.groups.Lease.start + index)
    })
    return unknown.length + taken.size === 0 ? [] : [{ space, unknown, taken }]
  })

/** What might be held, and the reasons to say so in each namespace. */
export interface Held {
  readonly marks: Marks
  readonly reasons: (space: Space) => KeepReasons
}

/** What leases of unknown content might hold; null when there is none. */
export const heldByUnknown = (
  policy: Policy,
  reached: Reached,
  nodes: ReadonlyArray<Node>,
  open: ReadonlyArray<Open>,
): Held | null => {
  const unknown = open.filter((one) => one.unknown.length > 0)
  const marks = mightBeHeld(policy, reached, unknown)
  if (marks === null) return null
  const reasons = new Map<Space, KeepReasons>(
    unknown.map(({ space, unknown: leases }) => [
      space,
      [{ _tag: 'MayBeLeased', lease: nodes[leases[0] ?? 0] as Target, leases: leases.length }],
    ]),
  )
  return { marks, reasons: (space) => reasons.get(space) ?? notCollected }
}

/** Marks what might be held in these namespaces and is not held for certain. */
const mightBeHeld = (policy: Policy, reached: Reached, open: ReadonlyArray<Open>): Marks | null => {
  if (open.length === 0) return null
  const seeds: number[] = []
  const spaces = new Set(open.map(({ space }) => space))
  for (const { groups } of spaces) {
    const leasable = [
      groups.FsSnapshot,
      groups.Ingest,
      groups.Content,
      ...(policy.imagesCollected ? [groups.Image] : []),
    ]
    for (const { start, items } of leasable)
      for (let index = 0; index < items.length; index++) seeds.push(start + index)
  }
  const { nameless, size } = reached.graph
  nameless.forEach(({ space, name }, index) => {
    if (spaces.has(space) && !name.startsWith('Container ')) seeds.push(size - nameless.length + index)
  })
  return reachFrom(reached, seeds)
}

/** What was taken to hold, with the removals that rest on it; nothing where none does. */
export const assumptionsOf = (
  policy: Policy,
  reached: Reached,
  open: ReadonlyArray<Open>,
  removals: ReadonlyArray<Removal>,
): ReadonlyArray<Assumption> => {
  const taken = open.filter((one) => one.taken.size > 0)
  const marks = mightBeHeld(policy, reached, taken)
  if (marks === null) return []
  const targets = new Map<string, string[]>(taken.map(({ space }) => [space.name, []]))
  for (const { target } of removals) {
    const ids = targets.get(target.namespace)
    const node = ids === undefined ? -1 : numberOf(reached.graph, target)
    if (node >= 0 && isMarked(marks, node)) ids?.push(target.id)
  }
  return taken.flatMap((one) => assumptionsIn(one, targets.get(one.space.name) ?? []))
}

const assumptionsIn = ({ space, taken }: Open, targets: ReadonlyArray<string>): ReadonlyArray<Assumption> =>
  targets.length === 0
    ? []
    : [...taken].map(([because, leases]) => ({
        about: aboutOf(space, leases),
        assumed: leases.length === 1 ? (leases[0]?.assumed ?? '') : `as stated for each of ${leases.length} leases`,
        because,
        targets,
      }))

const byPolicy = 'the policy takes leases of unknown content for empty'

const countOf = (resources: number): string =>
  resources === 0 ? 'no resources' : resources === 1 ? '1 resource' : `${resources} resources`

const aboutOf = (space: Space, leases: ReadonlyArray<Taken>): string => {
  const ids = leases.length === 1 ? JSON.stringify(leases[0]?.id) : '*'
  return `namespaces[${JSON.stringify(space.name)}].leases[${ids}].resources`
}

const hasExpired = ({ labels }: Lease, epochMillis: number): boolean => expiredFrom(labels) <= epochMillis
