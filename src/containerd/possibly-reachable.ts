/**
 * What something unknown might hold:
 *
 * 1. a lease can hold any blob, snapshot, image or ingest of its namespace, whether it exists or not;
 * 2. something unobserved can refer to anything but leases and ingests;
 * 3. a mount of unknown lease might be held by any lease that stays;
 * 4. an ingest of unknown expiry might be alive;
 * 5. an ingest that stays, or might, can expect any blob.
 *
 * Everything reachable from there might be held as well, whether or not conditions on the way hold at this instant.
 */
import { type Marks, isMarked, itself, noMarks } from '../internal/graph.js'
import { elementAt } from '../internal/lists.js'
import { type UnknownReferences, type UnknownKind, unknownKinds } from './unknown-references.js'
import type { Group, NamespaceIndex } from './graph/node-index.js'
import { targetAt } from './graph/node.js'
import { type Reachability, isReachable, spreadPossible } from './graph/reach.js'
import type { KeepReasons } from './keep-reason.js'
import type { Policy } from './policy.js'
import type { Node } from './record.js'

/** What might be held, and the reasons to say so of each node. */
export interface PossiblyReachable {
  readonly marks: Marks
  readonly reasons: (node: number, space: NamespaceIndex) => KeepReasons
}

/** Nodes that unknown references might hold; null if there are none. */
export const possiblyReachable = (
  policy: Policy,
  reached: Reachability,
  nodes: ReadonlyArray<Node>,
  unknowns: ReadonlyArray<UnknownReferences>,
): PossiblyReachable | null => {
  if (unknowns.every(({ unknown }) => unknown.length === 0)) return null
  const { size } = reached.graph
  const marks = noMarks(size)
  const origin = new Int32Array(size)
  const kindOf = new Uint8Array(size)
  const byKind = unknownKinds.map((kind, place) => {
    const open = openOf(kind, unknowns, reached, marks)
    const before = marks.count
    spreadPossible(reached, marks, possibleTargets(policy, reached, kind, open))
    for (let index = before; index < marks.count; index++) {
      const node = marks.order[index] ?? 0
      const from = marks.from[node] ?? 0
      origin[node] = from === itself ? node : (origin[from] ?? 0)
      kindOf[node] = place
    }
    return new Map(open.map((one) => [one.space, one.which]))
  })
  return {
    marks,
    reasons: (node, space) => {
      const place = kindOf[node] ?? 0
      const which = byKind[place]?.get(space) ?? []
      return [reasonOf(elementAt(unknownKinds, place), reached, nodes, space, which, origin[node] ?? 0)]
    },
  }
}

const reasonOf = (
  kind: UnknownKind,
  reached: Reachability,
  nodes: ReadonlyArray<Node>,
  space: NamespaceIndex,
  which: ReadonlyArray<number>,
  origin: number,
): KeepReasons[0] => {
  const [first = 0] = which
  switch (kind) {
    case 'leases':
      return { _tag: 'MayBeLeased', lease: targetAt(nodes, first), leases: which.length }
    case 'unseen':
      return { _tag: 'MayBeHeld', unseen: space.unseen[first]?.what ?? '', others: which.length - 1 }
    case 'mounts': {
      const leases = livingLeases(reached, space)
      return { _tag: 'MayBeLeased', lease: targetAt(nodes, leases[0] ?? origin), leases: leases.length }
    }
    case 'expiry':
      return { _tag: 'MayBeUnexpired', ingest: targetAt(nodes, origin) }
    case 'expected':
      return { _tag: 'MayBeExpected', ingest: targetAt(nodes, first), ingests: which.length }
  }
}

const livingLeases = (reached: Reachability, { groups }: NamespaceIndex): ReadonlyArray<number> =>
  groups.Lease.items.map((_, index) => groups.Lease.start + index).filter((lease) => isReachable(reached, lease))

/** What is open in one namespace, by number or place. */
export interface OpenReferences {
  readonly space: NamespaceIndex
  readonly which: ReadonlyArray<number>
}

/** What is unknown of one kind; an ingest that is removed expects nothing. */
const openOf = (
  kind: UnknownKind,
  unknowns: ReadonlyArray<UnknownReferences>,
  reached: Reachability,
  marks: Marks,
): ReadonlyArray<OpenReferences> =>
  unknowns.flatMap((each) => {
    if (each.kind !== kind) return []
    const { space, unknown } = each
    const stays = (ingest: number): boolean => isReachable(reached, ingest) || isMarked(marks, ingest)
    const which = kind === 'expected' ? unknown.filter(stays) : unknown
    return which.length === 0 ? [] : [{ space, which }]
  })

/** Every node that an unknown reference could hold directly. */
export const possibleTargets = (
  policy: Policy,
  { graph }: Reachability,
  kind: UnknownKind,
  open: ReadonlyArray<OpenReferences>,
): ReadonlyArray<number> => {
  if (kind === 'expiry' || kind === 'mounts') return open.flatMap(({ which }) => which)
  const seeds: number[] = []
  const spaces = new Set(open.flatMap(({ space, which }) => (which.length === 0 ? [] : [space])))
  for (const space of spaces)
    for (const { start, items } of holdable(policy, kind, space))
      for (let index = 0; index < items.length; index++) seeds.push(start + index)
  const first = graph.size - graph.missingNodes.length
  graph.missingNodes.forEach(({ space, name }, index) => {
    if (spaces.has(space) && canName(kind, name)) seeds.push(first + index)
  })
  return seeds
}

const holdable = (policy: Policy, kind: UnknownKind, { groups }: NamespaceIndex): ReadonlyArray<Group<unknown>> => {
  if (kind === 'expected') return [groups.Content]
  const images = policy.imagesCollected ? [groups.Image] : []
  const named = [groups.FsSnapshot, groups.Content, ...images]
  if (kind === 'leases') return [...named, groups.Ingest]
  return [...named, ...(policy.streams ? [groups.Stream] : []), ...(policy.mounts ? [groups.Mount] : [])]
}

/** A lease names no container. Whatever an unobserved container might hold, an unobserved label might hold as well. */
const canName = (kind: UnknownKind, name: string): boolean =>
  kind === 'expected' ? name.startsWith('Content ') : !name.startsWith('Container ')
