/**
 * Choices in a forest of shared items: an item can be removed only together with everything that stands on it.
 *
 * Useless choices are left out: an item with nothing of its own under a single other one is merged with it, and an
 * item that is held, or stands under a held one, is never removed.
 */

import { topologicalOrder } from '../../internal/topological-order.js'

/** Things that stand on each other; arrays of one length. */
export interface Forest {
  /** The thing on which each stands; -1 for the lowest ones. */
  readonly below: Int32Array
  /** What each gives back by itself. */
  readonly gain: Float64Array
  /** What is lost with each by itself. */
  readonly cost: Float64Array
  /** How many objects are lost with each by itself; things without objects go for nothing. */
  readonly objects: Int32Array
  /** 1: never removed, and neither is anything below it. */
  readonly held: Uint8Array
}

/** The choices of a forest; lower ones before those that stand on them. */
export interface Choices {
  /** The thing that each choice takes away, with all that stands on it. */
  readonly thing: Int32Array
  /** The choice that takes this one along; -1 for none. */
  readonly within: Int32Array
  /** Everything removed with a choice. */
  readonly gain: Float64Array
  readonly cost: Float64Array
}

/** The choices that a forest offers; null where things stand on each other in a circle. */
export const choicesOf = (forest: Forest): Choices | null => {
  const order = topologicalOrder(forest.below)
  if (order === null) return null
  const { below } = forest
  const gain = forest.gain.slice()
  const cost = forest.cost.slice()
  const objects = forest.objects.slice()
  const held = forest.held.slice()
  const above = new Int32Array(below.length)
  for (let place = order.length - 1; place >= 0; place--) {
    const thing = order[place] ?? 0
    const lower = below[thing] ?? -1
    // What no object stands on is not given back by taking objects away.
    if (objects[thing] === 0) gain[thing] = 0
    if (lower === -1) continue
    if (held[thing] === 1) held[lower] = 1
    if ((objects[thing] ?? 0) > 0) above[lower] = (above[lower] ?? 0) + 1
    gain[lower] = (gain[lower] ?? 0) + (gain[thing] ?? 0)
    cost[lower] = (cost[lower] ?? 0) + (cost[thing] ?? 0)
    objects[lower] = (objects[lower] ?? 0) + (objects[thing] ?? 0)
  }
  const chosen: number[] = []
  const within: number[] = []
  const choiceOf = new Int32Array(below.length).fill(-1)
  for (const thing of order) {
    if (held[thing] === 1 || objects[thing] === 0) continue
    const lower = below[thing] ?? -1
    const enclosing = choiceOf[lower] ?? -1
    const isOneWithLower = enclosing !== -1 && above[lower] === 1 && forest.objects[lower] === 0
    choiceOf[thing] = isOneWithLower ? enclosing : chosen.length
    if (isOneWithLower) continue
    chosen.push(thing)
    within.push(enclosing)
  }
  return {
    thing: Int32Array.from(chosen),
    within: Int32Array.from(within),
    gain: Float64Array.from(chosen, (thing) => gain[thing] ?? 0),
    cost: Float64Array.from(chosen, (thing) => cost[thing] ?? 0),
  }
}
