/** The worlds that were visited, the transitions between them, and where everything comes to rest. */
import type { Transition } from './transition.js'
import type { World } from './world.js'

/** One world that was met. */
export interface Visited {
  readonly world: World
  /** How it was first come to. */
  readonly from: {
    readonly state: number | undefined
    /** Where it began, if at none of these: the number of the first world. */
    readonly start: number | undefined
    readonly by: ReadonlyArray<Transition>
  }
  /** Numbers of the worlds that follow. */
  next: ReadonlyArray<number>
}

/**
 * Groups of worlds that follow from each other and from which nothing else follows: one world where everything rests, or
 * several between which controllers go to and fro.
 */
export const restingGroups = (states: ReadonlyArray<Visited>): ReadonlyArray<ReadonlyArray<number>> => {
  const order = new Int32Array(states.length).fill(-1)
  const low = new Int32Array(states.length)
  const group = new Int32Array(states.length).fill(-1)
  const stack: number[] = []
  const groups: number[][] = []
  let count = 0
  for (let root = 0; root < states.length; root++) {
    if (order[root] !== -1) continue
    const path: { readonly state: number; at: number }[] = [{ state: root, at: 0 }]
    order[root] = low[root] = count++
    stack.push(root)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { state } = top
      const next = states[state]?.next[top.at++]
      if (next !== undefined) {
        if (order[next] === -1) {
          order[next] = low[next] = count++
          stack.push(next)
          path.push({ state: next, at: 0 })
        } else if (group[next] === -1) low[state] = Math.min(low[state] ?? 0, order[next] ?? 0)
        continue
      }
      path.pop()
      const parent = path.at(-1)?.state
      if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[state] ?? 0)
      if (low[state] !== order[state]) continue
      const members = stack.splice(stack.lastIndexOf(state))
      for (const member of members) group[member] = groups.length
      groups.push(members)
    }
  }
  return groups.filter((members, index) =>
    members.every((member) => (states[member]?.next ?? []).every((next) => group[next] === index)),
  )
}
