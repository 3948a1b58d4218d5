/**
 * Chooses items of a forest so that at least a goal is freed at the least cost.
 *
 * 1. The best multiplier gives a lower bound and a first selection, which one step may improve.
 * 2. Selections that differ from it are searched: first with a small frontier; then with costs rounded down, so that
 *    many selections cost the same; then again with a larger frontier and finer costs. Each search finds a cheaper
 *    selection or a better bound, so the next one has less to search.
 *
 * The result is optimal unless selections had to be dropped because the frontier was full; then the bound says how
 * far off it may be.
 */
import { baselineOf } from './baseline.js'
import { deviationsOf } from './deviate.js'
import { type Choices, type Forest, choicesOf } from './forest.js'
import { type Selection, outermost, relax } from './relax.js'
import { repaired } from './repair.js'
import { search } from './search.js'

/** What is chosen, and how good it is. */
export interface Solution {
  /** Items removed together with everything that stands on them; none stands on another one. Ascending. */
  readonly things: ReadonlyArray<number>
  readonly cost: number
  readonly gain: number
  /** No selection that reaches the goal costs less; equal to the cost if the solution is optimal. */
  readonly lowerBound: number
  /** How many partial selections were examined. */
  readonly work: number
}

/** The result for a goal. */
export type Answer =
  | ({ readonly _tag: 'Reached' } & Solution)
  /** Everything that may be removed frees less than the goal. */
  | { readonly _tag: 'OutOfReach'; readonly most: number }
  /** The items stand on each other in a cycle. */
  | { readonly _tag: 'Circular' }

/** How much is searched. */
export interface Effort {
  /** Up to this many selections, all are examined. */
  readonly few: number
  /** Otherwise at most `least` partial selections, plus `each` for every choice. */
  readonly least: number
  readonly each: number
}

/** Fourteen objects make fewer selections than that, however they stand on each other. */
const defaultEffort: Effort = { few: 2 ** 17, least: 1_000_000, each: 500 }

/** One search: into how many parts the known cost is divided, none for costs as they are; how many ways are kept. */
interface Round {
  readonly parts: number | null
  readonly width: number
}

const all: Round = { parts: null, width: Infinity }
const rounds: ReadonlyArray<Round> = [
  { parts: null, width: 32 },
  { parts: 4096, width: Infinity },
  { parts: null, width: 512 },
  { parts: 32_768, width: Infinity },
  all,
]

/** Within this of the least, no more than this share of the effort is spent. */
const closeEnough = { gap: 0.001, share: 0.2 }

/** The cheapest selection that gives back the goal. Ties between equal costs are broken by the order of the input. */
export const solve = (forest: Forest, goal: number, effort: Effort = defaultEffort): Answer => {
  const choices = choicesOf(forest)
  if (choices === null) return { _tag: 'Circular' }
  const most = choices.gain.reduce((sum, one, at) => (choices.within[at] === -1 ? sum + one : sum), 0)
  if (most < goal) return { _tag: 'OutOfReach', most }
  if (goal <= 0) return { _tag: 'Reached', things: [], cost: 0, gain: 0, lowerBound: 0, work: 0 }
  const { selection, lowerBound, work } = refined(choices, goal, effort)
  const things = choices.thing.filter((_, choice) => selection.taken[choice] === 1)
  return {
    _tag: 'Reached',
    things: [...things].sort((a, b) => a - b),
    cost: selection.cost,
    gain: selection.gain,
    lowerBound,
    work,
  }
}

interface Bounded {
  readonly selection: Selection
  readonly lowerBound: number
  readonly work: number
}

const refined = (choices: Choices, goal: number, effort: Effort): Bounded => {
  const relaxation = relax(choices, goal)
  let selection = repaired(choices, relaxation, goal)
  let lowerBound = Math.min(selection.cost, relaxation.lowerBound)
  let work = 0
  const count = choices.within.length
  const isSmall = selectionsIn(choices) <= effort.few
  const most = isSmall ? Infinity : effort.least + effort.each * count
  for (const { parts, width } of isSmall ? [all] : rounds) {
    const isClose = selection.cost - lowerBound <= closeEnough.gap * lowerBound && work >= closeEnough.share * most
    if (selection.cost <= lowerBound || isClose || work >= most) break
    const unit = parts === null ? 0 : selection.cost / parts
    const asked = unit === 0 ? choices : roundedDown(choices, unit)
    const priced = unit === 0 ? relaxation : relax(asked, goal)
    const known = outermost(asked, selection.taken).cost
    const baseline = baselineOf(asked, priced, goal)
    const found = search(baseline, deviationsOf(asked, baseline, known - priced.lowerBound), {
      goal,
      multiplier: priced.multiplier,
      known,
      unit: Math.sign(unit),
      width,
      work: most - work,
    })
    work += found.work
    if (found.changes !== null) {
      const whole = baseline.whole.slice()
      for (const choice of found.changes) whole[choice] = 1 - (whole[choice] ?? 0)
      const other = outermost(choices, whole)
      if (other.gain >= goal && other.cost < selection.cost) selection = other
    }
    const least = unit === 0 ? found.lowerBound : unit * found.lowerBound
    lowerBound = Math.min(selection.cost, Math.max(lowerBound, least))
  }
  return { selection, lowerBound, work }
}

/** How many selections there are: each choice as a whole, or any of its parts. */
const selectionsIn = ({ within }: Choices): number => {
  const inside = new Float64Array(within.length).fill(1)
  let all = 1
  for (let choice = within.length - 1; choice >= 0; choice--) {
    const own = (inside[choice] ?? 1) + 1
    const enclosing = within[choice] ?? -1
    if (enclosing === -1) all *= own
    else inside[enclosing] = (inside[enclosing] ?? 1) * own
  }
  return all
}

/** Costs in units. What is enough is so with the costs as they are, and costs no less. */
const roundedDown = (choices: Choices, unit: number): Choices => ({
  ...choices,
  cost: choices.cost.map((cost) => Math.floor(cost / unit)),
})
