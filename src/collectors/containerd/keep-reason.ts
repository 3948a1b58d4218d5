/**
 * Answers why a record stays, in the words of plans: from the edge by which it was reached first, or from the rule that
 * makes it a root.
 */
import type { option as O, readonlyNonEmptyArray as RNEA } from 'fp-ts'
import { option } from 'fp-ts'

import { instant } from '../../core/time.js'
import type { Marks } from '../../internal/mark.js'
import { isMarked, itself } from '../../internal/mark.js'
import { edge, kindOf, labelOf } from './graph/edge.js'
import type { Directory } from './graph/node.js'
import { nodeBeyond } from './graph/node.js'
import type { Reached } from './graph/reach.js'
import { expiryText, inKeyOrder } from './graph/readable.js'
import { label, meaningOf, readKey } from './label/key.js'
import { parseTimestamp } from './label/timestamp.js'
import type { KeepReason, Node, Target } from './reason.js'
import type { Ingest, Labels } from './snapshot.js'

/** Reasons of a kept record; only one is given. */
export type KeepReasons = RNEA.ReadonlyNonEmptyArray<KeepReason>

/** The policy does not collect records of this kind. */
export const notCollected: KeepReasons = [{ _tag: 'NotCollected' }]

/** The millisecond of an expiry time; none when it is absent or malformed. */
export const expiryDate = (text: string): O.Option<Date> => {
  const timestamp = parseTimestamp(text)
  return timestamp === undefined ? option.none : option.some(instant(timestamp.epochMillis))
}

/** Why reached records stay. */
export const keepReasonsOf = (
  { graph, marks }: Reached,
  directory: Directory,
): ((node: number, item: unknown) => KeepReasons) => {
  const everybody = graph.census.size
  const nodeOf = (node: number): Node =>
    node < everybody ? (directory.nodes[node] as Node) : nodeBeyond(graph, directory, node)
  return (node, item) => {
    const at = isMarked(marks, node) ? node : node + graph.flatOffset
    const from = marks.from[at] as number
    return from === itself
      ? rootReasons(directory.nodes[node] as Node, directory.labels[node] as Labels, item)
      : [edgeReason(marks, directory, nodeOf, at, node)]
  }
}

/** Why a node is there by way of the edge it was reached by. */
export const edgeReason = (
  marks: Marks,
  { labels }: Directory,
  nodeOf: (node: number) => Node,
  at: number,
  node: number,
): KeepReason => {
  const from = marks.from[at] as number
  const tag = marks.tag[at] as number
  const holder = nodeOf(from)
  switch (kindOf(tag)) {
    case edge.label:
      return { _tag: 'ReferencedBy', holder, label: labelAt(labels[from], tag) }
    case edge.imageTarget:
      return { _tag: 'TargetOfImage', image: holder }
    case edge.parent:
      return { _tag: 'ParentOf', child: holder }
    case edge.containerSnapshot:
      return { _tag: 'UsedByContainer', container: holder }
    case edge.expected:
      return { _tag: 'ExpectedByIngest', ingest: holder }
    case edge.leased:
      return { _tag: 'HeldByLease', lease: holder as Target, flat: at !== node }
    case edge.back:
      return { _tag: 'BackReferenced', parent: holder, label: labelAt(labels[node], tag) }
    case edge.condition: {
      const [key, value] = (labels[from] as Labels)[labelOf(tag)] as Labels[number]
      return { _tag: 'ConditionHolds', holder, label: key, condition: value.slice(0, value.indexOf('|')) }
    }
  }
}

/** Of the labels that say the same, the first by key; in the store's order that is the one that was followed. */
const labelAt = (labels: Labels | undefined, tag: number): string => {
  const all = labels ?? []
  const [followed, value] = all[labelOf(tag)] as Labels[number]
  let first = followed
  for (const [key, other] of all) if (key < first && other === value && saysTheSame(key, followed)) first = key
  return first
}

const saysTheSame = (left: string, right: string): boolean => {
  const [one, other] = [readKey(left), readKey(right)]
  return one.meaning === other.meaning && one.snapshotter === other.snapshotter
}

const leaseForever: KeepReasons = [{ _tag: 'LeaseUnexpired', expiresAt: option.none }]
const imageForever: KeepReasons = [{ _tag: 'ImageUnexpired', expiresAt: option.none }]
const streamUnleased: KeepReasons = [{ _tag: 'StreamUnleased' }]

/** Why a root is one. */
export const rootReasons = (node: Node, labels: Labels, item: unknown): KeepReasons => {
  switch (node._tag) {
    case 'Lease': {
      const expiresAt = expiryDate(expiryText(labels))
      return option.isNone(expiresAt) ? leaseForever : [{ _tag: 'LeaseUnexpired', expiresAt }]
    }
    case 'Image': {
      const expiresAt = expiryDate(expiryText(labels))
      return option.isNone(expiresAt) ? imageForever : [{ _tag: 'ImageUnexpired', expiresAt }]
    }
    case 'Ingest': {
      const expiresAt = parseTimestamp((item as Ingest).expireAt)?.epochMillis ?? 0
      return [{ _tag: 'IngestUnexpired', expiresAt: instant(expiresAt) }]
    }
    case 'Content':
    case 'FsSnapshot':
      return [{ _tag: 'RootLabel', label: rootLabel(labels) }]
    case 'Stream':
      return streamUnleased
    default:
      return notCollected
  }
}

/** The root label by which a record is a root; the exact one where both forms stand. */
const rootLabel = (labels: Labels): string => {
  const keys = inKeyOrder(labels).flatMap(([key, value]) => (value === '' ? [] : [key]))
  return (
    keys.find((key) => meaningOf(key) === label.root) ?? keys.find((key) => meaningOf(key) === label.rootPrefixed) ?? ''
  )
}
