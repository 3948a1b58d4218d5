/**
 * Connections of daemons, kept beside them: the types of what carries them are no part of what this package says of
 * itself.
 */
import { connect } from 'node:net'

import type { Transport } from '@connectrpc/connect'
import { Http2SessionManager, createGrpcTransport } from '@connectrpc/connect-node'

interface Connection {
  readonly transport: Transport
  readonly sessionManager: Http2SessionManager
}

const connections = new WeakMap<object, Connection>()

/** Any address does; the socket is what counts. */
const address = 'http://localhost'

/** What carries calls to a daemon; opened when it is first asked for. */
export const transportOf = (daemon: { readonly socket: string }): Transport => {
  const open = connections.get(daemon)
  if (open !== undefined) return open.transport
  const sessionManager = new Http2SessionManager(address, {}, { createConnection: () => connect(daemon.socket) })
  const transport = createGrpcTransport({ baseUrl: address, sessionManager })
  connections.set(daemon, { transport, sessionManager })
  return transport
}

/**
 * Ends the connection of a daemon, if it has one, when the code that runs now has ended: this may be called while the connection
 * reads an answer, and node corrupts its memory if it is gone then.
 */
export const closeConnection = (daemon: object): void => {
  const open = connections.get(daemon)
  connections.delete(daemon)
  if (open !== undefined) setImmediate(() => open.sessionManager.abort())
}
