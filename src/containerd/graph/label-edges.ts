/**
 * Edges from the labels of one object, and whether its labels make it a root.
 */
import { parseCondition } from '../labels/condition.js'
import { holds, label, readOnce } from '../labels/key-grammar.js'
import { epochNanos, parseTimestamp } from '../labels/timestamp.js'
import type { Labels } from '../snapshot.js'
import { type NamespaceIndex, findSnapshot } from './node-index.js'
import {
  type GraphBuilder,
  addUse,
  addReference,
  addSnapshotReference,
  addBackReference,
  addSnapshotBackReference,
} from './builder.js'
import { edge, tagOf } from './graph.js'

/** Draws the labels of a node whose meaning is in the set `reads`; true when one of them is a root label. */
export const addLabelEdges = (
  builder: GraphBuilder,
  space: NamespaceIndex,
  node: number,
  labels: Labels,
  reads: number,
): boolean => {
  if (labels.length === 0) return false
  let isRoot = false
  for (const { 0: key, 1: value } of labels) {
    const { meaning, snapshotter, place } = readOnce(builder.labelKeys, key)
    if (value === '' || !holds(reads, meaning)) continue
    switch (meaning) {
      case label.refContent:
        addReference(builder, node, 'Content', space.keyIndexes.Content, value, tagOf(edge.label, place))
        break
      case label.refSnapshot:
        addSnapshotReference(builder, space, node, snapshotter, value, tagOf(edge.label, place))
        break
      case label.refImage:
        addReference(builder, node, 'Image', space.keyIndexes.Image, value, tagOf(edge.label, place))
        break
      case label.refStream:
        addReference(builder, node, 'Stream', space.keyIndexes.Stream, value, tagOf(edge.label, place))
        break
      case label.refMount:
        addReference(builder, node, 'Mount', space.keyIndexes.Mount, value, tagOf(edge.label, place))
        break
      case label.backContainer:
        addBackReference(builder, space, node, 'Container', value, tagOf(edge.back, place))
        break
      case label.backContent:
        addBackReference(builder, space, node, 'Content', value, tagOf(edge.back, place))
        break
      case label.backImage:
        addBackReference(builder, space, node, 'Image', value, tagOf(edge.back, place))
        break
      case label.backSnapshot:
        addSnapshotBackReference(builder, space, node, snapshotter, value, tagOf(edge.back, place))
        break
      case label.condition:
        addCondition(builder, space, node, value, snapshotter, tagOf(edge.condition, place))
        break
      case label.usedAt:
        addUsedAt(builder, node, value)
        break
      default:
        isRoot = true
    }
  }
  return isRoot
}

const addCondition = (
  builder: GraphBuilder,
  space: NamespaceIndex,
  source: number,
  value: string,
  snapshotter: string,
  tag: number,
): void => {
  const condition = parseCondition(value)
  if (condition === undefined) return
  const target = findSnapshot(space, snapshotter, condition.snapshotKey)
  if (target >= 0) builder.waiting.conditions.push({ source, target, tag, condition })
}

const addUsedAt = (builder: GraphBuilder, node: number, value: string): void => {
  const timestamp = parseTimestamp(value)
  if (timestamp !== undefined) addUse(builder, node, epochNanos(timestamp))
}
