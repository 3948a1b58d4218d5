/** What each actor can do next, as the choice of a persistent set sees it. */
import type { Cause } from './cause.js'
import { type Footprint, type Universe, both, everyCell } from './cells.js'
import type { Effects, Without } from './footprint.js'
import type { Machine } from './machine.js'
import type { Transition } from './transition.js'
import type { World } from './world.js'

/** What one actor can do next. */
export interface Process {
  readonly transition: Transition
  /** What the transition itself reads and writes. */
  readonly next: Footprint
  /** Who makes it: others can't do what this actor does next. */
  readonly actor?: string | undefined
  /** What may follow from it and from whatever the actor does after it. */
  readonly future: Footprint
  /** The same, as long as some actors make no step. */
  readonly futureWithout: (actors: Without) => Footprint
  /** Transitions of one group are requests of one program that may come in any order. */
  readonly group?: string | undefined
  /** All that it would read and write, without any request, unless somebody changes what it reads. */
  readonly idle?: Footprint | undefined
  /**
   * It comes to nothing, unless something changes what it `reads`. Whatever else may make something of it lets the actor come
   * to it again.
   */
  readonly needless?: { readonly reads: bigint; readonly actor: string } | undefined
  /** What may follow while another request of the group has not come. */
  readonly alone?: Footprint | undefined
}

/** What else is known of a process; `beside`: what may follow beside the causes. */
type More = Partial<Omit<Process, 'next' | 'future' | 'futureWithout'>> & { readonly beside?: Footprint }

/** A world, and what may follow in it. */
export interface Context {
  readonly machine: Machine
  readonly world: World
  readonly universe: Universe
  readonly effects: Effects
}

/** Reads and writes everything. */
export const everything: Footprint = { reads: everyCell, writes: everyCell }

/** A transition of which nothing is known. */
export const unknownProcess = (transition: Transition): Process => ({
  transition,
  next: everything,
  future: everything,
  futureWithout: () => everything,
})

/** Makes the process of a transition from what it reads and writes, and what that may bring about. */
export const processBy =
  ({ effects }: Context, transition: Transition) =>
  (next: Footprint, causes: ReadonlyArray<Cause>, { beside = next, ...more }: More = {}): Process => {
    const futureWithout: Process['futureWithout'] = (actors) => both(next, both(beside, effects.follow(causes, actors)))
    return { transition, next, future: futureWithout(nobody), futureWithout, ...more }
  }

const nobody: Without = new Set()
