/** Visits every world that can come after some others, or as many as a budget allows. */
import { enabledIn, type Machine, step } from './machine.js'
import type { Visited } from './graph.js'
import type { Transition } from './transition.js'
import type { World } from './world.js'

/** Which transitions of a world have to be followed, given all that it allows. */
export type Choice = (machine: Machine, world: World, enabled: ReadonlyArray<Transition>) => ReadonlyArray<Transition>

/** All that were met; `isComplete` is false if the budget ended first. */
export interface Exploration {
  readonly states: ReadonlyArray<Visited>
  readonly isComplete: boolean
}

/** Follows transitions from worlds, depth first. Worlds from which only one transition has to be followed are passed by. */
export const explore = (machine: Machine, first: ReadonlyArray<World>, budget: number, choose: Choice): Exploration => {
  const { ofWorld } = machine.setup.digests
  const numbers = new Map<string, number>()
  const states: Visited[] = []
  let steps = 0
  const open: { readonly number: number; readonly choices: ReadonlyArray<Transition> }[] = []
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
      const choices = choose(machine, world, enabledIn(machine, world))
      const [only, ...others] = choices
      if (only !== undefined && others.length === 0 && passed.length < longestPath) {
        world = step(machine, world, only).world
        steps++
        path.push(only)
        continue
      }
      const number = states.length
      for (const one of passed) numbers.set(one, number)
      states.push({ world, from: { ...from, by: path }, next: [] })
      open.push({ number, choices })
      return number
    }
  }
  first.forEach((world, start) => numberOf(world, { state: undefined, start }, []))
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    if (states.length > budget || steps > stepsPerState * budget) return { states, isComplete: false }
    const { number, choices } = top
    const visited = states[number]
    if (visited === undefined) continue
    visited.next = [
      ...new Set(
        choices.map((by) =>
          numberOf(step(machine, visited.world, by).world, { state: number, start: undefined }, [by]),
        ),
      ),
    ]
  }
  return { states, isComplete: true }
}

/** So many worlds may be passed by for each that counts. */
const stepsPerState = 20

/** Longer paths are cut, so that a circle in which nobody has a choice is met. */
const longestPath = 1000
