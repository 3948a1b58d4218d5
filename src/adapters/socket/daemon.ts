/**
 * A daemon that speaks gRPC behind a unix socket.
 */
import { closeConnection } from './connection.js'
import { socketPath } from './path.js'

/** A daemon behind a unix socket. */
export interface Daemon {
  /** Path of the socket. */
  readonly socket: string
  /** Milliseconds that one call may take. */
  readonly timeoutMillis: number
  /** Ends the connection, without which the process goes on. */
  readonly close: () => void
}

/** How a daemon is connected to. */
export interface ConnectOptions {
  /** Milliseconds that one call may take; default 30,000. A collection may take ten times as long. */
  readonly timeoutMillis?: number
}

/** A daemon behind a socket. Nothing is sent before the first call. */
export const daemonAt = (socket: string, { timeoutMillis = 30_000 }: ConnectOptions = {}): Daemon => {
  const daemon: Daemon = { socket: socketPath(socket), timeoutMillis, close: () => closeConnection(daemon) }
  return daemon
}
