/** Follows random courses, the same ones for the same seed, where there are too many to follow them all. */
import { enabledIn, type Machine, step } from './machine.js'
import type { Transition } from './transition.js'
import type { World } from './world.js'

/** A course that came to rest. */
export interface SampledCourse {
  readonly world: World
  readonly path: ReadonlyArray<Transition>
}

/** Longer courses are given up: controllers go to and fro. */
const longestCourse = 5000

/** Courses from a world, each by a lot of its own. Those that don't come to rest are left out. */
export const sampleCourses = (
  machine: Machine,
  first: World,
  count: number,
  seed: number,
): ReadonlyArray<SampledCourse> => {
  const draw = lots(seed)
  return Array.from({ length: count }).flatMap((): ReadonlyArray<SampledCourse> => {
    const path: Transition[] = []
    let world = first
    while (path.length < longestCourse) {
      const enabled = enabledIn(machine, world)
      const by = enabled[draw(enabled.length)]
      if (by === undefined) return [{ world, path }]
      path.push(by)
      world = step(machine, world, by).world
    }
    return []
  })
}

/** Numbers below a limit, by a linear congruential generator. */
const lots = (seed: number): ((limit: number) => number) => {
  let state = seed >>> 0
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}
