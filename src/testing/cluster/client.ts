/**
 * How the controllers of a fake cluster reach its server: every request is written down, and a script may let it fail.
 */
import type { ApiAnswer } from '../../apiserver/answer.js'
import { type WholeObject, targetOf } from '../../apiserver/object.js'
import type { Address } from '../../apiserver/scope.js'
import type { ApiRequest } from '../../apiserver/request.js'
import { type ApiClient, type Sent, clientOf } from '../../simulate/engine/client.js'
import { createIn } from './api.js'
import type { Verb } from './log.js'
import { nameOf } from './name.js'
import type { State } from './state.js'

/** The server of a fake cluster as its controllers meet it; `create` is how it takes a new object. */
export const clusterClient = (
  state: State,
  create: (object: WholeObject) => ApiAnswer = (object) => createIn(state, object),
): ApiClient => {
  const client = clientOf(state.server, () => true, create)
  return {
    get: client.get,
    send: (by, request) => {
      const verb = verbs[request._tag]
      const named = request._tag === 'Create' || request._tag === 'Update' ? targetOf(request.object) : request.object
      const name = nameOf({ kind: named.kind, metadata: { namespace: named.namespace, name: named.name, uid: '' } })
      const uid = uidAt(state, request)
      // What the server does at its own storage is no request of a client.
      const isInternal = request._tag === 'Delete' && request.isInternal === true
      const trouble =
        verb === null || isInternal ? undefined : state.troubles(verb, uid === undefined ? [name] : [name, uid])
      const sent = trouble === undefined || trouble.how === 'lost' ? client.send(by, request) : undefined
      const answered: Sent =
        trouble === undefined && sent !== undefined
          ? sent
          : { answer: { _tag: 'Failed', error: trouble?.error }, code: trouble?.error.code ?? 500 }
      if (verb !== null) state.log.push({ at: state.now, by, verb, name, code: answered.code })
      return answered
    },
  }
}

/** What each request is called; letting a namespace go is no request of its own. */
const verbs = {
  Delete: 'delete',
  Patch: 'patch',
  Create: 'create',
  Update: 'update',
  FinalizeNamespace: null,
} as const satisfies Readonly<Record<ApiRequest['_tag'], Exclude<Verb, 'get'> | null>>

const uidAt = ({ server }: State, request: ApiRequest): string | undefined => {
  if (request._tag === 'Create') return undefined
  const address: Address | undefined = request._tag === 'Update' ? server.addressOf(request.object) : request.object
  return address === undefined ? undefined : server.get(address)?.metadata.uid
}
