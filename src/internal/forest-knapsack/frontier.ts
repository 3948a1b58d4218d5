/**
 * Answers which partial selections may still be part of a best one: none that another one beats in cost and in gain, and
 * none that costs so much more than the best price allows that a known selection is cheaper.
 */

/** One way to choose inside some choices. */
export interface Way {
  readonly cost: number
  readonly gain: number
  /** How far it is from the least of cost minus price times gain; slacks of independent parts add up. */
  readonly slack: number
  /** What it consists of: two ways, or one choice; nothing where both are absent. */
  readonly parts?: readonly [Way, Way]
  readonly choice?: number
}

/** Taking nothing. */
export const nothing = (slack: number): Way => ({ cost: 0, gain: 0, slack })

/** What bounds the search. */
export interface Limits {
  /** Ways with more slack cannot be part of anything better than what is known. */
  slack: number
  /** The least slack among ways that were dropped for want of room. */
  dropped: number
  /** How many ways are kept for one part. */
  readonly width: number
}

/** Every way of two independent parts together that is worth keeping. */
export const together = (a: ReadonlyArray<Way>, b: ReadonlyArray<Way>, limits: Limits): ReadonlyArray<Way> => {
  const [few, many] = a.length < b.length ? [a, bySlack(b)] : [b, bySlack(a)]
  const joined: Way[] = []
  for (const one of few) {
    for (const other of many) {
      const slack = one.slack + other.slack
      if (slack > limits.slack) break
      joined.push({ cost: one.cost + other.cost, gain: one.gain + other.gain, slack, parts: [one, other] })
    }
  }
  return undominated(joined, limits)
}

/** The ways that no other one beats in both, of the least slack if they are too many. By cost. */
export const undominated = (ways: ReadonlyArray<Way>, limits: Limits): ReadonlyArray<Way> => {
  const sorted = ways.filter(({ slack }) => slack <= limits.slack).sort((a, b) => a.cost - b.cost || b.gain - a.gain)
  const kept: Way[] = []
  let most = -1
  for (const way of sorted) {
    if (way.gain <= most) continue
    kept.push(way)
    most = way.gain
  }
  if (kept.length <= limits.width) return kept
  const best = bySlack(kept)
  limits.dropped = Math.min(limits.dropped, best[limits.width]?.slack ?? Infinity)
  return best.slice(0, limits.width).sort((a, b) => a.cost - b.cost)
}

/** The choices that a way consists of, in no order. */
export const choicesIn = (way: Way): ReadonlyArray<number> => {
  const found: number[] = []
  const open = [way]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.choice !== undefined) found.push(next.choice)
    if (next.parts !== undefined) open.push(...next.parts)
  }
  return found
}

const bySlack = (ways: ReadonlyArray<Way>): ReadonlyArray<Way> => [...ways].sort((a, b) => a.slack - b.slack)
