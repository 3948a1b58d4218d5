/** A served cluster with troubles in front of it: in the process, and on a socket. */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { taskEither as TE } from 'fp-ts'

import { type ApiCall, type Client, type Reply, thrownAs } from '../../../src/adapters/kubernetes/request.js'
import { refusalOf } from '../../../src/apiserver/refusal.js'
import type { ServedCluster } from '../../../src/testing/http/index.js'

/** A request, as far as a trouble depends on it. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly accept: string
}

/** What is answered in place of the server. */
export interface Refusal {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What goes wrong with a request: an answer in place of the server's, or half of it, after which the connection is closed. */
export type Trouble = (asked: Asked) => Refusal | 'half' | undefined

/** A client with troubles of its own. */
export const troubled = ({ send, open }: Client, trouble: Trouble): Client => {
  const troubleOf = ({ method, path, query = {}, accept = '' }: ApiCall) => trouble({ method, path, query, accept })
  return {
    send: (call) => {
      const how = troubleOf(call)
      if (how === undefined) return send(call)
      return how === 'half' ? TE.left({ _tag: 'Cut', message: 'half' }) : TE.right(replyOf(how))
    },
    open: async function* (call) {
      const how = troubleOf(call)
      if (typeof how === 'object') throw thrownAs(refusalOf(replyOf(how)))
      yield* open(call)
    },
  }
}

const replyOf = (how: Refusal): Reply => ({ status: how.status, body: how.body ?? statusOf(how) })

/** A server that listens, with troubles in front of it. */
export interface TroubledServer {
  readonly url: string
  /** Every request, in order. */
  readonly requests: () => ReadonlyArray<Asked>
  readonly close: () => Promise<void>
}

/** Serves a cluster on a socket, with troubles. There are no watches. */
export const troubledServer = async (cluster: ServedCluster, trouble: Trouble): Promise<TroubledServer> => {
  const requests: Asked[] = []
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path, searchParams } = new URL(message.url ?? '/', 'http://localhost')
    const { method = 'GET', headers } = message
    const { accept = '', 'content-type': contentType } = headers
    const asked: Asked = { method, path, query: Object.fromEntries(searchParams), accept }
    const body = await bodyOf(message)
    requests.push(asked)
    const how = trouble(asked)
    const answered = typeof how === 'object' ? refused(how) : cluster.handle({ ...asked, body, contentType })
    if (answered._tag === 'Stream') throw new Error(`${path} is a watch`)
    const text = JSON.stringify(answered.body)
    const length = Buffer.byteLength(text)
    response.writeHead(answered.status, {
      ...{ 'content-type': 'application/json', 'content-length': length },
      ...answered.headers,
    })
    if (how === 'half') response.write(text.slice(0, text.length / 2), () => response.destroy())
    else response.end(text)
  }
  const server = createServer((message, response) => void answer(message, response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const bodyOf = async (message: IncomingMessage): Promise<unknown> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of message as AsyncIterable<Uint8Array>) chunks.push(chunk)
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

const refused = (how: Refusal) => ({ ...replyOf(how), _tag: 'Reply' as const, headers: how.headers ?? {} })

const statusOf = ({ status }: Refusal): object => ({
  ...{
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code: status,
    reason: `HTTP ${status}`,
    message: 'refused',
  },
})
