/**
 * Why a record stays: the edge that reached it first, or the rule that makes it a root.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import * as fp from '../core/fp.js'
import { instant } from '../core/time.js'
import { isMarked, itself } from '../internal/graph.js'
import { compareText, elementAt } from '../internal/lists.js'
import { type ItemOf, type Kind, itemAt } from './graph/node-index.js'
import { edge, kindOf, placeOf } from './graph/graph.js'
import { targetAt, virtualNode } from './graph/node.js'
import type { Reachability } from './graph/reach.js'
import { expiryDate } from './graph/expiry.js'
import { labelsOf, valueOf } from './graph/label-sets.js'
import { label, meaningOf } from './labels/key-grammar.js'
import type { Policy } from './policy.js'
import type { KeepReason } from './reason.js'
import type { Node } from './record.js'
import type { Labels } from './snapshot.js'

/** Reasons of a kept record; only one is given. */
export type KeepReasons = RNEA.ReadonlyNonEmptyArray<KeepReason>

/** The policy does not collect records of this kind. */
export const notCollected: KeepReasons = [{ _tag: 'NotCollected' }]

/** Why a reached record stays; `item` is the record itself. */
export const keepReasons = (
  policy: Policy,
  reached: Reachability,
  nodes: ReadonlyArray<Node>,
  node: number,
  item: ItemOf<Kind>,
): KeepReasons => {
  const { graph, marks } = reached
  const at = isMarked(marks, node) ? node : node + graph.flatOffset
  return marks.from[at] === itself
    ? rootReasons(policy, elementAt(nodes, node), item)
    : [edgeReason(reached, nodes, at, marks.from[at] ?? 0, marks.tag[at] ?? 0)]
}

/** Why a node is there by way of one edge; its number and that of the holder may be those of twins. */
export const edgeReason = (
  { graph }: Reachability,
  nodes: ReadonlyArray<Node>,
  node: number,
  from: number,
  tag: number,
): KeepReason => {
  const holder = from < graph.nodeIndex.size ? elementAt(nodes, from) : virtualNode(graph, from)
  const label = graph.labelKeys[placeOf(tag)] ?? ''
  switch (kindOf(tag)) {
    case edge.label:
      return { _tag: 'ReferencedBy', holder, label }
    case edge.imageTarget:
      return { _tag: 'TargetOfImage', image: holder }
    case edge.parent:
      return { _tag: 'ParentOf', child: holder }
    case edge.containerSnapshot:
      return { _tag: 'UsedByContainer', container: holder }
    case edge.expected:
      return { _tag: 'ExpectedByIngest', ingest: holder }
    case edge.leased:
      return { _tag: 'HeldByLease', lease: targetAt(nodes, from), flat: node >= graph.nodeIndex.size }
    case edge.back:
      return { _tag: 'BackReferenced', parent: holder, label }
    case edge.condition: {
      const value = valueOf(labelsOf(itemAt(graph.nodeIndex, from)), label)
      return { _tag: 'ConditionHolds', holder, label, condition: value.slice(0, value.indexOf('|')) }
    }
  }
}

const leaseForever: KeepReasons = [{ _tag: 'LeaseUnexpired', expiresAt: fp.none }]
const imageForever: KeepReasons = [{ _tag: 'ImageUnexpired', expiresAt: fp.none }]
const streamUnleased: KeepReasons = [{ _tag: 'StreamUnleased' }]

/** Why a root is one. */
export const rootReasons = (policy: Policy, node: Node, item: ItemOf<Kind>): KeepReasons => {
  switch (node._tag) {
    case 'Lease': {
      const expiresAt = expiryDate(item)
      return fp.isNone(expiresAt) ? leaseForever : [{ _tag: 'LeaseUnexpired', expiresAt }]
    }
    case 'Image': {
      if (!policy.imagesCollected) return notCollected
      const expiresAt = expiryDate(item)
      return fp.isNone(expiresAt) ? imageForever : [{ _tag: 'ImageUnexpired', expiresAt }]
    }
    case 'Ingest':
      return [{ _tag: 'IngestUnexpired', expiresAt: fp.getOptionOrElse(() => instant(0))(expiryDate(item)) }]
    case 'Content':
    case 'FsSnapshot':
      return [{ _tag: 'RootLabel', label: rootLabel(labelsOf(item)) }]
    case 'Stream':
      return streamUnleased
    default:
      return notCollected
  }
}

/** The root label by which a record is a root; the exact one where both forms stand. */
const rootLabel = (labels: Labels): string => {
  const keys = labels.flatMap(([key, value]) => (value === '' ? [] : [key])).sort(compareText)
  return (
    keys.find((key) => meaningOf(key) === label.root) ?? keys.find((key) => meaningOf(key) === label.rootPrefixed) ?? ''
  )
}
