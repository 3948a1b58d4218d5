import type { Candidate } from '../kubelet/image/candidates.js'
import * as fp from '../core/fp.js'
import { int64ToBigint } from '../core/int64.js'
import { between } from '../core/time.js'
import type { Cost } from './policy.js'
import type { Snapshot } from './snapshot.js'

/** The cost of an image stops falling after this many halvings: it must still be pulled again if it is ever wanted. */
const mostHalvings = 20

/**
 * The cost of a candidate, zero or more. An image that was never used counts from when it was first seen; one without any
 * history counts in full.
 */
export const costOf =
  (cost: Cost, { node, pullBytes }: Snapshot) =>
  ({ target, size, lastUsed, firstDetected }: Candidate): number => {
    if (cost._tag === 'PerImage') return 1
    const bytes = pullBytes?.get(target.imageId) ?? Number(int64ToBigint(size))
    const used = lastUsed !== null && fp.isSome(lastUsed) ? lastUsed : firstDetected
    if (used === null || cost.halfLife === 0) return bytes
    const halvings = fp.isNone(used) ? mostHalvings : between(used.value, node.at) / cost.halfLife
    return bytes * 2 ** -Math.min(mostHalvings, Math.max(0, halvings))
  }
