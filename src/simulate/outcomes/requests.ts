/** Sends one request to the server of a world, and hands what it changes to the informers. */
import type { Answer } from '../../apiserver/answer.js'
import { type WholeObject, isNamespace, namespaceOf } from '../../apiserver/object.js'
import type { ApiRequest } from '../../apiserver/request.js'
import type { Server } from '../../apiserver/server.js'
import type { Change } from '../../controllers/controller.js'
import { returnWork } from '../../controllers/owner/memory/index.js'
import { namespaceControllerName } from '../../controllers/namespace/controller.js'
import { backendOf } from '../../controllers/namespace/discovery.js'
import { ignores } from '../../controllers/owner/policy.js'
import type { GetAnswer } from '../../controllers/program.js'
import type { Address } from '../../apiserver/scope.js'
import { type ExploredRequest, sendOutside } from '../cascade/outside-request.js'
import { type Sent, clientOf } from '../engine/client.js'
import { kindOf } from './informers.js'
import type { Setup } from './setup.js'
import { type ControllersState, type Pending, type World, partsOfKey } from './world.js'

/** What a request did. */
export interface SentIn<A> {
  readonly world: World
  readonly sent: A
}

/** Sends a request of a controller. */
export const sendIn = (setup: Setup, world: World, by: string, request: ApiRequest): SentIn<Sent> =>
  onFork(setup, world, (server) => clientOf(server, setup.covers).send(by, request))

/** Sends a request from outside. */
export const askIn = (setup: Setup, world: World, request: ExploredRequest): SentIn<Answer<WholeObject>> =>
  onFork(setup, world, (server) => sendOutside(server)(request))

/** Looks an object up. */
export const getIn = ({ covers }: Setup, { server }: World, address: Address): GetAnswer =>
  clientOf(server, covers).get(address)

const onFork = <A>(setup: Setup, world: World, send: (server: Server) => A): SentIn<A> => {
  const server = world.server.fork()
  const sent = send(server)
  const changes = server.drain()
  return {
    sent,
    world: changes.length === 0 ? world : afterChanges(setup, { ...world, server }, world.server, changes),
  }
}

/** The world in which informers have yet to deliver changes. */
const afterChanges = (setup: Setup, world: World, before: Server, changes: ReadonlyArray<Change>): World => {
  const events = new Map(world.collector.events)
  const informers = new Map(world.informers)
  const seen = new Map<string, WholeObject | undefined>()
  for (const change of changes) {
    const { object } = change
    const { uid } = object.metadata
    const kind = kindOf(object)
    // Nobody looks at what is no part of an object's number.
    if (change._tag === 'Updated' && change.old !== undefined && isAlike(setup, change.old, object)) continue
    if (!ignores(setup.policy)(object)) events.set(kind, [...(events.get(kind) ?? []), change])
    if (setup.reads.some(({ watches }) => watches(kind))) {
      const pending: Pending = { change, before: seen.has(uid) ? seen.get(uid) : before.find(uid) }
      informers.set(kind, [...(informers.get(kind) ?? []), pending])
    }
    seen.set(uid, change._tag === 'Deleted' ? undefined : object)
  }
  return {
    ...world,
    informers,
    collector: woken({ ...world.collector, events }),
    controllers: roused(setup, world.controllers, (name, key) => {
      const reads = setup.reads[setup.names.indexOf(name)]
      return changes.some(
        ({ object }) =>
          setup.admits ||
          (reads?.reading(kindOf(object)) !== 'Cached' &&
            (name !== namespaceControllerName || isOfNamespace(key, object) || isOfServer(before, object))),
      )
    }),
  }
}

const isAlike = ({ digests }: Setup, a: WholeObject, b: WholeObject): boolean =>
  digests.ofObject(a) === digests.ofObject(b)

const isOfNamespace = (name: string, object: WholeObject): boolean =>
  namespaceOf(object) === name || (isNamespace(object) && object.metadata.name === name) || object.kind === 'APIService'

/** Something in a namespace from which an APIService is served, so that every sweep may end otherwise. */
const isOfServer = (server: Server, object: WholeObject): boolean => {
  const place = isNamespace(object) ? object.metadata.name : namespaceOf(object)
  return server
    .listOf('apiregistration.k8s.io', 'APIService')
    .some((service) => place !== undefined && backendOf(service)?.namespace === place)
}

/** Items that waited for a change are in the queue again. */
export const woken = (collector: World['collector']): World['collector'] =>
  collector.waiting.length === 0
    ? collector
    : {
        ...collector,
        waiting: [],
        memory: collector.waiting.reduce((memory, work) => returnWork(work)(memory), collector.memory),
      }

/** Keys that waited for a change that concerns them are in the queue again; those that are worked on will be. */
export const roused = (
  { names }: Setup,
  state: ControllersState,
  concerns: (controller: string, key: string) => boolean,
): ControllersState => {
  const isMeant = (text: string): boolean => {
    const [controller, key] = partsOfKey(text)
    return concerns(names[controller] ?? '', key)
  }
  const due = [...state.waiting].filter(isMeant)
  const running = state.running.some(({ id, overtaken }) => !overtaken && isMeant(id))
    ? state.running.map((one) => (isMeant(one.id) ? { ...one, overtaken: true } : one))
    : state.running
  if (due.length === 0) return running === state.running ? state : { ...state, running }
  const timers = new Map(state.timers)
  for (const text of due) timers.delete(text)
  return {
    ...state,
    timers,
    running,
    queue: new Set([...state.queue, ...due]),
    waiting: new Set([...state.waiting].filter((text) => !due.includes(text))),
  }
}
