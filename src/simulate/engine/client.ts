/**
 * How the requests of a controller reach a server in memory, and what they did.
 */
import { type Answer, type ApiAnswer, type Effect, objectAfter } from '../../apiserver/answer.js'
import type { AskOfPlace, Address } from '../../apiserver/scope.js'
import type { WholeObject } from '../../apiserver/object.js'
import { putInPlace, putStatus } from '../../apiserver/update.js'
import type { ApiRequest } from '../../apiserver/request.js'
import type { Server, UnsupportedMediaType } from '../../apiserver/server.js'
import type { CallAnswer, GetAnswer } from '../../controllers/program.js'

/** What the server made of a request, and what that changed. */
export interface Sent {
  readonly answer: CallAnswer
  /** As of HTTP. */
  readonly code: number
  readonly effect?: Effect<ApiRequest> | undefined
}

/** The server as the controllers meet it. */
export interface ApiClient {
  readonly get: (address: Address) => GetAnswer
  /** Sends the request of a controller, which is named. */
  readonly send: (by: string, request: ApiRequest) => Sent
}

/**
 * A client of a server. An object that is not there and whose place is not covered may exist elsewhere. `create` is how the
 * server takes a new object.
 */
export const clientOf = (
  server: Server,
  covers: AskOfPlace<boolean>,
  create: (object: WholeObject) => ApiAnswer = server.create,
): ApiClient => ({
  get: (address) => {
    const object = server.get(address)
    if (object !== undefined) return { _tag: 'Found', object }
    return covers(address.apiVersion, address.kind, address.namespace) ? { _tag: 'NotFound' } : { _tag: 'NotCovered' }
  },
  send: (_by, request) => {
    if (request._tag === 'Create') return created(request, create(request.object))
    const address = addressIn(server, request)
    const before = address === undefined ? undefined : server.get(address)
    if (address === undefined || before === undefined) return { answer: { _tag: 'NotFound' }, code: 404 }
    const answer = ask(server, address, request)
    return answer._tag === 'Gone' || answer._tag === 'Stays'
      ? accepted(request, before, objectAfter(before, answer), answer.code)
      : { answer: refusalOf(answer), code: answer.code }
  },
})

/** A client for a dry run: requests about what is there are accepted, and nothing changes. */
export const dryRunOf = (server: Server, { get }: ApiClient): ApiClient => ({
  get,
  send: (_by, request) => {
    if (request._tag === 'Create') return { answer: { _tag: 'Accepted' }, code: 201 }
    const address = addressIn(server, request)
    const before = address === undefined ? undefined : server.get(address)
    return before === undefined ? { answer: { _tag: 'NotFound' }, code: 404 } : accepted(request, before, before, 200)
  },
})

const addressIn = (server: Server, request: Exclude<ApiRequest, { readonly _tag: 'Create' }>): Address | undefined =>
  request._tag === 'Update' ? server.addressOf(request.object) : request.object

const accepted = (request: ApiRequest, before: WholeObject, after: WholeObject | undefined, code: number): Sent => ({
  answer: request._tag === 'Update' ? { _tag: 'Accepted', object: after } : { _tag: 'Accepted' },
  code,
  effect: { request, before, after },
})

const ask = (
  server: Server,
  address: Address,
  request: Exclude<ApiRequest, { readonly _tag: 'Create' }>,
): Answer<WholeObject> | UnsupportedMediaType => {
  switch (request._tag) {
    case 'Delete':
      return request.isInternal === true
        ? server.deleteInternally(address, request.options)
        : server.delete(address, request.options)
    case 'Patch':
      return server.patch(address, request.patch)
    case 'Update':
      return server.change(address, placed(request))
    case 'FinalizeNamespace':
      return server.finalizeNamespace(address, request.finalizers)
  }
}

const placed = ({
  object,
  subresource,
}: Extract<ApiRequest, { readonly _tag: 'Update' }>): ((before: WholeObject) => Answer<WholeObject>) =>
  subresource === 'status' ? putStatus(object) : putInPlace('version-optional')(object)

const created = (request: Extract<ApiRequest, { readonly _tag: 'Create' }>, answer: ApiAnswer): Sent =>
  answer._tag === 'Stays'
    ? {
        answer: { _tag: 'Accepted' },
        code: answer.code,
        effect: { request, before: answer.object, after: answer.object, created: true },
      }
    : { answer: refusalOf(answer), code: answer.code }

const refusalOf = (answer: ApiAnswer | UnsupportedMediaType): CallAnswer => {
  if (answer._tag === 'UnsupportedMediaType') return answer
  if (answer._tag !== 'Refused') return { _tag: 'Conflict' }
  return answer.reason === 'NotFound' ? { _tag: 'NotFound' } : { _tag: 'Conflict', message: answer.message }
}
