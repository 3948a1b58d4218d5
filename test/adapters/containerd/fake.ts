/** A containerd of the test's own: the services that an adapter asks, behind a socket in a folder that goes with the test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { type Socket, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ConnectRouter } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { onTestFinished } from 'vitest'

import { type Daemon, connect } from '../../../src/adapters/containerd/index.js'
import { Containers } from '../../../src/adapters/containerd/wire/containers_pb.js'
import { Content } from '../../../src/adapters/containerd/wire/content_pb.js'
import { Images } from '../../../src/adapters/containerd/wire/images_pb.js'
import { Leases } from '../../../src/adapters/containerd/wire/leases_pb.js'
import { Namespaces } from '../../../src/adapters/containerd/wire/namespaces_pb.js'
import { Introspection } from '../../../src/adapters/containerd/wire/plugins_pb.js'
import { Snapshots } from '../../../src/adapters/containerd/wire/snapshots_pb.js'
import { Version } from '../../../src/adapters/containerd/wire/version_pb.js'
import { served } from '../server.js'

/** A path for a socket. */
export const freshSocket = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'gcplan-fake-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'containerd.sock')
}

/** A client of a socket, closed with the test. */
export const client = (socket: string, timeoutMillis = 5000): Daemon => {
  const daemon = connect(socket, { timeoutMillis })
  onTestFinished(() => daemon.close())
  return daemon
}

/** A server that answers each connection as the test says, in bytes. */
export const rawServer = async (answer: (socket: Socket) => void): Promise<string> => {
  const path = freshSocket()
  const server = createSocketServer(answer)
  await new Promise<void>((resolve) => server.listen(path, resolve))
  onTestFinished(() => void server.close())
  return path
}

/** One namespace `n` with nothing in it. What a test registers afterwards answers instead. */
const routesOfNothing = (router: ConnectRouter): void => {
  router.service(Version, { version: () => ({ version: '2.1.9', revision: '' }) })
  router.service(Namespaces, { list: () => ({ namespaces: [{ name: 'n' }] }) })
  router.service(Introspection, {
    plugins: () => ({
      plugins: [
        { type: 'io.containerd.snapshotter.v1', id: 'overlayfs' },
        { type: 'io.containerd.snapshotter.v1', id: 'zfs', initErr: { code: 12, message: 'skip plugin' } },
        { type: 'io.containerd.content.v1', id: 'content' },
      ],
    }),
  })
  router.service(Images, { list: () => ({ images: [] }) })
  router.service(Containers, { list: () => ({ containers: [] }) })
  router.service(Leases, { list: () => ({ leases: [] }), listResources: () => ({ resources: [] }) })
  router.service(Content, { list: nothing, listStatuses: () => ({ statuses: [] }) })
  router.service(Snapshots, { list: nothing })
}

async function* nothing(): AsyncGenerator<never> {
  await Promise.resolve()
  yield* []
}

/** A containerd with other answers; gives its socket, and a way to stop it at once. */
export const fakeDaemon = async (
  routes: (router: ConnectRouter) => void = () => undefined,
): Promise<{ readonly socket: string; readonly stop: () => void }> => {
  const socket = freshSocket()
  const handlers = connectNodeAdapter({
    routes: (router) => {
      routesOfNothing(router)
      routes(router)
    },
  })
  const stop = await served(socket, handlers)
  onTestFinished(stop)
  return { socket, stop }
}
