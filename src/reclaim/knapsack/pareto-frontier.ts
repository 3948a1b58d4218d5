/**
 * Partial selections worth extending: those that no other one beats in both cost and gain, and that can still lead to
 * a selection cheaper than the best known one.
 */
import { elementAt } from '../../internal/lists.js'
import { nthSmallest } from './nth-smallest.js'
import type { BoundTable } from './bound-table.js'

/** Ways, the cheapest first; each gives back more than the one before. */
export interface ParetoFrontier {
  readonly cost: Float64Array
  readonly gain: Float64Array
  /** The last change of each; -1: none. */
  readonly trail: Int32Array
}

/** No way at all. */
export const emptyFrontier: ParetoFrontier = {
  cost: new Float64Array(),
  gain: new Float64Array(),
  trail: new Int32Array(),
}

/** What a search knows so far, and room for what it writes. */
export interface Progress {
  readonly goal: number
  readonly bounds: BoundTable
  /** What two different costs differ by at least; 0: any numbers. */
  readonly unit: number
  /** The cost of the best selection known, and the last change of it; null: it was known before. */
  known: number
  found: number | null
  /** No way that was left out for want of room leads to a lesser cost. */
  leftOut: number
  /** How many ways were looked at. */
  work: number
  /** For each change the one before it, and the choice that was changed. */
  before: Int32Array<ArrayBuffer>
  changed: Int32Array<ArrayBuffer>
  changes: number
  room: {
    readonly cost: Float64Array
    readonly gain: Float64Array
    readonly trail: Int32Array
    readonly least: Float64Array
  }
}

/** What is changed in ways: a choice, and what that adds. */
export interface Change {
  readonly choice: number
  readonly cost: number
  readonly gain: number
}

/** Room for a number of partial selections. */
export const roomFor = (size: number): Progress['room'] => ({
  cost: new Float64Array(size),
  gain: new Float64Array(size),
  trail: new Int32Array(size),
  least: new Float64Array(size),
})

/** Costs this close to each other, for each unit of cost, are equal. */
const rounding = 1e-12

/** What a way may cost at most to be better than what is known. */
const limitOf = ({ known, unit }: Progress): number => known * (1 - rounding) - unit * (1 - 1e-6)

/**
 * Some ways, and others with one change, as far as they are worth it and `width` has room; from place `next` on nothing was
 * gone through yet.
 */
export const mergeFrontiers = (
  progress: Progress,
  ways: ParetoFrontier,
  others: ParetoFrontier,
  change: Change | null,
  next: number,
  width: number,
): ParetoFrontier => {
  const { goal, bounds: table } = progress
  makeRoom(progress, ways.cost.length + others.cost.length)
  const { before, changed, room } = progress
  const added = { cost: change === null ? 0 : change.cost, gain: change === null ? 0 : change.gain }
  let limit = limitOf(progress)
  let { changes } = progress
  let step = table.multipliers.length - 1
  let multiplier = table.multipliers[step] ?? 0
  let rest = elementAt(table.bounds, step)[next] ?? 0
  let [kept, most, at, other] = [0, -Infinity, 0, 0]
  // Written out by hand: most time is spent in this loop.
  let cost = at < ways.cost.length ? (ways.cost[at] ?? 0) : Infinity
  let gain = at < ways.cost.length ? (ways.gain[at] ?? 0) : 0
  let otherCost = other < others.cost.length ? (others.cost[other] ?? 0) + added.cost : Infinity
  let otherGain = other < others.cost.length ? (others.gain[other] ?? 0) + added.gain : 0
  while (cost < Infinity || otherCost < Infinity) {
    const isOther = otherCost < cost || (otherCost === cost && otherGain > gain)
    const nowCost = isOther ? otherCost : cost
    const nowGain = isOther ? otherGain : gain
    let trail = isOther ? (others.trail[other] ?? 0) : (ways.trail[at] ?? 0)
    if (isOther) {
      other++
      otherCost = other < others.cost.length ? (others.cost[other] ?? 0) + added.cost : Infinity
      otherGain = other < others.cost.length ? (others.gain[other] ?? 0) + added.gain : 0
    } else {
      at++
      cost = at < ways.cost.length ? (ways.cost[at] ?? 0) : Infinity
      gain = at < ways.cost.length ? (ways.gain[at] ?? 0) : 0
    }
    if (nowGain <= most) continue
    most = nowGain
    const missing = goal - nowGain
    // The more is given back already, the lower is the multiplier that gives the best bound.
    let bound = multiplier * missing + rest
    while (step > 0) {
      const lower = (table.multipliers[step - 1] ?? 0) * missing + (elementAt(table.bounds, step - 1)[next] ?? 0)
      if (lower < bound) break
      bound = lower
      step--
      multiplier = table.multipliers[step] ?? 0
      rest = elementAt(table.bounds, step)[next] ?? 0
    }
    const least = nowCost + bound
    if (least >= limit) continue
    if (isOther && change !== null) {
      before[changes] = trail
      changed[changes] = change.choice
      trail = changes++
    }
    if (missing <= 0 && nowCost < progress.known) {
      progress.known = nowCost
      progress.found = trail
      limit = limitOf(progress)
    }
    room.cost[kept] = nowCost
    room.gain[kept] = nowGain
    room.trail[kept] = trail
    room.least[kept] = least
    kept++
  }
  progress.changes = changes
  return cut(progress, kept, width)
}

const makeRoom = (progress: Progress, most: number): void => {
  progress.work += most
  if (progress.room.cost.length < most) progress.room = roomFor(2 * most)
  if (progress.before.length >= progress.changes + most) return
  const size = 2 * (progress.changes + most)
  const [before, changed] = [new Int32Array(size), new Int32Array(size)]
  before.set(progress.before)
  changed.set(progress.changed)
  progress.before = before
  progress.changed = changed
}

/** Of the ways written, as many as there is room for: those that promise the least cost. */
const cut = (progress: Progress, kept: number, width: number): ParetoFrontier => {
  const { cost, gain, trail, least } = progress.room
  let size = kept
  if (kept > width) {
    const most = nthSmallest(least.slice(0, kept), width - 1)
    size = 0
    for (let way = 0; way < kept; way++) {
      const promise = least[way] ?? 0
      if (promise > most || size === width) {
        progress.leftOut = Math.min(progress.leftOut, promise)
        continue
      }
      cost[size] = cost[way] ?? 0
      gain[size] = gain[way] ?? 0
      trail[size] = trail[way] ?? 0
      size++
    }
  }
  return { cost: cost.slice(0, size), gain: gain.slice(0, size), trail: trail.slice(0, size) }
}
