/** Serves a cluster over HTTP, for clients in any language. The only file here that touches the world. */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { Socket } from 'node:net'

import { failure } from './failure.js'
import type { HttpRequest } from './request.js'
import { type HttpResponse, refused } from './response.js'
import { linesOf } from './client.js'
import type { ServedCluster } from './served.js'
import { nextEvents } from './watch.js'
import type { Watch } from './watching.js'

/** Where to listen. */
export interface ListenOptions {
  /** Default: any that is free. */
  readonly port?: number
  /** Default: `127.0.0.1`. There is no authentication: whoever reaches the port may do everything. */
  readonly host?: string
  /** How often the cluster is moved to the clock that it follows, in milliseconds. Default 1000. */
  readonly tickEvery?: number
}

/** A server that listens. */
export interface Listening {
  /** E.g. `http://127.0.0.1:34567`. */
  readonly url: string
  /** A kubeconfig that leads there, as JSON. */
  readonly kubeconfig: string
  /** Ends all connections, watches too. */
  readonly close: () => Promise<void>
}

/** The server reads no more of a body. */
const mostBytes = 3 * 1024 * 1024

/**
 * Serves a cluster over HTTP, until it is closed.
 *
 * Fails: rejects when it cannot listen there.
 *
 * @example
 * ```ts no-run
 * import { listen, servedCluster } from 'gcplan/testing/http'
 *
 * const { url, close } = await listen(servedCluster([], { now: () => new Date() }))
 * console.log(`kubectl --server ${url} get pods`)
 * await close()
 * ```
 */
export const listen = async (cluster: ServedCluster, options: ListenOptions = {}): Promise<Listening> => {
  const { port = 0, host = '127.0.0.1', tickEvery = 1000 } = options
  const sockets = new Set<Socket>()
  const server = createServer((message, response) => {
    void answer(cluster, message, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, host, () => {
      resolve()
    })
  })
  const ticking = setInterval(cluster.tick, tickEvery)
  ticking.unref()
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${bound}`
  return {
    url,
    kubeconfig: kubeconfigOf(url),
    close: () =>
      new Promise((resolve) => {
        clearInterval(ticking)
        server.close(() => {
          resolve()
        })
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Some clients take no plain HTTP unless told that nothing is verified. */
const kubeconfigOf = (url: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'gcplan', cluster: { server: url, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'gcplan', user: {} }],
    contexts: [{ name: 'gcplan', context: { cluster: 'gcplan', user: 'gcplan' } }],
    'current-context': 'gcplan',
  })

const answer = async (cluster: ServedCluster, message: IncomingMessage, response: ServerResponse): Promise<void> => {
  const text = await textOf(message).catch(() => undefined)
  if (response.destroyed) return
  const answered = text === undefined ? tooLarge : cluster.handle(requestOf(message, text))
  if (answered._tag === 'Stream') stream(cluster, answered.watch, response)
  else send(answered, response)
}

const tooLarge: HttpResponse = refused(
  failure(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${mostBytes}`),
)

/** The body as text; rejects for one that is too long. */
const textOf = async (message: IncomingMessage): Promise<string> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of message as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length <= mostBytes) chunks.push(chunk)
  }
  if (length > mostBytes) throw new Error('too long')
  return Buffer.concat(chunks).toString('utf8')
}

const requestOf = ({ method = 'GET', url = '/', headers }: IncomingMessage, text: string): HttpRequest => {
  const at = url.indexOf('?')
  const query = new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
  return {
    method,
    path: at < 0 ? url : url.slice(0, at),
    query: Object.fromEntries(query),
    body: text === '' ? undefined : parsed(text),
    contentType: headers['content-type'],
    accept: headers.accept,
  }
}

const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return text
  }
}

const send = (
  { status, body, contentType, headers }: Extract<HttpResponse, { readonly _tag: 'Reply' }>,
  response: ServerResponse,
): void => {
  const text = contentType.startsWith('text/') ? String(body) : `${JSON.stringify(body)}\n`
  response.writeHead(status, { ...headers, 'content-type': contentType, 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

const stream = (cluster: ServedCluster, first: Watch, response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.flushHeaders()
  let watch: Watch | undefined = first
  const tell = (): void => {
    if (watch === undefined) return
    const told = nextEvents(cluster.state(), watch)
    watch = told.watch
    if (told.events.length > 0) response.write(linesOf(told.events))
    if (watch === undefined) response.end()
  }
  const unsubscribe = cluster.subscribe(tell)
  response.on('close', () => {
    watch = undefined
    unsubscribe()
  })
  tell()
}
