/**
 * Answers which edges the labels of one object make, and whether they make it a root.
 */
import { parseCondition } from '../labels/condition.js'
import { holds, label } from '../labels/key.js'
import { epochNanos, parseTimestamp } from '../labels/timestamp.js'
import type { Labels } from '../snapshot.js'
import type { Space } from './census.js'
import { findSnapshot } from './census.js'
import type { Draft } from './draft.js'
import { noteUse, point, pointAtSnapshot, pointBack, pointBackAtSnapshot } from './draft.js'
import { edge, tagOf } from './edge.js'

/** Draws the labels of a node whose meaning is in the set `reads`; true when one of them is a root label. */
export const drawLabels = (draft: Draft, space: Space, node: number, labels: Labels, reads: number): boolean => {
  if (labels.length === 0) return false
  let isRoot = false
  for (let index = 0; index < labels.length; index++) {
    const pair = labels[index] as Labels[number]
    const key = pair[0]
    const value = pair[1]
    const { meaning, snapshotter, place } = draft.book.read(key)
    if (value === '' || !holds(reads, meaning)) continue
    switch (meaning) {
      case label.refContent:
        point(draft, node, 'Content', space.registers.Content, value, tagOf(edge.label, place))
        break
      case label.refSnapshot:
        pointAtSnapshot(draft, space, node, snapshotter, value, tagOf(edge.label, place))
        break
      case label.refImage:
        point(draft, node, 'Image', space.registers.Image, value, tagOf(edge.label, place))
        break
      case label.refStream:
        point(draft, node, 'Stream', space.registers.Stream, value, tagOf(edge.label, place))
        break
      case label.refMount:
        point(draft, node, 'Mount', space.registers.Mount, value, tagOf(edge.label, place))
        break
      case label.backContainer:
        pointBack(draft, space, node, 'Container', value, tagOf(edge.back, place))
        break
      case label.backContent:
        pointBack(draft, space, node, 'Content', value, tagOf(edge.back, place))
        break
      case label.backImage:
        pointBack(draft, space, node, 'Image', value, tagOf(edge.back, place))
        break
      case label.backSnapshot:
        pointBackAtSnapshot(draft, space, node, snapshotter, value, tagOf(edge.back, place))
        break
      case label.condition:
        drawCondition(draft, space, node, value, snapshotter, tagOf(edge.condition, place))
        break
      case label.usedAt:
        drawUse(draft, node, value)
        break
      default:
        isRoot = true
    }
  }
  return isRoot
}

const drawCondition = (
  draft: Draft,
  space: Space,
  source: number,
  value: string,
  snapshotter: string,
  tag: number,
): void => {
  const condition = parseCondition(value)
  if (condition === undefined) return
  const target = findSnapshot(space, snapshotter, condition.snapshotKey)
  if (target >= 0) draft.waiting.conditions.push({ source, target, tag, condition })
}

const drawUse = (draft: Draft, node: number, value: string): void => {
  const timestamp = parseTimestamp(value)
  if (timestamp !== undefined) noteUse(draft, node, epochNanos(timestamp))
}
