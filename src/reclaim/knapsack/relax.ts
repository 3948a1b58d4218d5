/**
 * Lagrangian relaxation: a lower bound on the cost of a goal, and the two best selections on either side of it. Gain
 * is priced at one multiplier for all choices, which is moved until the goal lies between two selections of equal
 * value.
 */
import type { Choices } from './forest.js'

/** Which choices are made; a choice inside another one that is made is not marked. */
export interface Selection {
  readonly taken: Uint8Array
  readonly cost: number
  readonly gain: number
}

/** The outcome at the best multiplier. */
export interface Relaxation {
  /** Cost per unit of gain. */
  readonly multiplier: number
  /** No selection that reaches the goal costs less. */
  readonly lowerBound: number
  /** Falls short of the goal. */
  readonly short: Selection
  /** Reaches the goal. */
  readonly enough: Selection
  /** The least of cost minus multiplier times gain inside each choice. */
  readonly best: Float64Array
}

/** The best multiplier for a goal that nothing at all falls short of and everything together reaches. */
export const relax = (choices: Choices, goal: number): Relaxation => {
  let short = outermost(choices, new Uint8Array(choices.within.length))
  let enough = outermost(choices, new Uint8Array(choices.within.length).fill(1))
  for (;;) {
    const multiplier = (enough.cost - short.cost) / (enough.gain - short.gain)
    const between = selectionAt(choices, multiplier)
    const onEdge = short.cost - multiplier * short.gain
    const least = Math.min(onEdge, between.cost - multiplier * between.gain)
    if (least >= onEdge - 1e-12 * (Math.abs(onEdge) + enough.cost))
      return { multiplier, lowerBound: least + multiplier * goal, short, enough, best: bestAt(choices, multiplier) }
    if (between.gain >= goal) enough = between
    else short = between
  }
}

/** The least of cost minus multiplier times gain inside each choice, nothing taken included. */
const bestAt = ({ within, cost, gain }: Choices, multiplier: number): Float64Array => {
  const best = new Float64Array(within.length)
  for (let choice = within.length - 1; choice >= 0; choice--) {
    // What was added up so far is the best of what stands on it.
    const inside = Math.min(best[choice] ?? 0, (cost[choice] ?? 0) - multiplier * (gain[choice] ?? 0))
    best[choice] = inside
    const enclosing = within[choice] ?? -1
    if (enclosing !== -1) best[enclosing] = (best[enclosing] ?? 0) + inside
  }
  return best
}

/** The selection of least cost minus multiplier times gain; of equal ones the larger. */
const selectionAt = (choices: Choices, multiplier: number): Selection => {
  const { within, cost, gain } = choices
  const sums = new Float64Array(within.length)
  const whole = new Uint8Array(within.length)
  for (let choice = within.length - 1; choice >= 0; choice--) {
    const parts = sums[choice] ?? 0
    const all = (cost[choice] ?? 0) - multiplier * (gain[choice] ?? 0)
    const isWhole = all <= parts
    whole[choice] = isWhole ? 1 : 0
    const enclosing = within[choice] ?? -1
    if (enclosing !== -1) sums[enclosing] = (sums[enclosing] ?? 0) + (isWhole ? all : parts)
  }
  return outermost(choices, whole)
}

/** Of the choices marked, those that lie in no other one marked. */
export const outermost = ({ within, cost, gain }: Choices, marked: Uint8Array): Selection => {
  const taken = new Uint8Array(within.length)
  const covered = new Uint8Array(within.length)
  let [costs, gains] = [0, 0]
  for (let choice = 0; choice < within.length; choice++) {
    const enclosing = within[choice] ?? -1
    if (covered[enclosing] === 1 || taken[enclosing] === 1) covered[choice] = 1
    else if (marked[choice] === 1) {
      taken[choice] = 1
      costs += cost[choice] ?? 0
      gains += gain[choice] ?? 0
    }
  }
  return { taken, cost: costs, gain: gains }
}
