/**
 * Upper bounds on what the remaining choices can still save, at several multipliers around the best one. The further
 * a partial selection is from the goal, the further away is the multiplier that gives the tightest bound.
 */
import type { Deviations } from './deviate.js'

/** Prices in ascending order. */
export interface BoundTable {
  readonly multipliers: Float64Array
  /** For each multiplier, what the deviations from each place on add at least to cost minus multiplier times gain; 0 or less. */
  readonly bounds: ReadonlyArray<Float64Array>
}

const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7]
const factors = [
  0,
  0.1,
  ...steps.toReversed().map((step) => 1 - step),
  1,
  ...steps.map((step) => 1 / (1 - step)),
  10,
  100,
  1e6,
]

/** The table of multipliers around the best one. */
export const boundTable = (deviations: Deviations, best: number): BoundTable => {
  const multipliers = Float64Array.from(factors, (factor) => factor * best)
  return { multipliers, bounds: Array.from(multipliers, (one) => restAt(deviations, one)) }
}

const restAt = ({ choice, whole, cost, gain, end }: Deviations, multiplier: number): Float64Array => {
  const rest = new Float64Array(choice.length + 1)
  for (let place = choice.length - 1; place >= 0; place--) {
    const after = rest[end[place] ?? 0] ?? 0
    const inside = (rest[place + 1] ?? 0) - after
    const change = (cost[place] ?? 0) - multiplier * (gain[place] ?? 0)
    // By its parts all inside may change, as a whole nothing.
    rest[place] = after + (whole[place] === 1 ? Math.min(0, change + inside) : Math.min(change, inside))
  }
  return rest
}
