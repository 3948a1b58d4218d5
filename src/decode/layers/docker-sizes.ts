/**
 * Bounds on layer sizes, from some known totals of a layer and everything below it.
 */
import { int64FromBigint } from '../../core/int64.js'
import type { SizeBounds } from '../../reclaim/layers/store.js'
import type { ChainForest } from './chain.js'

/** Bounds of each layer by itself; totals that contradict each other leave it unknown. */
export const sizesFromTotals = (
  { ids, below }: ChainForest,
  totals: ReadonlyMap<number, bigint>,
): ReadonlyArray<SizeBounds> => {
  const least: bigint[] = []
  const most: (bigint | null)[] = ids.map((_, layer) => totals.get(layer) ?? null)
  for (let layer = 0; layer < ids.length; layer++) least.push(totals.get(layer) ?? least[below[layer] ?? -1] ?? 0n)
  for (let layer = ids.length - 1; layer >= 0; layer--) {
    const under = below[layer] ?? -1
    const bound = most[layer] ?? null
    if (under === -1 || bound === null || totals.has(under)) continue
    const known = most[under] ?? null
    if (known === null || bound < known) most[under] = bound
  }
  return ids.map((_, layer) => {
    const under = below[layer] ?? -1
    const upTo = most[layer] ?? null
    const lower = under === -1 ? 0n : (most[under] ?? null)
    const from = under === -1 ? 0n : (least[under] ?? 0n)
    const low = lower === null ? 0n : positive((least[layer] ?? 0n) - lower)
    if (upTo === null || upTo < from) return { least: 0 }
    return { least: int64FromBigint(low), most: int64FromBigint(upTo - from) }
  })
}

const positive = (value: bigint): bigint => (value > 0n ? value : 0n)
