/**
 * What a collection removes and keeps, in sweep order: namespaces by the bytes of their names; in each leases,
 * snapshots (by snapshotter, then key), ingests, content and images, each by the bytes of its key; then the streams
 * and finally the mounts of all namespaces.
 *
 * @upstream containerd v2.3.4 core/metadata/db.go GarbageCollect
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { Int64 } from '../core/int64.js'
import type { Kept } from '../core/plan.js'
import { isMarked } from '../internal/graph.js'
import { compareBytes, elementAt } from '../internal/lists.js'
import type { ItemOf, Kind, NamespaceIndex } from './graph/node-index.js'
import { targetAt } from './graph/node.js'
import { type Reachability, expiredHolder, heldByExpired, isReachable } from './graph/reach.js'
import { type KeepReasons, keepReasons, notCollected } from './keep-reason.js'
import type { PossiblyReachable } from './possibly-reachable.js'
import type { Policy } from './policy.js'
import type { ContainerdFamily, Removal, Reason } from './reason.js'
import type { Node, Target } from './record.js'
import * as fp from '../core/fp.js'
import { expiryDate } from './graph/expiry.js'
import { textOr } from './graph/label-sets.js'

/** What is removed and what is kept, each in sweep order. */
interface Swept {
  readonly removals: ReadonlyArray<Removal>
  readonly kept: ReadonlyArray<Kept<ContainerdFamily>>
}

/**
 * A sweep under way. What it does to each record stands apart from it: the code of a function that is made for one plan is
 * compiled anew for the next (`npm run bench -- containerd-plan`).
 */
interface Sweep {
  readonly policy: Policy
  readonly reached: Reachability
  readonly nodes: ReadonlyArray<Node>
  /** What is kept because something unknown might hold it. */
  readonly possible: PossiblyReachable | null
  readonly heldByExpired: Int32Array | null
  readonly removals: Removal[]
  /** A list of this size costs less when it has its room from the start; what is removed leaves some of it over. */
  readonly kept: Kept<ContainerdFamily>[]
  keptCount: number
}

/** Decides on every record; `possible` tells what is kept because something unknown might hold it. */
export const sweep = (
  policy: Policy,
  reached: Reachability,
  nodes: ReadonlyArray<Node>,
  possible: PossiblyReachable | null,
): Swept => {
  const kept = new Array<Kept<ContainerdFamily>>(nodes.length)
  const held = heldByExpired(reached)
  const under: Sweep = { policy, reached, nodes, possible, heldByExpired: held, removals: [], kept, keptCount: 0 }
  const spaces = reached.graph.nodeIndex.namespaces.toSorted((a, b) => compareBytes(a.name, b.name))
  for (const space of spaces) {
    sweepGroup(under, space, 'Lease', true)
    sweepGroup(under, space, 'FsSnapshot', true)
    sweepGroup(under, space, 'Ingest', true)
    sweepGroup(under, space, 'Content', true)
    sweepGroup(under, space, 'Image', policy.imagesCollected)
  }
  for (const space of spaces) sweepGroup(under, space, 'Stream', policy.streams)
  for (const space of spaces) sweepGroup(under, space, 'Mount', policy.mounts)
  kept.length = under.keptCount
  return { removals: under.removals, kept }
}

const sweepGroup = (under: Sweep, space: NamespaceIndex, kind: Kind, isCollected: boolean): void => {
  const { policy, reached, nodes, possible, removals, kept } = under
  const { start, items, hasWideKeys } = space.groups[kind]
  const [removed, keptBefore] = [removals.length, under.keptCount]
  for (let index = 0; index < items.length; index++) {
    const item = elementAt<ItemOf<Kind>>(items, index)
    const node = start + index
    if (!isCollected) keep(under, node, notCollected)
    else if (isReachable(reached, node)) keep(under, node, keepReasons(policy, reached, nodes, node, item))
    else if (possible !== null && isMarked(possible.marks, node)) keep(under, node, possible.reasons(node, space))
    else remove(under, node, space, item)
  }
  // Numbers go by code unit, the sweep by bytes.
  if (hasWideKeys) {
    putInByteOrder(removals, removed, removals.length)
    putInByteOrder(kept, keptBefore, under.keptCount)
  }
}

const keep = (under: Sweep, node: number, reasons: KeepReasons): void => {
  under.kept[under.keptCount++] = { target: targetAt(under.nodes, node), reasons }
}

const remove = (under: Sweep, node: number, space: NamespaceIndex, item: ItemOf<Kind>): void => {
  const { reached, nodes } = under
  const target = targetAt(nodes, node)
  const holder = expiredHolder(under.heldByExpired, reached.graph, node)
  const origin = holder < 0 ? null : targetAt(nodes, holder)
  under.removals.push({
    target,
    actions: [
      target._tag === 'FsSnapshot'
        ? { _tag: 'RemoveSnapshotRecord', record: target }
        : { _tag: 'RemoveRecord', record: target },
    ],
    reasons: removalReasons(target, space, item, origin),
    requires: [],
    frees: bytesOf(target, item),
  })
}

interface Decision {
  readonly target: Target
}

const putInByteOrder = (decided: Decision[], from: number, to: number): void => {
  decided
    .slice(from, to)
    .sort(byBytes)
    .forEach((decision, index) => (decided[from + index] = decision))
}

const byBytes = ({ target: left }: Decision, { target: right }: Decision): number =>
  left._tag === 'FsSnapshot' && right._tag === 'FsSnapshot' && left.snapshotter !== right.snapshotter
    ? compareBytes(left.snapshotter, right.snapshotter)
    : compareBytes(left.key, right.key)

/** Bytes of the blob, or of the snapshot where known. The collector itself counts none. */
const bytesOf = (target: Target, item: ItemOf<Kind>): Int64 => {
  if (target._tag === 'Content') return 'size' in item ? item.size : 0
  if (!('parent' in item)) return 0
  const { usage } = item
  return usage === undefined || usage._tag === 'Unknown' ? 0 : usage.value
}

type Reasons = RNEA.ReadonlyNonEmptyArray<Reason>

const unreachable: Reasons = [{ _tag: 'Unreachable' }]
const namespaceUnknown: Reasons = [{ _tag: 'NamespaceUnknown' }]

/** Why a record is removed; `holder` is what held it until it expired, the record itself if that is what expired. */
const removalReasons = (target: Target, space: NamespaceIndex, item: ItemOf<Kind>, holder: Target | null): Reasons => {
  if (holder !== null) return holder === target ? expired(target, item) : [{ _tag: 'HeldOnlyByExpired', holder }]
  if (target._tag !== 'Stream' && target._tag !== 'Mount') return unreachable
  if (!space.inMetadata) return namespaceUnknown
  const lease = 'lease' in item ? (typeof item.lease === 'string' ? item.lease : textOr(item.lease)) : ''
  // One that exists would hold it, or be the holder that expired.
  return lease === '' ? unreachable : [{ _tag: 'LeaseGone', lease }]
}

const expired = (target: Target, item: ItemOf<Kind>): Reasons => {
  const expiredAt = expiryDate(item)
  if (fp.isNone(expiredAt)) return unreachable
  const at = { expiredAt: expiredAt.value }
  switch (target._tag) {
    case 'Lease':
      return [{ _tag: 'LeaseExpired', ...at }]
    case 'Image':
      return [{ _tag: 'ImageExpired', ...at }]
    default:
      return [{ _tag: 'IngestExpired', ...at }]
  }
}
