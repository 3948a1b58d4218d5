/**
 * The choices in which a selection may differ from the one at the best multiplier and still be cheaper than a known
 * one, in search order.
 */
import type { Baseline } from './baseline.js'
import type { Choices } from './forest.js'

/** Choices that may be made otherwise; each before those inside it, and these before what comes after it. */
export interface Deviations {
  readonly choice: Int32Array
  /** 1: at the best multiplier it is taken as a whole. */
  readonly whole: Uint8Array
  /** What changes when it is made otherwise. */
  readonly cost: Float64Array
  readonly gain: Float64Array
  /** The place after the last one inside it. */
  readonly end: Int32Array
}

/** The choices that may be made otherwise with less slack than a limit, that of the enclosing ones included. */
export const deviationsOf = ({ within }: Choices, baseline: Baseline, limit: number): Deviations => {
  const { whole, slack, costChange, gainChange } = baseline
  const open: number[] = []
  const isOpen = new Uint8Array(within.length)
  // The slack of all that must be taken by its parts first, and the innermost open choice around each.
  const reach = new Float64Array(within.length)
  const outer = new Int32Array(within.length).fill(-1)
  for (let choice = 0; choice < within.length; choice++) {
    const enclosing = within[choice] ?? -1
    if (enclosing !== -1) {
      reach[choice] = (reach[enclosing] ?? 0) + (whole[enclosing] === 1 ? (slack[enclosing] ?? 0) : 0)
      outer[choice] = isOpen[enclosing] === 1 ? enclosing : (outer[enclosing] ?? -1)
    }
    if ((reach[choice] ?? 0) + (slack[choice] ?? 0) > limit) continue
    isOpen[choice] = 1
    open.push(choice)
  }
  const { order, end } = arranged(open, outer, gainChange)
  return {
    choice: order,
    whole: Uint8Array.from(order, (choice) => whole[choice] ?? 0),
    cost: Float64Array.from(order, (choice) => costChange[choice] ?? 0),
    gain: Float64Array.from(order, (choice) => gainChange[choice] ?? 0),
    end,
  }
}

/**
 * Outer choices before inner ones. Of those side by side the one with the most inside it comes first, so that few lists of
 * ways wait at a time; then what changes most, so that bounds become close early.
 */
const arranged = (
  open: ReadonlyArray<number>,
  outer: Int32Array,
  gainChange: Float64Array,
): { readonly order: Int32Array; readonly end: Int32Array } => {
  const size = new Int32Array(outer.length).fill(1)
  const heaviest = new Int32Array(outer.length).fill(-1)
  for (const choice of open.toReversed()) {
    const enclosing = outer[choice] ?? -1
    if (enclosing === -1) continue
    size[enclosing] = (size[enclosing] ?? 0) + (size[choice] ?? 0)
    const heavy = heaviest[enclosing] ?? -1
    if ((size[choice] ?? 0) >= (size[heavy] ?? 0)) heaviest[enclosing] = choice
  }
  const rank = (choice: number): number => (heaviest[outer[choice] ?? -1] === choice ? 0 : 1)
  const change = (choice: number): number => Math.abs(gainChange[choice] ?? 0)
  const sorted = open.toSorted((a, b) => rank(a) - rank(b) || change(b) - change(a))
  // Lists of those side by side: the first of each, and the next after each; the last place is for the outermost.
  const first = new Int32Array(outer.length + 1).fill(-1)
  const next = new Int32Array(outer.length)
  for (const choice of sorted.toReversed()) {
    const list = outer[choice] === -1 ? outer.length : (outer[choice] ?? 0)
    next[choice] = first[list] ?? -1
    first[list] = choice
  }
  const order = new Int32Array(open.length)
  const end = new Int32Array(open.length)
  const waiting = [first[outer.length] ?? -1]
  let place = 0
  for (let choice = waiting.pop(); choice !== undefined; choice = waiting.pop()) {
    if (choice === -1) continue
    order[place] = choice
    end[place] = place + (size[choice] ?? 0)
    waiting.push(next[choice] ?? -1, first[choice] ?? -1)
    place++
  }
  return { order, end }
}
