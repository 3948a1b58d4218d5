/**
 * Validates the policy and the snapshot of a reclaim. The checks of the image collector and of the layer store are
 * left to them.
 */
import { int64ToBigint, isInt64 } from '../core/int64.js'
import type { InvalidInput } from '../core/problem.js'
import { isSpanMillis } from '../core/time.js'
import { expecting, fieldOf, fields, findProblems, maybe, oneOf } from '../internal/check.js'

const target = expecting('thresholds, or bytes of 0 and more', (value) => {
  const [tag, bytes] = [fieldOf(value, '_tag'), fieldOf(value, 'bytes')]
  return tag === 'Thresholds' || (tag === 'Bytes' && isInt64(bytes) && int64ToBigint(bytes) >= 0n)
})

const cost = expecting('a reuse value with a half-life in whole milliseconds, or a cost per image', (value) => {
  const [tag, halfLife] = [fieldOf(value, '_tag'), fieldOf(value, 'halfLife')]
  return tag === 'PerImage' || (tag === 'ReuseValue' && isSpanMillis(halfLife))
})

const policy = fields({
  mode: oneOf('kubelet', 'least-recently-used', 'least-cost'),
  target,
  cost,
  irreplaceable: oneOf('keep', 'may-go'),
})

const snapshot = fields({
  cannotPullAgain: maybe(expecting('a Set', (value) => value instanceof Set)),
  pullBytes: maybe(
    expecting(
      'a Map of bytes, 0 or more each',
      (value) => value instanceof Map && [...value.values()].every((bytes) => Number.isFinite(bytes) && bytes >= 0),
    ),
  ),
})

/** The problems of a policy or of a snapshot; null when there is none. */
export const findReclaimProblems = (ofPolicy: unknown, ofSnapshot: unknown): InvalidInput | null =>
  findProblems('reclaim policy', policy, ofPolicy) ?? findProblems('reclaim snapshot', snapshot, ofSnapshot)
