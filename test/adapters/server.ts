/** A daemon's end of a socket. */
import { type Http2Session, createServer } from 'node:http2'

import type { connectNodeAdapter } from '@connectrpc/connect-node'

/** Serves at a socket; what it gives ends the server and its connections. */
export const served = async (socket: string, handlers: ReturnType<typeof connectNodeAdapter>): Promise<() => void> => {
  const server = createServer(handlers)
  const sessions = new Set<Http2Session>()
  server.on('session', (session: Http2Session) => sessions.add(session))
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  return () => {
    server.close()
    // Not at once: a session that goes while it reads what called this leaves the memory of the process corrupted.
    setImmediate(() => {
      for (const session of sessions) session.destroy()
    })
  }
}
