/**
 * Plays requests: the collector is quiet when they come, and the controllers then act until nothing moves. Of pods that were
 * being stopped before, kubelets take only those that the requests can reach.
 */
import { type Answer, type Effect, notFound, objectAfter } from '../../apiserver/answer.js'
import type { AskOfPlace } from '../../apiserver/scope.js'
import { type WholeObject, isNamespace, isBeingDeleted } from '../../apiserver/object.js'
import type { DeleteOptions } from '../../apiserver/request.js'
import type { Server } from '../../apiserver/server.js'
import { namespaceControllerName, namespaceNamed, sweepDelay } from '../../controllers/namespace/controller.js'
import { ownerCollector } from '../../controllers/owner/controller.js'
import type { Event } from '../../controllers/owner/reason.js'
import { isBeingStopped, kubelet } from '../kubelet/controller.js'
import { clientOf } from '../engine/client.js'
import { type Engine, engineKeeping } from '../engine/engine.js'
import { type Clock, runInTime } from '../engine/in-time.js'
import { after } from '../../core/time.js'
import { type Participants, afterRequests, onlyKubelets } from './controllers.js'
import { reachOf } from './reach.js'
import type { CascadeRequest, Why } from './reason.js'
import { type KeptStep, type Step, stepKept } from './waves.js'

/** What one simulation runs on. */
export interface Simulation {
  /** Read by the server; it moves as controllers wait. */
  readonly clock: Clock
  readonly server: Server
  /** Whether everything of a kind in a place is shown. */
  readonly covers: AskOfPlace<boolean>
  readonly participants: Participants
  /** No more steps are made in one go. */
  readonly limit: number
}

/** How it went. */
export interface Course {
  readonly answers: ReadonlyArray<Answer<WholeObject>>
  /** What controllers did before the requests. */
  readonly pending: ReadonlyArray<KeptStep>
  /** What the requests did. */
  readonly asked: ReadonlyArray<Effect<CascadeRequest>>
  /** When they come: once controllers are done with what they would do anyway. */
  readonly askedAt: Date
  readonly steps: ReadonlyArray<KeptStep>
  readonly requested: ReadonlyArray<WholeObject>
  readonly waitingForPods: ReadonlyArray<WholeObject>
  readonly final: ReadonlyArray<WholeObject>
  readonly warnings: ReadonlyArray<Event>
  readonly isQuiet: boolean
}

/**
 * Even in the longest cascades an object is attempted only a few times; beyond this limit controllers run in circles.
 */
export const stepLimit = (objects: number): number => 50 * objects + 10_000

/** What happened to objects, beginning with the requests. */
export const effectsOf = ({ asked, steps }: Course): ReadonlyArray<Effect<unknown>> => {
  const effects: Effect<unknown>[] = [...asked]
  for (const { accepted } of steps) for (const effect of accepted) effects.push(effect)
  return effects
}

/** True if at most one item of the collector ever waited, so that no other order is possible. */
export const hasOneOrder = ({ isQuiet, pending, steps }: Course): boolean => {
  const waves = new Set<number>()
  const isFirstOfItsWave = ({ by, wave }: KeptStep): boolean =>
    by !== ownerCollector || waves.size < waves.add(wave).size
  return isQuiet && pending.every(isFirstOfItsWave) && steps.every(isFirstOfItsWave)
}

const engineIn =
  <Kept>(keep: (step: Step) => Kept | undefined) =>
  ({ clock, server, covers, participants }: Simulation, unlisted: ReadonlySet<string>): Engine<Why, Kept> => {
    const { controllers } = participants
    const client = clientOf(server, covers)
    return engineKeeping(keep)({ server, client, now: () => clock.now, covers, controllers, unlisted })
  }

const engineOfCourse = engineIn(stepKept)
const engineWithoutSteps = engineIn(() => undefined)

/** Runs controllers until nothing changes, and returns what is left. */
export const runToFixpoint = (simulation: Simulation): ReadonlyArray<WholeObject> => {
  runInTime(engineWithoutSteps(simulation, new Set()), simulation.clock, { limit: simulation.limit })
  return simulation.server.list()
}

/** Plays requests on the objects that the server of a simulation holds. */
export const courseOf = (simulation: Simulation, requests: ReadonlyArray<CascadeRequest>): Course => {
  const { server, clock, limit, participants } = simulation
  const engine = engineOfCourse(simulation, afterRequests)
  const before = runInTime(engine, clock, { limit, stopped: afterRequests })
  const askedAt = clock.now
  const reached = podsReached(server, requests)
  const answers: Answer<WholeObject>[] = []
  const asked: Effect<CascadeRequest>[] = []
  const standIns = standInsOf(server)
  for (const request of requests) {
    const answer = ask(server, request, standIns, asked)
    if (request._tag !== 'DeleteNamespace' || answer.code !== 404) {
      answers.push(answer)
      continue
    }
    // Listings seldom include the namespaces themselves; the content of one is deleted whether it is listed or not.
    const ended = standIns.terminate(request.namespace, request.options)
    answers.push(ended?._tag === 'Refused' ? ended : answer)
    if (ended === undefined) engine.wake(namespaceControllerName, [request.namespace], after(askedAt, sweepDelay))
  }
  engine.wake(kubelet, reached)
  engine.wake(namespaceControllerName, endedBefore(asked))
  const listed = (): ReadonlyArray<WholeObject> => standIns.without(server.list())
  const requested = listed()
  const until = after(clock.now, sweepDelay)
  const first = runInTime(engine, clock, { limit, held: onlyKubelets, until })
  const waitingForPods = listed()
  const second = first.ended === 'Quiet' ? runInTime(engine, clock, { limit }) : first
  return {
    answers,
    pending: before.steps,
    asked,
    askedAt,
    steps: standIns.untold(first === second ? first.steps : first.steps.concat(second.steps)),
    requested,
    waitingForPods,
    final: second.made === 0 || first === second ? waitingForPods : listed(),
    warnings: participants.takeWarnings(),
    isQuiet: before.ended === 'Quiet' && second.ended === 'Quiet',
  }
}

/** Pods that were already being stopped take part only if the requests reach them. */
const podsReached = (server: Server, requests: ReadonlyArray<CascadeRequest>): ReadonlyArray<string> => {
  const objects = server.list()
  const pods = objects.filter(isBeingStopped)
  if (pods.length === 0) return []
  const reached = reachOf(objects, requests)
  return pods.flatMap(({ metadata: { uid } }) => (reached.has(uid) ? [uid] : []))
}

const ask = (
  server: Server,
  request: CascadeRequest,
  { isStandIn }: StandIns,
  effects: Effect<CascadeRequest>[],
): Answer<WholeObject> => {
  const found =
    request._tag === 'DeleteNamespace' ? server.get(namespaceNamed(request.namespace)) : server.find(request.target)
  const object = found === undefined || isStandIn(found) ? undefined : found
  const address = object === undefined ? undefined : server.addressOf(object)
  if (object === undefined || address === undefined)
    return request._tag === 'Vanish' ? notFound(request.target) : server.refuse(request.options)
  const answer = request._tag === 'Vanish' ? server.vanish(address) : server.delete(address, request.options)
  if (answer._tag !== 'Refused') effects.push({ request, before: object, after: objectAfter(object, answer) })
  return answer
}

/** Namespaces named by requests that were being deleted before: no change tells of them, and a sweep may come at any time. */
const endedBefore = (effects: ReadonlyArray<Effect<unknown>>): ReadonlyArray<string> =>
  effects.flatMap(({ before }) => (isNamespace(before) && isBeingDeleted(before) ? [before.metadata.name] : []))

/**
 * The Namespace that stands in for one that lists leave out: active, and nothing but its name is known of it.
 *
 * @example
 * ```ts
 * import { unlistedNamespace } from 'gcplan/simulate/cascade'
 *
 * console.log(unlistedNamespace('shop').spec) // { finalizers: [ 'kubernetes' ] }
 * ```
 */
export const unlistedNamespace = (name: string): WholeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, uid: `unlisted namespace ${name}` },
  spec: { finalizers: ['kubernetes'] },
  status: { phase: 'Active' },
})

/** Namespaces that stand in for those that are not listed; nothing tells of them. */
interface StandIns {
  /** Deletes one, which is made for it; no answer where its kind is not served. */
  readonly terminate: (name: string, options: DeleteOptions) => Answer<WholeObject> | undefined
  readonly isStandIn: (object: WholeObject) => boolean
  /** The same objects without them. */
  readonly without: (objects: ReadonlyArray<WholeObject>) => ReadonlyArray<WholeObject>
  /** The same steps without what happened to them. */
  readonly untold: (steps: ReadonlyArray<KeptStep>) => ReadonlyArray<KeptStep>
}

/** Those of one server; none yet. */
const standInsOf = (server: Server): StandIns => {
  const uids = new Set<string>()
  const isStandIn = (object: WholeObject): boolean => isNamespace(object) && uids.has(object.metadata.uid)
  return {
    terminate: (name, options) => {
      const address = namespaceNamed(name)
      if (server.get(address) === undefined) {
        const created = server.create(unlistedNamespace(name))
        if (created._tag !== 'Stays') return undefined
        uids.add(created.object.metadata.uid)
      }
      return server.delete(address, options)
    },
    isStandIn,
    without: (objects) => (uids.size === 0 ? objects : objects.filter((object) => !isStandIn(object))),
    untold: (steps) =>
      uids.size === 0
        ? steps
        : steps.map((step) => ({
            ...step,
            accepted: step.accepted.filter(({ before }) => !uids.has(before.metadata.uid)),
            changes: step.changes.filter(({ target }) => !uids.has(target.id)),
          })),
  }
}
