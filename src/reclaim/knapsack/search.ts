/**
 * Searches for the cheapest selection that reaches a goal, among those that differ from the one at the best
 * multiplier.
 *
 * The choices are decided one after the other. Those not decided yet are made as at the best multiplier, so each
 * partial selection is a complete one already.
 */
import type { Baseline } from './baseline.js'
import type { Deviations } from './deviate.js'
import { boundTable } from './bound-table.js'
import {
  type Change,
  type Progress,
  type ParetoFrontier,
  mergeFrontiers,
  emptyFrontier,
  roomFor,
} from './pareto-frontier.js'

/** What is searched for. */
export interface Question {
  readonly goal: number
  /** The best multiplier. */
  readonly multiplier: number
  /** What the best selection known costs; only cheaper ones are searched. */
  readonly known: number
  /** What two different costs differ by at least; 0: any numbers. */
  readonly unit: number
  /** How many ways are kept at most, and are to be looked at in all. */
  readonly width: number
  readonly work: number
}

/** What a search found. */
export interface Found {
  /** Choices made otherwise than at the best multiplier; null: nothing cheaper was found. */
  readonly changes: ReadonlyArray<number> | null
  /** No selection that reaches the goal costs less. */
  readonly lowerBound: number
  /** How many ways were looked at. */
  readonly work: number
}

/** Fewer ways are kept at no place. */
const narrowest = 16

/** The cheapest selection among those that the deviations of a baseline lead to. */
export const search = (baseline: Baseline, deviations: Deviations, question: Question): Found => {
  const { choice, whole, cost, gain, end } = deviations
  const count = choice.length
  const progress: Progress = {
    goal: question.goal,
    bounds: boundTable(deviations, question.multiplier),
    unit: question.unit,
    known: question.known,
    found: null,
    leftOut: Infinity,
    work: 0,
    before: new Int32Array(),
    changed: new Int32Array(),
    changes: 0,
    room: roomFor(0),
  }
  const changeAt = (place: number): Change => ({
    choice: choice[place] ?? 0,
    cost: cost[place] ?? 0,
    gain: gain[place] ?? 0,
  })
  /** What is left of the work, shared among what is left to go through: each is looked at three times at most. */
  const widthAt = (place: number): number =>
    Math.max(
      narrowest,
      Math.min(question.width, Math.floor((question.work - progress.work) / (3 * (count - place + 1)))),
    )
  const start = { cost: Float64Array.of(baseline.cost), gain: Float64Array.of(baseline.gain), trail: Int32Array.of(-1) }
  let frontier = mergeFrontiers(progress, start, emptyFrontier, null, 0, narrowest)
  // Choices that are being gone through by their parts, with the ways from before.
  const open: { readonly place: number; readonly ways: ParetoFrontier }[] = []
  for (let place = 0; place <= count; place++) {
    for (let last = open.at(-1); last !== undefined && end[last.place] === place; last = open.at(-1)) {
      open.pop()
      const change = whole[last.place] === 1 ? null : changeAt(last.place)
      frontier = mergeFrontiers(progress, frontier, last.ways, change, place, widthAt(place))
    }
    if (place === count) break
    open.push({ place, ways: frontier })
    if (whole[place] === 1)
      frontier = mergeFrontiers(progress, emptyFrontier, frontier, changeAt(place), place + 1, widthAt(place))
  }
  return {
    changes: progress.found === null ? null : changesOf(progress, progress.found),
    lowerBound: Math.min(progress.known, progress.leftOut),
    work: progress.work,
  }
}

const changesOf = ({ before, changed }: Progress, last: number): ReadonlyArray<number> => {
  const changes: number[] = []
  for (let at = last; at !== -1; at = before[at] ?? -1) changes.push(changed[at] ?? 0)
  return changes
}
