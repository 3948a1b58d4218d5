/** Answers what a controller does with a cluster until it is quiet, written in one line for each effect. */
import type { WholeObject } from '../../src/apiserver/index.js'
import type { AskOfPlace } from '../../src/apiserver/scope.js'
import { scopeTable } from '../../src/apiserver/scope.js'
import { scopes_1_36 } from '../../src/apiserver/scopes.js'
import { serverBy } from '../../src/apiserver/server.js'
import type { Server } from '../../src/apiserver/server.js'
import type { ApiRequest } from '../../src/apiserver/request.js'
import type { Controller, Reconciled, Reconciliation } from '../../src/controllers/controller.js'
import { runProgram } from '../../src/controllers/program.js'
import { type ApiClient, clientOf } from '../../src/simulate/engine/client.js'
import { engineOf } from '../../src/simulate/engine/engine.js'
import { noon } from './owner/build.js'

/** A cluster in which one controller acts. */
export interface Acting {
  readonly server: Server
  /** What it has done since the last call: reason, kind and name, and how the object is then. */
  readonly acts: () => ReadonlyArray<string>
  /** When it looks again by itself. */
  readonly wakeAt: () => Date | undefined
}

const served = new Set(scopes_1_36.scopes.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`))

/** Everything is shown, of the kinds that there are. */
export const isServed: AskOfPlace<boolean> = (apiVersion, kind) => served.has(`${apiVersion} ${kind}`)

const tags: ReadonlySet<unknown> = new Set(['Create', 'Update', 'Patch', 'Delete', 'FinalizeNamespace'])

/** A client that takes nothing but requests: of the status, where a part is named, and of new objects without a uid. */
export const strict = (client: ApiClient): ApiClient => ({
  ...client,
  send: (by, request) => {
    if (!tags.has(request._tag)) throw new Error(`${by} sends what is no request: ${JSON.stringify(request)}`)
    if ('subresource' in request && request.subresource !== undefined && request.subresource !== 'status')
      throw new Error(`${by} sends an update of what is no part: ${JSON.stringify(request)}`)
    if (request._tag === 'Create' && request.object.metadata.uid !== '')
      throw new Error(`${by} names the uid of what it makes: ${JSON.stringify(request)}`)
    return client.send(by, request)
  },
})

/** A controller in a cluster of these objects. */
export const acting = <Why extends { readonly _tag: string }>(
  controller: Controller<Why>,
  objects: ReadonlyArray<WholeObject>,
  covers: AskOfPlace<boolean> = isServed,
): Acting => {
  const server = serverBy({
    now: () => noon,
    scopes: scopeTable(scopes_1_36.scopes),
    versionOf: (change) => `v${change}`,
  })(objects)
  const engine = engineOf({
    server,
    client: strict(clientOf(server, covers)),
    covers,
    now: () => noon,
    controllers: [controller],
  })
  return {
    server,
    wakeAt: engine.wakeAt,
    acts: () =>
      engine.run({ limit: 10_000 }).steps.flatMap(({ reconciled, accepted }) =>
        accepted.map((effect) => {
          const { kind, metadata } = effect.before
          const end = effect.created === true ? 'made' : effect.after === undefined ? 'gone' : 'changed'
          return `${reconciled.why(effect)[0]._tag}: ${kind} ${metadata.name} ${end}`
        }),
      ),
  }
}

/** What a controller does at first. */
export const actsOf = <Why extends { readonly _tag: string }>(
  controller: Controller<Why>,
  objects: ReadonlyArray<WholeObject>,
  covers?: AskOfPlace<boolean>,
): ReadonlyArray<string> => acting(controller, objects, covers).acts()

/** The requests of a reconcile in a cluster that has nothing else and refuses them all. */
export const runProgramOn = (
  reconciliation: Reconciliation<unknown>,
  take: (request: ApiRequest) => unknown,
): Reconciled<unknown> | undefined => {
  if ('requests' in reconciliation) {
    for (const request of reconciliation.requests) take(request)
    return undefined
  }
  return runProgram({
    get: () => ({ _tag: 'NotFound' }),
    call: (request) => {
      take(request)
      return { _tag: 'Conflict' }
    },
  })(reconciliation)
}
