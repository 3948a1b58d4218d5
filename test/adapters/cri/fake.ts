/** A runtime of the test's own, behind a socket in a folder that goes with the test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { onTestFinished } from 'vitest'

import { connect } from '../../../src/adapters/cri/index.js'
import { ImageService, RuntimeService } from '../../../src/adapters/cri/wire/services_pb.js'
import { served } from '../server.js'

/** A folder that goes with the test. */
export const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'gcplan-cri-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** A runtime that answers as the test says, and a client of it; `stop` ends it at once. */
export const runtime = async (routes: (router: ConnectRouter) => void) => {
  const socket = join(folder(), 'cri.sock')
  const stop = await served(socket, connectNodeAdapter({ routes }))
  const daemon = connect(`unix://${socket}`, { timeoutMillis: 3000 })
  onTestFinished(() => {
    daemon.close()
    stop()
  })
  return { ...daemon, stop }
}

const labels = { 'io.kubernetes.pod.uid': 'u', 'io.kubernetes.pod.name': 'p', 'io.kubernetes.pod.namespace': 'n' }
/** The status of an ended container, with its log. */
export const status = (logPath: string) => ({
  status: {
    id: 'c',
    state: 2,
    metadata: { name: 'web' },
    labels,
    logPath,
    mounts: [{ image: { image: 'sha256:v' } }, {}],
  },
})

/** One dead container of a pod, with its image on the disk at a mountpoint. */
export const some = (mountpoint: string) => (router: ConnectRouter) => {
  router.service(RuntimeService, {
    version: () => ({ runtimeName: 'containerd', runtimeVersion: '2.1.9' }),
    listContainers: () => ({
      containers: ['c', 'gone'].map((id) => ({
        ...{ id, podSandboxId: 's', metadata: { name: 'web' }, image: { image: 'sha256:i' }, imageRef: 'sha256:i' },
        ...{ state: 2, createdAt: 1_795_229_552_106_396_920n, labels },
      })),
    }),
    listPodSandbox: () => ({
      items: [{ id: 's', metadata: { uid: 'u' }, state: 1, createdAt: 1n, labels: { state: '1' } }],
    }),
    containerStatus: ({ containerId }) => {
      if (containerId === 'gone') throw new ConnectError('gone', Code.NotFound)
      return status('')
    },
  })
  router.service(ImageService, {
    listImages: () => ({ images: [{ id: 'sha256:i', repoTags: ['web:1'], size: 5n, pinned: true }] }),
    imageFsInfo: () => ({ imageFilesystems: [{ timestamp: 1n, fsId: { mountpoint } }] }),
  })
}
