/** A client of a served cluster without sockets: what `gcplan/adapters/kubernetes` takes as a client. */
import { type taskEither as TE, either as E } from 'fp-ts'

import { refusalOf } from '../../apiserver/refusal.js'
import type { Signal } from '../../execute/index.js'
import type { HttpRequest } from './request.js'
import type { HttpResponse } from './response.js'
import type { ServedCluster } from './served.js'
import { type HttpEvent, nextEvents } from './watch.js'

/** One request. */
export interface ServedCall {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  readonly contentType?: string | undefined
  readonly accept?: string | undefined
  /** Ends the request. */
  readonly signal?: Signal | undefined
}

/** One answer. */
export interface ServedReply {
  readonly status: number
  readonly body: unknown
  readonly retryAfter?: number
}

/** Why there is no answer. */
export interface ServedTransport {
  readonly _tag: 'Aborted'
  readonly message: string
}

/** A client. */
export interface ServedClient {
  /** Sends one request. */
  readonly send: (call: ServedCall) => TE.TaskEither<ServedTransport, ServedReply>
  /** Opens an answer that does not end; throws what refuses it. */
  readonly open: (call: ServedCall) => AsyncIterable<Uint8Array>
}

/**
 * A client of a served cluster, for `look`, `watchCluster`, `ports` and `collect` of `gcplan/adapters/kubernetes`.
 *
 * Shape: requests are answered at once, in the process; a watch yields when the cluster has changed or its clock has moved.
 * Bodies of answers are those that the cluster holds: read them only.
 *
 * @example
 * ```ts
 * import { look } from 'gcplan/adapters/kubernetes'
 * import { configMap } from 'gcplan/testing'
 * import { clientOf, servedCluster } from 'gcplan/testing/http'
 *
 * const client = clientOf(servedCluster([configMap('settings')]))
 * void look('owner')(client.send)().then((seen) => {
 *   if (seen._tag === 'Right') console.log(seen.right.snapshot.objects.filter(({ kind }) => kind === 'ConfigMap').length) // 1
 * })
 * ```
 */
export const clientOf = (cluster: ServedCluster): ServedClient => ({
  send: (call) => async () => {
    // What arrives is never there before what was sent.
    await Promise.resolve()
    if (call.signal?.aborted === true) return E.left(aborted)
    const response = cluster.handle(requestOf(call))
    return response._tag === 'Reply' ? E.right(replyOf(response)) : E.right({ status: 200, body: '' })
  },
  open: async function* (call) {
    await Promise.resolve()
    if (isAborted(call)) throw thrown(aborted)
    const response = cluster.handle(requestOf(call))
    if (response._tag === 'Reply') throw thrown(refusalOf(replyOf(response)))
    const encoder = new TextEncoder()
    for (let watch = response.watch; ;) {
      const state = cluster.state()
      const told = nextEvents(state, watch)
      if (told.events.length > 0) yield encoder.encode(linesOf(told.events))
      if (told.watch === undefined) return
      watch = told.watch
      await changeAfter(cluster, state, call.signal)
      if (isAborted(call)) throw thrown(aborted)
    }
  },
})

const isAborted = ({ signal }: ServedCall): boolean => signal?.aborted === true

/** Events as lines of JSON. */
export const linesOf = (events: ReadonlyArray<HttpEvent>): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('')

const aborted: ServedTransport = { _tag: 'Aborted', message: 'aborted' }

const requestOf = ({ method, path, query, body, contentType, accept }: ServedCall): HttpRequest => ({
  method,
  path,
  query,
  // As it is when it has crossed the wire.
  body: body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as unknown),
  contentType: contentType ?? 'application/json',
  accept: accept ?? 'application/json',
})

type Reply = Extract<HttpResponse, { readonly _tag: 'Reply' }>

const replyOf = ({ status, body, headers }: Reply): ServedReply => {
  const after = Number(headers['retry-after'] ?? NaN)
  return { status, body, ...(Number.isFinite(after) ? { retryAfter: after } : {}) }
}

const thrown = (fault: { readonly message: string }): Error => Object.assign(new Error(fault.message), fault)

/** Resolves when the cluster is no longer in a state, or when the signal has come. */
const changeAfter = (
  cluster: ServedCluster,
  state: ReturnType<ServedCluster['state']>,
  signal: Signal | undefined,
): Promise<void> =>
  new Promise((resolve) => {
    if (cluster.state() !== state || signal?.aborted === true) {
      resolve()
      return
    }
    const end = (): void => {
      unsubscribe()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const unsubscribe = cluster.subscribe(end)
    signal?.addEventListener('abort', end)
  })
