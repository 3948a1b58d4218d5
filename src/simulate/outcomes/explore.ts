/**
 * Visits every world that can follow from some others, or as many as a budget allows.
 *
 * If controllers undo each other forever, a transition that is left out at each turn would never come. So a group of
 * worlds that seems to be an end, and in which something was left out, is searched again with every transition.
 */
import { enabledIn, type Machine, step } from './machine.js'
import { type Visited, restingGroups } from './graph.js'
import type { Transition } from './transition.js'
import type { World } from './world.js'

/** Which transitions of a world have to be followed, given all that it allows. */
export type Choice = (machine: Machine, world: World, enabled: ReadonlyArray<Transition>) => ReadonlyArray<Transition>

/** All that were met; `isComplete` is false if the budget ended first. */
export interface Exploration {
  readonly states: ReadonlyArray<Visited>
  readonly isComplete: boolean
}

/**
 * Follows transitions from worlds, depth first. Worlds from which only one transition has to be followed are not
 * counted.
 */
export const explore = (
  machine: Machine,
  first: ReadonlyArray<World>,
  budget: number,
  choose: Choice,
  onProgress: (states: number) => void = () => undefined,
): Exploration => {
  const { ofWorld } = machine.setup.digests
  const numbers = new Map<string, number>()
  const states: Visited[] = []
  let steps = 0
  const open: { readonly number: number; readonly choices: ReadonlyArray<Transition> }[] = []
  /** What was not followed, by the numbers of worlds. */
  const left: ReadonlyArray<Transition>[] = []
  const numberOf = (begin: World, from: Omit<Visited['from'], 'by'>, by: ReadonlyArray<Transition>): number => {
    const path = [...by]
    const passed: string[] = []
    let world = begin
    for (;;) {
      const key = ofWorld(world)
      const known = numbers.get(key)
      if (known !== undefined) {
        for (const one of passed) numbers.set(one, known)
        return known
      }
      passed.push(key)
      const enabled = enabledIn(machine, world)
      const choices = choose(machine, world, enabled)
      const [only, ...others] = choices
      if (only !== undefined && others.length === 0 && passed.length < longestPath) {
        world = step(machine, world, only).world
        steps++
        path.push(only)
        continue
      }
      const number = states.length
      for (const one of passed) numbers.set(one, number)
      if (number > 0 && number % reportEvery === 0) onProgress(number)
      states.push({ world, from: { ...from, by: path }, next: [] })
      open.push({ number, choices })
      left.push(enabled.filter((transition) => !choices.includes(transition)))
      return number
    }
  }
  first.forEach((world, start) => numberOf(world, { state: undefined, start }, []))
  for (;;) {
    for (let top = open.pop(); top !== undefined; top = open.pop()) {
      if (states.length > budget || steps > stepsPerState * budget || numbers.size > mostNumbers)
        return { states, isComplete: false }
      const { number, choices } = top
      const visited = states[number]
      if (visited === undefined) continue
      const next = choices.map((by) =>
        numberOf(step(machine, visited.world, by).world, { state: number, start: undefined }, [by]),
      )
      visited.next = [...new Set([...visited.next, ...next])]
    }
    for (const number of restingGroups(states).flat()) {
      const choices = left[number] ?? []
      if (choices.length > 0) open.push({ number, choices })
      left[number] = []
    }
    if (open.length === 0) return { states, isComplete: true }
  }
}

/** Progress is reported after this many states. */
const reportEvery = 100

/** So many worlds may be passed by for each that counts. */
const stepsPerState = 20

/** A Map holds no more than 2^24 keys; some are left for the path that is followed when this is met. */
const mostNumbers = 2 ** 24 - 2 ** 16

/** Longer paths are cut, so that a circle in which nobody has a choice is met. */
const longestPath = 1000
