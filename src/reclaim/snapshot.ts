/**
 * What a reclaim is computed from, and its schema.
 */
import type { Snapshot as NodeSnapshot } from '../kubelet/image/snapshot.js'
import type { LayerStore } from './layers/store.js'
import { int64ToBigint, isInt64 } from '../core/int64.js'
import type { InvalidInput } from '../core/problem.js'
import { isSpanMillis } from '../core/time.js'
import { ownField } from '../internal/lists.js'
import { leaf, oneOf, opaque, optional, problemsOf } from '../internal/schema/schema.js'
import { object } from '../internal/schema/object.js'
import type { Cost, Policy, Target } from './policy.js'

/** Everything that one reclaim reads. Images of node and store are matched by id. */
export interface Snapshot {
  readonly node: NodeSnapshot
  readonly layers: LayerStore
  /** Ids of images that cannot be pulled again. */
  readonly cannotPullAgain?: ReadonlySet<string>
  /** Bytes to pull an image again, by id; default: the size that the runtime reports. */
  readonly pullBytes?: ReadonlyMap<string, number>
}

const target = leaf('thresholds, or bytes of 0 and more', (value): value is Target => {
  const [tag, bytes] = [ownField(value, '_tag'), ownField(value, 'bytes')]
  return tag === 'Thresholds' || (tag === 'Bytes' && isInt64(bytes) && int64ToBigint(bytes) >= 0n)
})

const cost = leaf(
  'a reuse value with a half-life in whole milliseconds, or a cost per image',
  (value): value is Cost => {
    const tag = ownField(value, '_tag')
    return tag === 'PerImage' || (tag === 'ReuseValue' && isSpanMillis(ownField(value, 'halfLife')))
  },
)

const findPolicyProblems = problemsOf(
  'reclaim policy',
  object<Omit<Policy, 'image'>>({
    mode: oneOf('kubelet', 'least-recently-used', 'least-cost'),
    target,
    cost,
    irreplaceable: oneOf('keep', 'may-go'),
  }),
)

const findSnapshotProblems = problemsOf(
  'reclaim snapshot',
  object<Omit<Snapshot, 'node' | 'layers'>>({
    cannotPullAgain: optional(opaque('a Set', (value): value is ReadonlySet<string> => value instanceof Set)),
    pullBytes: optional(
      opaque(
        'a Map of bytes, 0 or more each',
        (value): value is ReadonlyMap<string, number> =>
          value instanceof Map && [...value.values()].every((bytes) => Number.isFinite(bytes) && bytes >= 0),
      ),
    ),
  }),
)

/** The problems of a policy or of a snapshot; null when there is none. */
export const findReclaimProblems = (policy: unknown, snapshot: unknown): InvalidInput | null =>
  findPolicyProblems(policy) ?? findSnapshotProblems(snapshot)
