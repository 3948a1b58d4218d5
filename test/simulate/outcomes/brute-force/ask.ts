/** Requests, one at a time: what the server makes of them, and whom it tells. */
import type { WholeObject } from '../../../../src/apiserver/index.js'
import { finalizersWithout } from '../../../../src/apiserver/object.js'
import type { ApiRequest } from '../../../../src/apiserver/request.js'
import type { Server } from '../../../../src/apiserver/server.js'
import { putInPlace, putStatus } from '../../../../src/apiserver/update.js'
import type { Change } from '../../../../src/controllers/controller.js'
import { ignores } from '../../../../src/controllers/owner/policy.js'
import { defaultPolicy } from '../../../../src/controllers/owner/index.js'
import type { CallAnswer, GetAnswer } from '../../../../src/controllers/program.js'
import type { Address } from '../../../../src/apiserver/scope.js'
import type { ExploredRequest } from '../../../../src/simulate/outcomes/index.js'
import { type Bench, type Moment, fed, kindOf } from './moment.js'

/** The answer to a request, and the moment after it. */
export interface Asked<A> {
  readonly moment: Moment
  readonly answer: A
}

/** An answer of the server, as far as anybody looks. */
interface Said {
  readonly _tag: 'Stays' | 'Gone' | 'Refused' | 'UnsupportedMediaType'
  readonly code: number
  readonly message?: string
  readonly reason?: string
  /** What stays. */
  readonly object?: WholeObject
}

/** What a server has made of a request before, by the request and the time: it would make the same of it again. */
const made = new WeakMap<Server, Map<string, Made>>()

interface Made {
  readonly answer: Said
  readonly server: Server
  readonly changes: ReadonlyArray<Change>
}

const madeOf = (bench: Bench, moment: Moment, about: string, ask: (server: Server) => Said): Made => {
  const before = made.get(moment.server) ?? new Map<string, Made>()
  made.set(moment.server, before)
  const known = before.get(about)
  if (known !== undefined) return known
  const server = moment.server.fork()
  bench.moment = moment
  bench.writes = server
  const now: Made = { answer: ask(server), server, changes: server.drain() }
  before.set(about, now)
  return now
}

const definitionKind = 'apiextensions.k8s.io/CustomResourceDefinition'

const said = (bench: Bench, moment: Moment, request: object, ask: (server: Server) => Said): Asked<Said> => {
  const definitions = moment.caches.get(definitionKind)
  const about = `${moment.now} ${definitions === undefined ? '' : JSON.stringify([...definitions.values()])} ${JSON.stringify(request)}`
  const { answer, server, changes } = madeOf(bench, moment, about, ask)
  if (changes.length === 0) return { answer, moment }
  let { graphFeeds, feeds } = moment
  for (const change of changes) {
    if (!ignores(defaultPolicy)(change.object)) graphFeeds = fed(graphFeeds, change)
    if (moment.caches.has(kindOf(change.object))) feeds = fed(feeds, change)
  }
  return { answer, moment: awake({ ...moment, server, graphFeeds, feeds }) }
}

/** Whoever waits for any change has one. */
export const awake = (moment: Moment): Moment => ({
  ...moment,
  queue: moment.asleep.size === 0 ? moment.queue : new Set([...moment.queue, ...moment.asleep]),
  asleep: new Set(),
  alarms: new Map([...moment.alarms].filter(([key]) => !moment.asleep.has(key))),
  workers: moment.workers.map((worker) => (worker.stale ? worker : { ...worker, stale: true })),
})

/** Sends the request of a controller. */
export const call = (bench: Bench, moment: Moment, request: ApiRequest): Asked<CallAnswer> => {
  const { answer, moment: next } = said(bench, moment, request, (server) => {
    if (request._tag === 'Create') return server.create(request.object)
    const address = request._tag === 'Update' ? server.addressOf(request.object) : request.object
    if (address === undefined || server.get(address) === undefined) return notThere
    switch (request._tag) {
      case 'Delete':
        return request.isInternal === true
          ? server.deleteInternally(address, request.options)
          : server.delete(address, request.options)
      case 'Patch':
        return server.patch(address, request.patch)
      case 'FinalizeNamespace':
        return server.finalizeNamespace(address, request.finalizers)
      case 'Update':
        return server.change(
          address,
          request.subresource === 'status' ? putStatus(request.object) : putInPlace('version-optional')(request.object),
        )
    }
  })
  return { answer: answerOf(request, answer), moment: next }
}

const notThere: Said = { _tag: 'Refused', code: 404, reason: 'NotFound' }

const answerOf = (request: ApiRequest, { _tag, reason, message, object }: Said): CallAnswer => {
  if (_tag === 'UnsupportedMediaType') return { _tag }
  if (_tag !== 'Refused') return { _tag: 'Accepted', ...(request._tag === 'Update' ? { object } : {}) }
  return reason === 'NotFound' ? { _tag: 'NotFound' } : { _tag: 'Conflict', message }
}

/** Looks an object up. */
export const get = ({ server }: Moment, address: Address): GetAnswer => {
  const object = server.get(address)
  return object === undefined ? { _tag: 'NotFound' } : { _tag: 'Found', object }
}

/** Sends the next request of the user; the answer is its code. */
export const askedByUser = (bench: Bench, moment: Moment, request: ExploredRequest): Asked<number> => {
  const { answer, moment: next } = said(bench, moment, request, (server) => {
    if (request._tag === 'Create') return server.create(request.object)
    const object: WholeObject | undefined = server.find(request.uid)
    const address = object === undefined ? undefined : server.addressOf(object)
    if (object === undefined || address === undefined) return notThere
    switch (request._tag) {
      case 'Delete':
        return server.delete(address, request.options)
      case 'Vanish':
        return server.vanish(address)
      case 'RemoveFinalizer':
        return server.update(address, { finalizers: finalizersWithout(request.finalizer, object) })
      case 'SetOwners':
        return server.update(address, { ownerReferences: request.ownerReferences })
      default:
        throw new Error(`nobody has said how ${request._tag} is sent`)
    }
  })
  return { answer: answer.code, moment: { ...next, codes: [...next.codes, answer.code] } }
}
