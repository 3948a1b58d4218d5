import { createServer } from 'node:http2'
import { mkdtempSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { either as E } from 'fp-ts'
import { describe, expect, it, onTestFinished } from 'vitest'

import { classify, connect, containerPort, imagePort, observe, observeLogs } from '../../../src/adapters/cri/index.js'
import { ImageService, RuntimeService } from '../../../src/adapters/cri/wire/services_pb.js'

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'gcplan-cri-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** A runtime that answers as the test says, and a client of it. */
const runtime = async (routes: (router: ConnectRouter) => void) => {
  const socket = join(folder(), 'cri.sock')
  const server = createServer(connectNodeAdapter({ routes }))
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  const daemon = connect(`unix://${socket}`, { timeoutMillis: 3000 })
  onTestFinished(() => {
    daemon.close()
    server.close()
  })
  return daemon
}

const labels = { 'io.kubernetes.pod.uid': 'u', 'io.kubernetes.pod.name': 'p', 'io.kubernetes.pod.namespace': 'n' }
const status = (logPath: string) => ({
  status: {
    id: 'c',
    state: 2,
    metadata: { name: 'web' },
    labels,
    logPath,
    mounts: [{ image: { image: 'sha256:v' } }, {}],
  },
})

const some = (mountpoint: string) => (router: ConnectRouter) => {
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

describe('a runtime', () => {
  it('is observed as crictl prints it, with the disk that holds its images', async () => {
    const seen = E.toUnion(await observe(await runtime(some(tmpdir())))())
    expect(seen).toMatchObject({
      runtime: 'containerd 2.1.9',
      images: [{ id: 'sha256:i', size: 5, pinned: true, tags: ['web:1'] }],
      containers: [{ id: 'c', state: 'CONTAINER_EXITED', podUid: 'u' }, { id: 'gone' }],
      sandboxes: [{ id: 's', podUid: 'u', state: 'SANDBOX_NOTREADY' }],
      imageVolumes: { _tag: 'Inspected', containers: [{ id: 'c', imageVolumes: ['sha256:v'] }] },
      imageFs: { _tag: 'Known' },
      files: { containers: { containers: [{ createdAt: '1795229552106396920' }, {}] } },
    })
  })

  it('whose image filesystem is not to be measured from here leaves the disk unknown', async () => {
    const seen = E.toUnion(await observe(await runtime(some('/no/such/place')))())
    expect(seen).toMatchObject({ imageFs: { _tag: 'Unknown' } })
  })

  it('that speaks no CRI is said to lack it', async () => {
    expect(E.toUnion(await observe(await runtime(() => undefined))())).toMatchObject({ _tag: 'Unsupported' })
  })
})

describe('a port', () => {
  it('counts what is not found as stopped, and as gone when it is to be removed', async () => {
    const never = (): never => {
      throw new ConnectError('no such thing', Code.NotFound)
    }
    const daemon = await runtime((router) => {
      router.service(RuntimeService, { stopContainer: never, stopPodSandbox: never, removeContainer: never })
      router.service(ImageService, { removeImage: never })
    })
    const { stopContainer, stopSandbox, removeContainer } = containerPort(daemon)
    expect((await Promise.all([stopContainer('c')(), stopSandbox('s')()])).map(({ _tag }) => _tag)).toEqual([
      'Right',
      'Right',
    ])
    for (const asked of [removeContainer('c'), imagePort(daemon).removeImage('i')])
      expect(classify(E.toUnion(await asked()) as never)).toBe('gone')
  })

  it('removes a log with what it was rotated to, its link, and no folder outside the root', async () => {
    const root = folder()
    const log = join(root, 'web', '0.log')
    mkdirSync(join(root, 'web'))
    mkdirSync(join(root, 'links'))
    for (const name of ['0.log', '0.log.20260101', '1.log']) writeFileSync(join(root, 'web', name), '')
    for (const name of ['p_n_web-c.log', 'p_n_web-d.log']) writeFileSync(join(root, 'links', name), '')
    const daemon = await runtime((router) => router.service(RuntimeService, { containerStatus: () => status(log) }))
    const port = containerPort(daemon, { pods: root, containers: join(root, 'links') })
    expect(await port.removeContainerLog('c')()).toMatchObject({ _tag: 'Right' })
    expect([readdirSync(join(root, 'web')), readdirSync(join(root, 'links'))]).toEqual([['1.log'], ['p_n_web-d.log']])
    expect(await port.removeLogDirectory('../x')()).toMatchObject({ _tag: 'Left' })
    expect(await port.removeLogDirectory('web')()).toMatchObject({ _tag: 'Right' })
    expect(readdirSync(root)).toEqual(['links'])
  })
})

describe('logs', () => {
  it('are folders of pods, and links that end in .log with whether what they name is there', async () => {
    const root = folder()
    for (const name of ['pods', 'pods/ns_b_2', 'pods/ns_a_1', 'links']) mkdirSync(join(root, name))
    symlinkSync(join(root, 'nowhere'), join(root, 'links', 'b.log'))
    symlinkSync(join(root, 'pods'), join(root, 'links', 'a.log'))
    writeFileSync(join(root, 'links', 'other'), '')
    expect(await observeLogs({ pods: join(root, 'pods'), containers: join(root, 'links') })()).toMatchObject({
      right: {
        logDirectories: ['ns_a_1', 'ns_b_2'],
        logLinks: [
          { path: join(root, 'links', 'a.log'), targetExists: true },
          { path: join(root, 'links', 'b.log'), targetExists: false },
        ],
      },
    })
  })

  it('of a machine without these folders are none', async () => {
    const none = join(folder(), 'no')
    expect(await observeLogs({ pods: none, containers: none })()).toEqual(E.right({ logDirectories: [], logLinks: [] }))
  })
})
