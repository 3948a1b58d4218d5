/**
 * When the same snapshot would be decided otherwise. Expiry of a lease, image or ingest always changes a reason. A
 * condition that begins or ceases to hold often changes nothing, so each such instant before the next expiry is
 * tried, in order.
 */
import type { option as O } from 'fp-ts'

import * as fp from '../core/fp.js'
import { instant } from '../core/time.js'
import { kindOf } from './graph/graph.js'
import { type Reachability, isFlatReachable, reachThroughConditions } from './graph/reach.js'

/** Instants are tried until this many marks were set; then the next instant is given, early but never late. */
const workLimit = 20_000_000

/** The first millisecond after this one at which something is decided otherwise. */
export const wakeOf = (reached: Reachability, epochMillis: number): O.Option<Date> => {
  const { nextExpiry } = reached.graph
  const wake = firstChange(reached, epochMillis, nextExpiry) ?? nextExpiry
  return wake === Infinity ? fp.none : fp.some(instant(wake))
}

const firstChange = (reached: Reachability, epochMillis: number, before: number): number | undefined => {
  const turns = turningPoints(reached, epochMillis, before)
  if (turns.length === 0) return undefined
  const now = heldThroughConditions(reached)
  let work = 0
  let change: number | undefined
  for (const turn of turns) {
    reachThroughConditions(reached, turn)
    work += reached.marks.count - reached.certain + reached.graph.conditional.length
    if (work > workLimit || !isSame(now, heldThroughConditions(reached))) {
      change = turn
      break
    }
  }
  reachThroughConditions(reached, epochMillis)
  return change
}

/** Milliseconds at which a decisive condition begins or ceases to hold. */
const turningPoints = ({ decisive }: Reachability, after: number, before: number): ReadonlyArray<number> => {
  const turns = new Set<number>()
  for (const edges of decisive.values())
    for (const { windows } of edges)
      for (const turn of [windows.until, windows.from]) if (turn > after && turn < before) turns.add(turn)
  return [...turns].sort((a, b) => a - b)
}

/** How each record is held that is held through conditions alone. */
const heldThroughConditions = ({ graph, marks, certain }: Reachability): ReadonlyMap<number, number> => {
  const held = new Map<number, number>()
  for (let index = certain; index < marks.count; index++) {
    const node = marks.order[index] ?? 0
    if (!isFlatReachable(marks, graph, node)) held.set(node, kindOf(marks.tag[node] ?? 0))
  }
  return held
}

const isSame = (left: ReadonlyMap<number, number>, right: ReadonlyMap<number, number>): boolean => {
  if (left.size !== right.size) return false
  for (const [node, kind] of left) if (right.get(node) !== kind) return false
  return true
}
