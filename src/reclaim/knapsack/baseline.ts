/**
 * The selection at the best multiplier, and what changes if one choice is made the other way: as a whole instead of
 * by its parts, or by its parts instead of as a whole.
 */
import type { Choices } from './forest.js'
import type { Relaxation } from './relax.js'

/** The selection at the best multiplier; one number for each choice. */
export interface Baseline {
  /** 1: taken as a whole, where no enclosing one is. */
  readonly whole: Uint8Array
  /** What is taken in all. */
  readonly cost: number
  readonly gain: number
  /** What is taken more when a choice is made otherwise and all inside it as at the best multiplier; less where negative. */
  readonly costChange: Float64Array
  readonly gainChange: Float64Array
  /** How much worse that is at the best multiplier. */
  readonly slack: Float64Array
}

/** The selection at the best multiplier; where it makes no difference, as much as does not pass the goal. */
export const baselineOf = (choices: Choices, { multiplier, best }: Relaxation, goal: number): Baseline => {
  const { within, cost, gain } = choices
  const count = within.length
  const whole = new Uint8Array(count)
  const tied = new Uint8Array(count)
  const slack = new Float64Array(count)
  const parts = new Float64Array(count)
  const gains = new Float64Array(count)
  let gained = 0
  for (let choice = count - 1; choice >= 0; choice--) {
    const inside = parts[choice] ?? 0
    const more = (cost[choice] ?? 0) - multiplier * (gain[choice] ?? 0) - inside
    const isTied = Math.abs(more) <= 1e-12 * ((cost[choice] ?? 0) + Math.abs(inside))
    slack[choice] = Math.abs(more)
    if (isTied) tied[choice] = 1
    else if (more < 0) {
      whole[choice] = 1
      gains[choice] = gain[choice] ?? 0
    }
    const enclosing = within[choice] ?? -1
    if (enclosing === -1) gained += gains[choice] ?? 0
    else {
      parts[enclosing] = (parts[enclosing] ?? 0) + (best[choice] ?? 0)
      gains[enclosing] = (gains[enclosing] ?? 0) + (gains[choice] ?? 0)
    }
  }
  const covered = new Uint8Array(count)
  for (let choice = 0; choice < count; choice++) {
    const enclosing = within[choice] ?? -1
    if (covered[enclosing] === 1 || whole[enclosing] === 1) covered[choice] = 1
    const more = (gain[choice] ?? 0) - (gains[choice] ?? 0)
    if (tied[choice] === 0 || covered[choice] === 1 || gained + more > goal) continue
    whole[choice] = 1
    gained += more
  }
  return { whole, slack, ...changesOf(choices, whole) }
}

const changesOf = (
  { within, cost, gain }: Choices,
  whole: Uint8Array,
): Pick<Baseline, 'cost' | 'gain' | 'costChange' | 'gainChange'> => {
  // Of its parts at first; what is added up from the parts is in place before a choice is reached.
  const costChange = new Float64Array(within.length)
  const gainChange = new Float64Array(within.length)
  let [costs, gains] = [0, 0]
  for (let choice = within.length - 1; choice >= 0; choice--) {
    const isWhole = whole[choice] === 1
    const [partCost, partGain] = [costChange[choice] ?? 0, gainChange[choice] ?? 0]
    const [allCost, allGain] = [cost[choice] ?? 0, gain[choice] ?? 0]
    const [takenCost, takenGain] = isWhole ? [allCost, allGain] : [partCost, partGain]
    costChange[choice] = isWhole ? partCost - allCost : allCost - partCost
    gainChange[choice] = isWhole ? partGain - allGain : allGain - partGain
    const enclosing = within[choice] ?? -1
    if (enclosing === -1) {
      costs += takenCost
      gains += takenGain
    } else {
      costChange[enclosing] = (costChange[enclosing] ?? 0) + takenCost
      gainChange[enclosing] = (gainChange[enclosing] ?? 0) + takenGain
    }
  }
  return { cost: costs, gain: gains, costChange, gainChange }
}
