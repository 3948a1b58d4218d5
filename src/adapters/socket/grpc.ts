/**
 * gRPC over a unix socket: one connection, and calls whose every failure is a {@link SocketError}.
 */
import { connect as connectTo } from 'node:net'

import { Code, ConnectError, type Transport } from '@connectrpc/connect'
import { Http2SessionManager, createGrpcTransport } from '@connectrpc/connect-node'
import { either as E, type taskEither as TE } from 'fp-ts'

import { type SocketError, messageOf, unreachableFrom } from './error.js'
import { socketPath } from './path.js'

/** A daemon that speaks gRPC behind a unix socket. */
export interface Daemon {
  /** Path of the socket. */
  readonly socket: string
  /** Milliseconds that one call may take. */
  readonly timeoutMillis: number
  readonly transport: Transport
  /** Ends the connection, without which the process goes on. */
  readonly close: () => void
}

/** How a daemon is connected to. */
export interface ConnectOptions {
  /** Milliseconds that one call may take; default 30,000. A collection may take ten times as long. */
  readonly timeoutMillis?: number
}

/** Any address does; the socket is what counts. */
const address = 'http://localhost'

/** A daemon behind a socket. Nothing is sent before the first call. */
export const daemonAt = (socket: string, { timeoutMillis = 30_000 }: ConnectOptions = {}): Daemon => {
  const path = socketPath(socket)
  const sessionManager = new Http2SessionManager(address, {}, { createConnection: () => connectTo(path) })
  return {
    socket: path,
    timeoutMillis,
    transport: createGrpcTransport({ baseUrl: address, sessionManager }),
    close: () => sessionManager.abort(),
  }
}

/** What a failed call means. */
export const errorOf = ({ socket, timeoutMillis }: Daemon, call: string, thrown: unknown): SocketError => {
  const unreachable = unreachableFrom(socket, thrown)
  if (unreachable !== undefined) return unreachable
  if (!(thrown instanceof ConnectError)) return { _tag: 'Garbled', call, message: messageOf(thrown) }
  const message = thrown.rawMessage
  switch (thrown.code) {
    case Code.Unimplemented:
      return { _tag: 'Unsupported', call, message }
    case Code.NotFound:
      return { _tag: 'NotThere', call, message }
    case Code.DeadlineExceeded:
      return { _tag: 'TimedOut', call, millis: timeoutMillis }
    default:
      if (isInterruption(thrown)) return { _tag: 'Interrupted', call, message }
      return isGarbled(thrown)
        ? { _tag: 'Garbled', call, message }
        : { _tag: 'Rejected', call, code: nameOf(thrown.code), message }
  }
}

/** What the daemon itself says has metadata of its answer; what the connection says has not, but a cause. */
const isInterruption = ({ code, cause, rawMessage }: ConnectError): boolean =>
  code === Code.Canceled ||
  (cause instanceof Error && 'code' in cause) ||
  /stream (was )?closed|socket|connection|RST_STREAM|GOAWAY|missing trailer|premature/i.test(rawMessage)

const isGarbled = ({ code, rawMessage }: ConnectError): boolean =>
  (code === Code.Internal || code === Code.InvalidArgument || code === Code.Unknown) &&
  /parse|decode|illegal|invalid wire|HTTP \d|content.type|protocol error|envelope/i.test(rawMessage)

const nameOf = (code: Code): string => Code[code].replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()

/** Does something with a daemon; what is thrown becomes an error that names the call. */
export const attempt =
  <A>(daemon: Daemon, call: string, ask: () => Promise<A>): TE.TaskEither<SocketError, A> =>
  async () => {
    try {
      return E.right(await ask())
    } catch (thrown) {
      return E.left(errorOf(daemon, call, thrown))
    }
  }
