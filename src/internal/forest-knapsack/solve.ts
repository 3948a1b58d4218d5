/**
 * Answers which things of a forest go, so that at least a goal is given back at the least cost.
 *
 * 1. The best price gives a lower bound and a first selection, which one step may improve.
 * 2. Ways to choose are joined from the top of the forest down, and tree by tree; a way further from the best price than
 *    the known selection is from the lower bound is dropped, so that few are left.
 * 3. The trees in which several ways remain are joined last; each joined way, with the rest chosen at the best price, may
 *    be a better selection already.
 *
 * The result is a best one unless ways had to be dropped for want of room; then the bound says how far off it may be.
 */
import type { Choices, Forest } from './forest.js'
import { choicesOf } from './forest.js'
import type { Limits, Way } from './frontier.js'
import { choicesIn, nothing, together, undominated } from './frontier.js'
import type { Relaxation } from './relax.js'
import { relax } from './relax.js'
import { repaired } from './repair.js'

/** What goes, and how good it is. */
export interface Solution {
  /** Things that go with all that stands on them; none stands on another one. Ascending. */
  readonly things: ReadonlyArray<number>
  readonly cost: number
  readonly gain: number
  /** No selection that reaches the goal costs less; equal to the cost when the solution is a best one. */
  readonly lowerBound: number
}

/** What can be said of a goal. */
export type Answer =
  | ({ readonly _tag: 'Reached' } & Solution)
  /** Everything that may go gives back less than the goal. */
  | { readonly _tag: 'OutOfReach'; readonly most: number }
  /** Things stand on each other in a circle. */
  | { readonly _tag: 'Circular' }

/** How many ways are kept for one part, and joined ones for all. */
const defaultWidth = 4096

/** The cheapest selection that gives back the goal. Ties between equal costs are broken by the order of the input. */
export const solve = (forest: Forest, goal: number, width: number = defaultWidth): Answer => {
  const choices = choicesOf(forest)
  if (choices === null) return { _tag: 'Circular' }
  const most = totalOf(choices)
  if (most < goal) return { _tag: 'OutOfReach', most }
  if (goal <= 0) return { _tag: 'Reached', things: [], cost: 0, gain: 0, lowerBound: 0 }
  const relaxation = relax(choices, goal)
  const first = repaired(choices, relaxation, goal)
  let best: Found = {
    cost: first.cost,
    gain: first.gain,
    choices: () => [...first.taken.keys()].filter((choice) => first.taken[choice] === 1),
  }
  // A little room for rounding: ways of equal cost stay, and are found equal in the end.
  const room = 1e-9 * (1 + first.cost)
  const limits: Limits = { slack: best.cost - relaxation.lowerBound + room, dropped: Infinity, width }
  const trees = treesOf(choices, relaxation, limits)
  const settled = trees.flatMap((ways) => (ways.length === 1 ? ways : []))
  const open = trees.filter((ways) => ways.length > 1).sort((a, b) => secondSlack(a) - secondSlack(b))
  let joined: ReadonlyArray<Way> = [sumOf(settled)]
  const rest = suffixes(open)
  const consider = (): void => {
    const more = rest[done] ?? nothing(0)
    for (const way of joined) {
      const cost = way.cost + more.cost
      if (cost >= best.cost || way.gain + more.gain < goal) continue
      best = { cost, gain: way.gain + more.gain, choices: () => [...choicesIn(way), ...choicesIn(more)] }
    }
    limits.slack = Math.min(limits.slack, best.cost - relaxation.lowerBound + room)
  }
  let done = 0
  consider()
  for (const ways of open) {
    joined = together(joined, ways, limits)
    done++
    consider()
  }
  const lowerBound = Math.min(best.cost, relaxation.lowerBound + limits.dropped)
  const things = best.choices().map((choice) => choices.thing[choice] ?? 0)
  return { _tag: 'Reached', things: things.sort((a, b) => a - b), cost: best.cost, gain: best.gain, lowerBound }
}

interface Found {
  readonly cost: number
  readonly gain: number
  readonly choices: () => ReadonlyArray<number>
}

const totalOf = ({ within, gain }: Choices): number =>
  gain.reduce((sum, one, at) => (within[at] === -1 ? sum + one : sum), 0)

/** The ways of each tree. */
const treesOf = (
  { within, cost, gain }: Choices,
  { price, best }: Relaxation,
  limits: Limits,
): ReadonlyArray<ReadonlyArray<Way>> => {
  const inside = new Map<number, ReadonlyArray<Way>>()
  const trees: ReadonlyArray<Way>[] = []
  for (let choice = within.length - 1; choice >= 0; choice--) {
    const [all, gains, least] = [cost[choice] ?? 0, gain[choice] ?? 0, best[choice] ?? 0]
    const parts = inside.get(choice) ?? [nothing(0)]
    inside.delete(choice)
    // The parts were measured against the best of the parts, which may be worse than taking all.
    const worse = Math.max(0, slackOfParts(parts) - least)
    const whole: Way = { cost: all, gain: gains, slack: Math.max(0, all - price * gains - least), choice }
    const ways = undominated([...parts.map((way) => moved(way, worse)), whole], limits)
    const enclosing = within[choice] ?? -1
    if (enclosing === -1) trees.push(ways)
    else {
      const others = inside.get(enclosing)
      inside.set(enclosing, others === undefined ? ways : together(others, ways, limits))
    }
  }
  return trees

  function slackOfParts(parts: ReadonlyArray<Way>): number {
    const [one] = parts
    return one === undefined ? 0 : one.cost - price * one.gain - one.slack
  }
}

const moved = (way: Way, slack: number): Way => (slack === 0 ? way : { ...way, slack: way.slack + slack })

const secondSlack = (ways: ReadonlyArray<Way>): number => {
  const slacks = ways.map(({ slack }) => slack).sort((a, b) => a - b)
  return slacks[1] ?? Infinity
}

const sumOf = (ways: ReadonlyArray<Way>): Way =>
  ways.reduce<Way>(
    (sum, way) => ({
      cost: sum.cost + way.cost,
      gain: sum.gain + way.gain,
      slack: sum.slack + way.slack,
      parts: [sum, way],
    }),
    nothing(0),
  )

/** For each number of trees joined already, the way of least slack through all others. */
const suffixes = (open: ReadonlyArray<ReadonlyArray<Way>>): ReadonlyArray<Way> => {
  const sums: Way[] = [nothing(0)]
  for (let at = open.length - 1; at >= 0; at--) {
    const ways = open[at] ?? []
    const least = ways.reduce((a, b) => (b.slack < a.slack ? b : a), ways[0] ?? nothing(0))
    const before = sums.at(-1) ?? nothing(0)
    sums.push({
      cost: before.cost + least.cost,
      gain: before.gain + least.gain,
      slack: before.slack + least.slack,
      parts: [before, least],
    })
  }
  return sums.reverse()
}
