/**
 * The engine: hands changes to controllers and takes their requests to the server, wave by wave, until nothing moves.
 *
 * Controllers stand in an order. The first that has something to do acts; those behind it wait until it is quiet. That is one
 * of the courses that the real components can take, in which each reacts before slower ones act.
 */
import type { Server } from '../../apiserver/server.js'
import type { AskOfPlace } from '../../apiserver/scope.js'
import { type Effect, added } from '../../apiserver/answer.js'
import type { ApiRequest } from '../../apiserver/request.js'
import type { Controller, Reconciled, Requests, WorkItem, View } from '../../controllers/controller.js'
import { type Program, done, runProgram } from '../../controllers/program.js'
import { isTriedAgain } from '../../controllers/tried-again.js'
import { type Actor, type Wave, actorOf } from './actor.js'
import type { ApiClient } from './client.js'
import { type Own, listenersOf } from './listeners.js'

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
    let actors = controllers.map(actorOf)
    let listeners = listenersOf(actors)
    const view = viewOf(server, now, covers)
    const stepOf = recorderOf<Why>(client, view)
    let heard = 0
    let wave = 0
    const listen = (stopped: ReadonlySet<string>, own?: Own<Why>): void => {
      const changes = server.drain()
      heard += changes.length
      listeners.tell(changes, now(), stopped, own)
    }
    listen(new Set(controllers.map(({ name }) => name)))
    listeners.tell(server.list().map(added), now(), unlisted)

    return {
      run: ({ limit, held = nobody, stopped = nobody }) => {
        const steps: Kept[] = []
        let made = 0
        listen(stopped)
        for (const actor of actors) actor.rouse()
        const acting = actors.filter(({ name }) => !held.has(name) && !stopped.has(name))
        for (;;) {
          const next = firstReady(acting, now())
          if (next === undefined) return { ended: 'Quiet', made, steps }
          const { actor } = next
          for (let waiting: Wave<Why> | undefined = next.wave; waiting !== undefined; waiting = waiting.rest()) {
            if (made >= limit) return { ended: 'CutOff', made, steps }
            // All of them act before the controllers take in what any of them did.
            const batch = waiting.batch.map((item) => stepOf(actor, wave, item))
            made += batch.length
            for (const step of batch) {
              const kept = keep(step)
              if (kept !== undefined) steps.push(kept)
            }
            listen(stopped, { by: actor, finished: batch })
          }
          wave++
        }
      },
      restart: (controller) => {
        listen(new Set([controller.name]))
        const fresh = actorOf(controller)
        actors = actors.map((actor) => (actor.name === controller.name ? fresh : actor))
        listenersOf([fresh]).tell(server.list().map(added), now(), nobody)
        listeners = listenersOf(actors)
      },
      wake: (name, keys, due) => {
        for (const actor of actors) if (actor.name === name) actor.wake(keys, due)
      },
      unsettled: (name) => actors.flatMap((actor) => (actor.name === name ? actor.unsettled() : [])),
      wakeAt: (without = nobody) => {
        let earliest: Date | undefined
        for (const actor of actors) {
          const due = without.has(actor.name) ? undefined : actor.wakeAt()
          if (due !== undefined && (earliest === undefined || due < earliest)) earliest = due
        }
        return earliest
      },
      changes: () => heard,
    }
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

/** Runs reconciles, and notes who sent what. There is one for an engine, as a list of steps is as long as its cluster. */
const recorderOf = <Why>({ get, send }: ApiClient, view: View) => {
  let by = ''
  let retries: Actor<Why>['retries']
  let accepted: Effect<ApiRequest>[] = nothingYet
  let errors = 0
  const run = runProgram({
    get,
    call: (request) => {
      const { answer, code, effect } = send(by, request)
      if (answer._tag === 'Failed' || (answer._tag === 'Conflict' && isTriedAgain(retries, code, request, view)))
        errors++
      // Most reconciles bring about one effect; a list that is made with it takes no room for more.
      if (effect !== undefined)
        if (accepted === nothingYet) accepted = [effect]
        else accepted.push(effect)
      return answer
    },
  })
  return ({ name, retries: own }: Actor<Why>, wave: number, { key, reconcile }: WorkItem<Why>): Step<Why> => {
    by = name
    retries = own
    accepted = nothingYet
    errors = 0
    const at = view.at
    const plan = reconcile(view)
    const ended = run('requests' in plan ? sendAll(plan) : plan)
    // Whoever meets an error comes back, unless it has said when.
    const reconciled = errors > 0 && ended.again === undefined ? { ...ended, ...comesBack } : ended
    return { by: name, wave, at, key, reconciled, accepted }
  }
}

const nothingYet: Effect<ApiRequest>[] = []

const comesBack = { again: { _tag: 'Retry' }, failed: true } as const

const sendAll = <Why>({ requests, why, again }: Requests<Why>): Program<Reconciled<Why>> => {
  const from = (index: number): Program<Reconciled<Why>> => {
    const request = requests[index]
    return request === undefined
      ? done({ why: () => [why], again })
      : { _tag: 'Call', request, next: () => from(index + 1) }
  }
  return from(0)
}

/** One reconcile, and its effects. */
export interface Step<Why> {
  /** The name of the controller. */
  readonly by: string
  /** Keys of one wave were all queued when it began; their effects are in the next. */
  readonly wave: number
  /** The earliest time at which it can be. */
  readonly at: Date
  readonly key: string
  readonly reconciled: Reconciled<Why>
  /** Requests that the server accepted. */
  readonly accepted: ReadonlyArray<Effect<ApiRequest>>
}

/** How a run ended. */
export interface Run<Kept> {
  /** `Quiet`: nobody has anything to do. `CutOff`: the limit of steps came first. */
  readonly ended: 'Quiet' | 'CutOff'
  /** How many steps were made. */
  readonly made: number
  /** What was kept of them. */
  readonly steps: ReadonlyArray<Kept>
}
