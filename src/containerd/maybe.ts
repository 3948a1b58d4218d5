/**
 * Answers what might be held by what is left open:
 *
 * 1. a lease can hold any blob, snapshot, image or ingest of its namespace, whether it exists or not;
 * 2. what nobody looked at can refer to anything but leases and ingests;
 * 3. an ingest of unknown expiry might live;
 * 4. an ingest that stays, or might, can expect any blob.
 *
 * All that follows from there might be held as well, whether a condition on the way holds at this instant or not.
 */
import type { Marks } from '../internal/mark.js'
import { isMarked, itself, noMarks } from '../internal/mark.js'
import type { Doubt, DoubtKind } from './doubt.js'
import { doubtKinds } from './doubt.js'
import type { Group, Space } from './graph/census.js'
import type { Reached } from './graph/reach.js'
import { isReached, spreadInDoubt } from './graph/reach.js'
import type { KeepReasons } from './keep-reason.js'
import type { Policy } from './policy.js'
import type { Node, Target } from './record.js'

/** What might be held, and the reasons to say so of each node. */
export interface Held {
  readonly marks: Marks
  readonly reasons: (node: number, space: Space) => KeepReasons
}

/** What might be held by what is unknown; null when there is no such. */
export const heldInDoubt = (
  policy: Policy,
  reached: Reached,
  nodes: ReadonlyArray<Node>,
  doubts: ReadonlyArray<Doubt>,
): Held | null => {
  if (doubts.every(({ unknown }) => unknown.length === 0)) return null
  const { size } = reached.graph
  const marks = noMarks(size)
  const origin = new Int32Array(size)
  const kindOf = new Uint8Array(size)
  const byKind = doubtKinds.map((kind, place) => {
    const open = openOf(kind, doubts, reached, marks)
    const before = marks.count
    spreadInDoubt(reached, marks, seedsOf(policy, reached, kind, open))
    for (let index = before; index < marks.count; index++) {
      const node = marks.order[index] as number
      const from = marks.from[node] as number
      origin[node] = from === itself ? node : (origin[from] as number)
      kindOf[node] = place
    }
    return new Map(open.map((one) => [one.space, one.which]))
  })
  return {
    marks,
    reasons: (node, space) => {
      const place = kindOf[node] as number
      const which = byKind[place]?.get(space) ?? []
      return [reasonOf(doubtKinds[place] as DoubtKind, nodes, space, which, origin[node] as number)]
    },
  }
}

const reasonOf = (
  kind: DoubtKind,
  nodes: ReadonlyArray<Node>,
  space: Space,
  which: ReadonlyArray<number>,
  origin: number,
): KeepReasons[0] => {
  const [first = 0] = which
  switch (kind) {
    case 'leases':
      return { _tag: 'MayBeLeased', lease: nodes[first] as Target, leases: which.length }
    case 'unseen':
      return { _tag: 'MayBeHeld', unseen: space.unseen[first]?.what ?? '', others: which.length - 1 }
    case 'expiry':
      return { _tag: 'MayBeUnexpired', ingest: nodes[origin] as Target }
    case 'expected':
      return { _tag: 'MayBeExpected', ingest: nodes[first] as Target, ingests: which.length }
  }
}

/** What is open in one namespace, by number or place. */
export interface Open {
  readonly space: Space
  readonly which: ReadonlyArray<number>
}

/** What is unknown of one kind; an ingest that goes expects nothing. */
const openOf = (kind: DoubtKind, doubts: ReadonlyArray<Doubt>, reached: Reached, marks: Marks): ReadonlyArray<Open> =>
  doubts.flatMap((doubt) => {
    if (doubt.kind !== kind) return []
    const { space, unknown } = doubt
    const stays = (ingest: number): boolean => isReached(reached, ingest) || isMarked(marks, ingest)
    const which = kind === 'expected' ? unknown.filter(stays) : unknown
    return which.length === 0 ? [] : [{ space, which }]
  })

/** Everybody whom something open could hold by itself. */
export const seedsOf = (
  policy: Policy,
  { graph }: Reached,
  kind: DoubtKind,
  open: ReadonlyArray<Open>,
): ReadonlyArray<number> => {
  if (kind === 'expiry') return open.flatMap(({ which }) => which)
  const seeds: number[] = []
  const spaces = new Set(open.flatMap(({ space, which }) => (which.length === 0 ? [] : [space])))
  for (const space of spaces)
    for (const { start, items } of holdable(policy, kind, space))
      for (let index = 0; index < items.length; index++) seeds.push(start + index)
  const first = graph.size - graph.nameless.length
  graph.nameless.forEach(({ space, name }, index) => {
    if (spaces.has(space) && canName(kind, name)) seeds.push(first + index)
  })
  return seeds
}

const holdable = (policy: Policy, kind: DoubtKind, { groups }: Space): ReadonlyArray<Group<unknown>> => {
  if (kind === 'expected') return [groups.Content]
  const images = policy.imagesCollected ? [groups.Image] : []
  const named = [groups.FsSnapshot, groups.Content, ...images]
  if (kind === 'leases') return [...named, groups.Ingest]
  return [...named, ...(policy.streams ? [groups.Stream] : []), ...(policy.mounts ? [groups.Mount] : [])]
}

/** A lease names no container; what one that nobody looked at holds, a label that nobody looked at holds as well. */
const canName = (kind: DoubtKind, name: string): boolean =>
  kind === 'expected' ? name.startsWith('Content ') : !name.startsWith('Container ')
