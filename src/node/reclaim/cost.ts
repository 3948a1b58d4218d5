/**
 * Answers what losing an image costs.
 */
import type { Candidate } from '../../collectors/kubelet-image/candidates.js'
import * as option from '../../core/option.js'
import { int64ToBigint } from '../../core/int64.js'
import { between } from '../../core/time.js'
import type { Cost } from './policy.js'
import type { Snapshot } from './snapshot.js'

/**
 * The cost of a candidate, zero or more. An image that was never used counts from when it was first seen; one without any
 * history counts in full.
 */
export const costOf =
  (cost: Cost, { node, pullBytes }: Snapshot) =>
  ({ target, size, lastUsed, firstDetected }: Candidate): number => {
    if (cost._tag === 'PerImage') return 1
    const bytes = pullBytes?.get(target.imageId) ?? Number(int64ToBigint(size))
    const used = lastUsed !== null && option.isSome(lastUsed) ? lastUsed : firstDetected
    if (used === null || option.isNone(used)) return used === null ? bytes : 0
    const unused = Math.max(0, between(used.value, node.at))
    return cost.halfLife > 0 ? bytes * 2 ** (-unused / cost.halfLife) : bytes
  }
