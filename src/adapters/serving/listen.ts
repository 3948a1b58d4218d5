/** A server of Node that listens, with its connections counted by the requests that are open on them. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'

import { either as E, type taskEither as TE } from 'fp-ts'

import type { Pair } from './certificate.js'
import type { ServingError } from './event.js'
import type { Limits } from './options.js'
import type { Response } from './route.js'

/** Where and how to listen. */
export interface Listening {
  readonly host: string | undefined
  readonly port: number
  readonly limits: Limits
  readonly pair: Pair | undefined
  readonly answer: (incoming: IncomingMessage, gone: AbortSignal) => Promise<Response>
}

/** What listens. */
export interface Listener {
  readonly port: number
  readonly url: string
  /** Gives new connections another pair; nothing happens without TLS. */
  readonly renew: (pair: Pair) => void
  /** Requests that are not answered yet. */
  readonly open: () => number
  /** Takes nothing new, closes connections without a request, the others once they have answered; resolves when none is open. */
  readonly finish: () => Promise<void>
  /** Each response from now on is the last of its connection. */
  readonly lastResponses: () => void
  /** Cuts what is open. */
  readonly cut: () => void
}

/** Listens, until it is finished. */
export const listen =
  ({ host, port, limits, pair, answer }: Listening): TE.TaskEither<ServingError, Listener> =>
  () =>
    new Promise((resolve) => {
      const timers = {
        headersTimeout: limits.headersMillis,
        requestTimeout: limits.requestMillis,
        keepAliveTimeout: limits.keepAliveMillis,
        // Node looks so seldom by itself that a limit of seconds would be one of half a minute.
        connectionsCheckingInterval: 1000,
      }
      const tls =
        pair === undefined
          ? undefined
          : createTlsServer({
              ...timers,
              ...{ cert: pair.cert, key: pair.key, minVersion: 'TLSv1.2', handshakeTimeout: limits.headersMillis },
            })
      const server: Server = tls ?? createServer(timers)
      server.maxConnections = limits.maxConnections
      server.setTimeout(limits.silenceMillis)
      const connections = countConnections(server, tls !== undefined, answer)
      const address = `${host ?? '*'}:${port}`
      server.once('error', (error) => resolve(E.left(cannotListen(address, error))))
      server.listen({ port, host }, () => {
        server.removeAllListeners('error')
        // What goes wrong with one connection ends that one.
        server.on('error', () => undefined)
        const at = server.address()
        const bound = typeof at === 'object' && at !== null ? at.port : port
        resolve(
          E.right({
            ...connections,
            port: bound,
            url: `${tls === undefined ? 'http' : 'https'}://${inUrl(host ?? 'localhost')}:${bound}`,
            renew: ({ cert, key }) => tls?.setSecureContext({ cert, key, minVersion: 'TLSv1.2' }),
          }),
        )
      })
    })

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

const cannotListen = (address: string, error: Error): ServingError => ({
  _tag: 'CannotListen',
  address,
  because: reasons.get('code' in error ? error.code : '') ?? 'other',
  message: error.message,
})

const reasons: ReadonlyMap<unknown, 'in-use' | 'denied' | 'no-such-host'> = new Map([
  ['EADDRINUSE', 'in-use'],
  ['EACCES', 'denied'],
  ['EADDRNOTAVAIL', 'no-such-host'],
  ['ENOTFOUND', 'no-such-host'],
])

/** Node counts a connection on which no request ever came as busy, so that they are counted here. */
const countConnections = (
  server: Server,
  isTls: boolean,
  answer: Listening['answer'],
): Omit<Listener, 'port' | 'url' | 'renew'> => {
  /** Connections whose TLS handshake is not over, by their peer. */
  const shaking = new Map<string, Socket>()
  /** Connections that speak HTTP, with their open requests. */
  const requests = new Map<Socket, number>()
  let open = 0
  let isLast = false
  let isFinishing = false
  const closeIfIdle = (socket: Socket): void => {
    if (requests.get(socket) === 0) socket.destroySoon()
  }
  if (isTls)
    server.on('connection', (socket: Socket) => {
      const peer = peerOf(socket)
      shaking.set(peer, socket)
      socket.once('close', () => {
        if (shaking.get(peer) === socket) shaking.delete(peer)
      })
    })
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    shaking.delete(peerOf(socket))
    requests.set(socket, 0)
    socket.once('close', () => requests.delete(socket))
    if (isFinishing) socket.destroySoon()
  })
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    const { socket } = incoming
    const gone = new AbortController()
    const count = (more: number): void => {
      open += more
      const before = requests.get(socket)
      if (before !== undefined) requests.set(socket, before + more)
    }
    count(1)
    response.once('close', () => {
      count(-1)
      gone.abort()
      if (isFinishing) closeIfIdle(socket)
    })
    answer(incoming, gone.signal).then(
      (made) => {
        // What is left of a body that was refused would be taken for the next request.
        if (!response.destroyed) send(response, made, isLast || !incoming.complete)
      },
      () => response.destroy(),
    )
  })
  return {
    open: () => open,
    lastResponses: () => {
      isLast = true
    },
    finish: () =>
      new Promise((resolve) => {
        isFinishing = true
        server.close(() => resolve())
        for (const socket of shaking.values()) socket.destroy()
        for (const socket of requests.keys()) closeIfIdle(socket)
      }),
    cut: () => {
      for (const socket of [...shaking.values(), ...requests.keys()]) socket.destroy()
    },
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress ?? ''} ${remotePort ?? ''}`

const send = (response: ServerResponse, { status, contentType, body, headers }: Response, isLast: boolean): void => {
  response.writeHead(status, {
    ...headers,
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    ...(isLast ? { connection: 'close' } : {}),
  })
  response.end(body)
}
