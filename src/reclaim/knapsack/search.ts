/**
 * Answers which selection is the cheapest that reaches a goal, among those that differ from the one at the best price.
 *
 * The choices are gone through one after the other. A way is a selection in which all choices not yet gone through are made
 * as at the best price, so that each way is a selection already.
 */
import type { Baseline } from './baseline.js'
import type { Deviations } from './deviate.js'
import { ladderOf } from './ladder.js'
import type { Change, Progress, Ways } from './ways.js'
import { joined, noWays, roomFor } from './ways.js'

/** What is searched for. */
export interface Question {
  readonly goal: number
  /** The best price. */
  readonly price: number
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
  /** Choices made otherwise than at the best price; null: nothing cheaper was found. */
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
    ladder: ladderOf(deviations, question.price),
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
  let ways = joined(progress, start, noWays, null, 0, narrowest)
  // Choices that are being gone through by their parts, with the ways from before.
  const around: { readonly place: number; readonly ways: Ways }[] = []
  for (let place = 0; place <= count; place++) {
    for (let last = around.at(-1); last !== undefined && end[last.place] === place; last = around.at(-1)) {
      around.pop()
      const change = whole[last.place] === 1 ? null : changeAt(last.place)
      ways = joined(progress, ways, last.ways, change, place, widthAt(place))
    }
    if (place === count) break
    around.push({ place, ways })
    if (whole[place] === 1) ways = joined(progress, noWays, ways, changeAt(place), place + 1, widthAt(place))
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
