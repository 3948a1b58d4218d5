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
import { type Reachability, heldByExpired, isReachable } from './graph/reach.js'
import { type KeepReasons, keepReasonsOf, notCollected } from './keep-reason.js'
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

/** Decides on every record; `mayBeHeld` tells what is kept because something unknown might hold it. */
export const sweep = (
  policy: Policy,
  reached: Reachability,
  nodes: ReadonlyArray<Node>,
  possible: PossiblyReachable | null,
): Swept => {
  const removals: Removal[] = []
  // A list of this size costs less when it has its room from the start; what is removed leaves some of it over.
  const kept = new Array<Kept<ContainerdFamily>>(nodes.length)
  let keptCount = 0
  const keepReasons = keepReasonsOf(policy, reached, nodes)
  const expiredHolder = heldByExpired(reached)
  const keep = (node: number, reasons: KeepReasons): void => {
    kept[keptCount++] = { target: targetAt(nodes, node), reasons }
  }
  const remove = (node: number, space: NamespaceIndex, item: ItemOf<Kind>): void => {
    const target = targetAt(nodes, node)
    const holder = expiredHolder(node)
    const origin = holder === undefined ? null : targetAt(nodes, holder)
    removals.push({
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
  const sweepGroup = (space: NamespaceIndex, kind: Kind, isCollected: boolean): void => {
    const { start, items, hasWideKeys } = space.groups[kind]
    const before = [removals.length, keptCount] as const
    for (let index = 0; index < items.length; index++) {
      const item = elementAt<ItemOf<Kind>>(items, index)
      const node = start + index
      if (!isCollected) keep(node, notCollected)
      else if (isReachable(reached, node)) keep(node, keepReasons(node, item))
      else if (possible !== null && isMarked(possible.marks, node)) keep(node, possible.reasons(node, space))
      else remove(node, space, item)
    }
    // Numbers go by code unit, the sweep by bytes.
    if (hasWideKeys) {
      putInByteOrder(removals, before[0], removals.length)
      putInByteOrder(kept, before[1], keptCount)
    }
  }
  const spaces = reached.graph.nodeIndex.namespaces.toSorted((a, b) => compareBytes(a.name, b.name))
  for (const space of spaces) {
    sweepGroup(space, 'Lease', true)
    sweepGroup(space, 'FsSnapshot', true)
    sweepGroup(space, 'Ingest', true)
    sweepGroup(space, 'Content', true)
    sweepGroup(space, 'Image', policy.imagesCollected)
  }
  for (const space of spaces) sweepGroup(space, 'Stream', policy.streams)
  for (const space of spaces) sweepGroup(space, 'Mount', policy.mounts)
  kept.length = keptCount
  return { removals, kept }
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
