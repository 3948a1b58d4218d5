/**
 * The engine: hands changes to controllers and takes their requests to the server, wave by wave, until nothing moves.
 *
 * Controllers stand in an order. The first that has something to do acts; those behind it wait until it is quiet. That is one
 * of the courses that the real components can take, in which each reacts before slower ones act.
 */
import type { Server } from '../../apiserver/server.js'
import type { AskOfPlace } from '../../apiserver/scope.js'
import { added } from '../../apiserver/answer.js'
import type { Controller, Reconciled, WorkItem, View } from '../../controllers/controller.js'
import { type Actor, type Wave, actorOf } from './actor.js'
import type { ApiClient } from './client.js'
import { type Listeners, type Own, listenersOf, tell } from './listeners.js'
import { type Step, recorderOf } from './recorder.js'

export type { Step } from './recorder.js'

/** Who takes part, and where. */
export interface EngineParts<Why> {
  readonly server: Server
  readonly client: ApiClient
  readonly now: () => Date
  /** Whether everything of a kind in a place is shown. Default: everything is. */
  readonly covers?: AskOfPlace<boolean> | undefined
  /** In the order in which they act. */
  readonly controllers: ReadonlyArray<Controller<Why>>
  /** Names of those that are not told at the start what the server holds. */
  readonly unlisted?: ReadonlySet<string> | undefined
}

/** How far to go, and without whom. */
export interface RunOptions {
  /** No more steps are made. */
  readonly limit: number
  /** Names of controllers that hear but do not act. */
  readonly held?: ReadonlySet<string> | undefined
  /** Names of controllers that neither hear nor act. */
  readonly stopped?: ReadonlySet<string> | undefined
}

/** Controllers that run on one server. `Kept` is what is remembered of a step. */
export interface Engine<Why, Kept = Step<Why>> {
  /** Lets controllers act until nothing moves. */
  readonly run: (options: RunOptions) => Run<Kept>
  /** Puts a controller in the place of the one of its name; it lists what the server holds. */
  readonly restart: (controller: Controller<Why>) => void
  /** Wakes keys of a controller, now or at an instant. */
  readonly wake: (name: string, keys: Iterable<string>, due?: Date) => void
  /** What a controller tries again and again without success. */
  readonly unsettled: (name: string) => ReadonlyArray<Reconciled<Why>>
  /** When the first controller but these looks again although nothing changes. */
  readonly wakeAt: (without?: ReadonlySet<string>) => Date | undefined
  /** How many changes the controllers have heard of. */
  readonly changes: () => number
}

const nobody: ReadonlySet<string> = new Set()

/** Controllers that have listed what the server holds, and whose steps are remembered whole. */
export const engineOf = <Why>(parts: EngineParts<Why>): Engine<Why> =>
  engineKeeping<Why, Step<Why>>((step) => step)(parts)

/**
 * The same, with what is remembered of each step, or nothing of it. A step holds on to all that a controller found, which in
 * large clusters is more than the clusters themselves.
 */
export const engineKeeping =
  <Why, Kept>(keep: (step: Step<Why>) => Kept | undefined): ((parts: EngineParts<Why>) => Engine<Why, Kept>) =>
  ({ server, client, now, covers = () => true, controllers, unlisted = nobody }) => {
    const actors = controllers.map(actorOf)
    const stepOf = recorderOf<Why>(client, viewOf(server, now, covers))
    const listeners = listenersOf(actors)
    const running: Running<Why, Kept> = { server, now, stepOf, keep, actors, listeners, heard: 0, wave: 0 }
    listen(running, new Set(controllers.map(({ name }) => name)))
    tell(running.listeners, server.list().map(added), now(), unlisted)

    return {
      run: (options) => runOn(running, options),
      restart: (controller) => {
        listen(running, new Set([controller.name]))
        const fresh = actorOf(controller)
        running.actors = running.actors.map((actor) => (actor.name === controller.name ? fresh : actor))
        tell(listenersOf([fresh]), server.list().map(added), now(), nobody)
        running.listeners = listenersOf(running.actors)
      },
      wake: (name, keys, due) => {
        for (const actor of running.actors) if (actor.name === name) actor.wake(keys, due)
      },
      unsettled: (name) => running.actors.flatMap((actor) => (actor.name === name ? actor.unsettled() : [])),
      wakeAt: (without = nobody) => {
        let earliest: Date | undefined
        for (const actor of running.actors) {
          const due = without.has(actor.name) ? undefined : actor.wakeAt()
          if (due !== undefined && (earliest === undefined || due < earliest)) earliest = due
        }
        return earliest
      },
      changes: () => running.heard,
    }
  }

/**
 * An engine as it runs. What is done over and over stands apart from it: what the compiler makes of a function that is made
 * for one engine goes with that engine, and the next one has it compiled again (`bench/kubernetes-cascade.bench.ts`).
 */
interface Running<Why, Kept> {
  readonly server: Server
  readonly now: () => Date
  readonly stepOf: (actor: Actor<Why>, wave: number, item: WorkItem<Why>) => Step<Why>
  readonly keep: (step: Step<Why>) => Kept | undefined
  actors: ReadonlyArray<Actor<Why>>
  listeners: Listeners<Why>
  /** How many changes the controllers have heard of. */
  heard: number
  wave: number
}

/** Lets the controllers hear what has changed since the last time. */
const listen = <Why, Kept>(running: Running<Why, Kept>, stopped: ReadonlySet<string>, own?: Own<Why>): void => {
  const changes = running.server.drain()
  running.heard += changes.length
  tell(running.listeners, changes, running.now(), stopped, own)
}

const runOn = <Why, Kept>(
  running: Running<Why, Kept>,
  { limit, held = nobody, stopped = nobody }: RunOptions,
): Run<Kept> => {
  const steps: Kept[] = []
  let made = 0
  listen(running, stopped)
  for (const actor of running.actors) actor.rouse()
  const acting = running.actors.filter(({ name }) => !held.has(name) && !stopped.has(name))
  for (;;) {
    const next = firstReady(acting, running.now())
    if (next === undefined) return { ended: 'Quiet', made, steps }
    const { actor } = next
    for (let waiting: Wave<Why> | undefined = next.wave; waiting !== undefined; waiting = waiting.rest()) {
      if (made >= limit) return { ended: 'CutOff', made, steps }
      made += waiting.batch.length
      act(running, actor, waiting.batch, steps, stopped)
    }
    running.wave++
  }
}

/** Works on a batch. All of it acts before the controllers take in what any of it did. */
const act = <Why, Kept>(
  running: Running<Why, Kept>,
  actor: Actor<Why>,
  batch: Wave<Why>['batch'],
  steps: Kept[],
  stopped: ReadonlySet<string>,
): void => {
  const finished = batch.map((item) => running.stepOf(actor, running.wave, item))
  for (const step of finished) {
    const kept = running.keep(step)
    if (kept !== undefined) steps.push(kept)
  }
  listen(running, stopped, { by: actor, finished })
}

const firstReady = <Why>(
  actors: ReadonlyArray<Actor<Why>>,
  at: Date,
): { readonly actor: Actor<Why>; readonly wave: Wave<Why> } | undefined => {
  for (const actor of actors) {
    const wave = actor.ready(at)
    if (wave !== undefined) return { actor, wave }
  }
  return undefined
}

const viewOf = (
  { find, get, list, listIn, listOf, listBy, isGone, addressOf }: Server,
  now: () => Date,
  covers: View['covers'],
): View => ({
  covers,
  get at() {
    return now()
  },
  find,
  get,
  list,
  listIn,
  listOf,
  listBy,
  isGone,
  addressOf,
})

/** How a run ended. */
export interface Run<Kept> {
  /** `Quiet`: nobody has anything to do. `CutOff`: the limit of steps came first. */
  readonly ended: 'Quiet' | 'CutOff'
  /** How many steps were made. */
  readonly made: number
  /** What was kept of them. */
  readonly steps: ReadonlyArray<Kept>
}
