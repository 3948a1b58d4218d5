/**
 * Repairs a selection that misses a goal by one more choice, and one that overshoots it by one choice less.
 */
import type { Choices } from './forest.js'
import { type Relaxation, type Selection, outermost } from './relax.js'

/** The cheapest selection that reaches the goal among the one that does and those one step away from either. */
export const repaired = (choices: Choices, { short, enough }: Relaxation, goal: number): Selection =>
  [widened(choices, short, goal), narrowed(choices, enough, goal)].reduce<Selection>(
    (best, one) => (one !== null && one.cost < best.cost ? one : best),
    enough,
  )

const inside = ({ within, cost, gain }: Choices, { taken }: Selection): readonly [Float64Array, Float64Array] => {
  const costs = new Float64Array(within.length)
  const gains = new Float64Array(within.length)
  for (let choice = within.length - 1; choice >= 0; choice--) {
    if (taken[choice] === 1) {
      costs[choice] = cost[choice] ?? 0
      gains[choice] = gain[choice] ?? 0
    }
    const enclosing = within[choice] ?? -1
    if (enclosing === -1) continue
    costs[enclosing] = (costs[enclosing] ?? 0) + (costs[choice] ?? 0)
    gains[enclosing] = (gains[enclosing] ?? 0) + (gains[choice] ?? 0)
  }
  return [costs, gains]
}

const widened = (choices: Choices, selection: Selection, goal: number): Selection | null => {
  const [costs, gains] = inside(choices, selection)
  let [found, least] = [-1, Infinity]
  for (let choice = 0; choice < costs.length; choice++) {
    const more = (choices.cost[choice] ?? 0) - (costs[choice] ?? 0)
    const reached = selection.gain + (choices.gain[choice] ?? 0) - (gains[choice] ?? 0)
    if (reached >= goal && more < least && !isCovered(choices, selection, choice)) [found, least] = [choice, more]
  }
  return found === -1 ? null : withMark(choices, selection, found, 1)
}

const narrowed = (choices: Choices, selection: Selection, goal: number): Selection | null => {
  let [found, most] = [-1, 0]
  for (let choice = 0; choice < selection.taken.length; choice++) {
    const saved = choices.cost[choice] ?? 0
    if (selection.taken[choice] === 1 && selection.gain - (choices.gain[choice] ?? 0) >= goal && saved > most)
      [found, most] = [choice, saved]
  }
  return found === -1 ? null : withMark(choices, selection, found, 0)
}

const withMark = (choices: Choices, { taken }: Selection, choice: number, mark: 0 | 1): Selection => {
  const marked = taken.slice()
  marked[choice] = mark
  return outermost(choices, marked)
}

const isCovered = ({ within }: Choices, { taken }: Selection, choice: number): boolean => {
  for (let at = choice; at !== -1; at = within[at] ?? -1) if (taken[at] === 1) return true
  return false
}
