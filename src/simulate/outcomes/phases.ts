/** Explores phase after phase: each begins with every end of the one before it. */
import { enabledIn, type Machine, step } from './machine.js'
import { explore } from './explore.js'
import { type Visited, restingGroups } from './graph.js'
import { persistentChoice } from './persistent.js'
import { sampleCourses } from './sample.js'
import { toldBetween } from './telling.js'
import type { CourseStep, Transition } from './transition.js'
import type { World } from './world.js'

/** One end of a phase. */
export interface EndWorld {
  /** The end of the phase before it that this one follows from. */
  readonly after: number | undefined
  /** What rests there; in several of them the same objects are left. */
  readonly worlds: ReadonlyArray<World>
  readonly course: ReadonlyArray<CourseStep>
}

/** All ends of one phase. */
export interface ExploredPhase {
  readonly ends: ReadonlyArray<EndWorld>
  readonly isComplete: boolean
  readonly states: number
  /** How many random courses were followed to their end. */
  readonly drawn: number
}

/** How far to go, and who is told how far it is. */
export interface Limits {
  readonly states: number
  readonly samples: number
  readonly seed: number
  readonly onProgress: (states: number) => void
}

/** Explores one phase from worlds, of which each belongs to an end of the phase before. */
export const explorePhase = (
  machine: Machine,
  starts: ReadonlyArray<{ readonly after: number | undefined; readonly worlds: ReadonlyArray<World> }>,
  limits: Limits,
): ExploredPhase => {
  const ends: EndWorld[] = []
  let met = 0
  let isComplete = true
  let drawn = 0
  for (const { after, worlds } of starts) {
    const before = met
    const found = explore(machine, worlds, Math.max(1, limits.states - met), persistentChoice, (states) => {
      limits.onProgress(before + states)
    })
    met += found.states.length
    isComplete &&= found.isComplete
    const courses = found.isComplete ? [] : drawnFrom(machine, worlds, limits)
    drawn += courses.length
    for (const end of found.isComplete
      ? endsOf(machine, worlds, found.states)
      : distinct(machine, [...metIn(machine, worlds, found.states), ...courses]))
      ends.push({ ...end, after })
  }
  return { ends, isComplete, states: met, drawn }
}

interface Found {
  readonly worlds: ReadonlyArray<World>
  readonly course: ReadonlyArray<CourseStep>
}

const endsOf = (machine: Machine, starts: ReadonlyArray<World>, states: ReadonlyArray<Visited>): ReadonlyArray<Found> =>
  distinct(
    machine,
    restingGroups(states).flatMap((group) =>
      group.flatMap((number) => {
        const state = states[number]
        return state === undefined
          ? []
          : [{ world: state.world, course: () => courseTo(machine, starts, states, number) }]
      }),
    ),
  )

interface Reached {
  readonly world: World
  readonly course: () => ReadonlyArray<CourseStep>
}

/** What was met where everything rests. */
const metIn = (
  machine: Machine,
  starts: ReadonlyArray<World>,
  states: ReadonlyArray<Visited>,
): ReadonlyArray<Reached> =>
  states.flatMap(({ world }, number) =>
    enabledIn(machine, world).length > 0 ? [] : [{ world, course: () => courseTo(machine, starts, states, number) }],
  )

/** The ends of random courses. */
const drawnFrom = (machine: Machine, starts: ReadonlyArray<World>, { samples, seed }: Limits): ReadonlyArray<Reached> =>
  starts.flatMap((start) =>
    sampleCourses(machine, start, samples, seed).map(({ world, path }) => ({
      world,
      course: () => retold(machine, start, path),
    })),
  )

const distinct = ({ setup: { digests } }: Machine, all: ReadonlyArray<Reached>): ReadonlyArray<Found> => {
  const ends = new Map<
    string,
    { readonly worlds: Map<string, World>; readonly course: () => ReadonlyArray<CourseStep> }
  >()
  for (const { world, course } of all) {
    const key = `${digests.ofStore(world)} ${world.codes.join()}`
    const end = ends.get(key) ?? { worlds: new Map<string, World>(), course }
    ends.set(key, end)
    end.worlds.set(digests.ofWorld(world), world)
  }
  return [...ends.values()].map(({ worlds, course }) => ({ worlds: [...worlds.values()], course: course() }))
}

/** How a world was first come to, from one of those at the start. */
const courseTo = (
  machine: Machine,
  starts: ReadonlyArray<World>,
  states: ReadonlyArray<Visited>,
  number: number,
): ReadonlyArray<CourseStep> => {
  const paths: ReadonlyArray<Transition>[] = []
  let first = number
  for (let at: number | undefined = number; at !== undefined; at = states[at]?.from.state) {
    first = at
    const path = states[at]?.from.by
    if (path !== undefined) paths.push(path)
  }
  const start = starts[states[first]?.from.start ?? 0]
  return start === undefined ? [] : retold(machine, start, paths.reverse().flat())
}

/** A path with the requests that it sends. */
const retold = (machine: Machine, start: World, path: ReadonlyArray<Transition>): ReadonlyArray<CourseStep> => {
  let world = start
  return path.map((by) => {
    const before = world
    const told = step(machine, before, by)
    world = told.world
    return { ...by, requests: told.requests, ...toldBetween(before, by, told.world) }
  })
}
