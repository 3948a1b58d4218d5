import { describe, expect, it } from 'vitest'

import { defaultPolicy as imagePolicy } from '../../../src/kubelet/image/index.js'
import {
  Containerd,
  fails,
  fakeNode,
  fakeStore,
  hangs,
  KubeletContainer,
  KubeletImage,
} from '../../../src/testing/index.js'
import type { NodeContainer } from '../../../src/testing/index.js'

const { container, podState, sandbox, logLink } = KubeletContainer
const { image, imageFs, record } = KubeletImage

const onImage = (id: string, imageId: string, state: NodeContainer['state'] = 'CONTAINER_RUNNING'): NodeContainer => ({
  ...container(id, { state, sandboxId: 'sandbox' }),
  imageId,
})

describe('a fake node', () => {
  it('collects containers and images until neither goes', async () => {
    const node = fakeNode({
      pods: [podState('pod'), podState('old', 'gone')],
      containers: [onImage('web', 'sha256:used'), container('dead', { podUid: 'old' })],
      sandboxes: [sandbox('sandbox', { state: 'SANDBOX_READY' }), sandbox('sandbox-of-old', { podUid: 'old' })],
      logDirectories: ['default_gone_old'],
      images: [image('sha256:used', { size: 400 }), image('sha256:unused', { size: 500 })],
      imageFs: imageFs(1000, 100),
    })
    await node.clock.advance({ minutes: 10 })
    await node.settle()
    await node.clock.advance({ minutes: 10 })
    await node.settle()
    expect(node.names()).toEqual({
      containers: ['web'],
      sandboxes: ['sandbox'],
      images: ['sha256:used'],
      logDirectories: [],
      logLinks: [],
    })
    expect(node.imageSnapshot().imageFs).toEqual({ _tag: 'Known', value: imageFs(1000, 600) })
    expect(node.now().toISOString()).toBe('2026-01-01T12:20:00.000Z')
  })

  it('gives the errors of its script in reports, and tries again what was refused', async () => {
    const node = fakeNode({
      images: [image('sha256:a', { size: 900 })],
      imageFs: imageFs(1000, 0),
      failures: { removeImage: { 'sha256:a': fails(1, 'busy') } },
      policies: { images: { ...imagePolicy, minAge: 0 as never } },
    })
    const outcomes = async () => (await node.collectImages()).passes.flatMap((pass) => pass.outcomes)
    expect(await outcomes()).toMatchObject([{ _tag: 'Failed', error: 'busy' }])
    expect(await outcomes()).toMatchObject([{ _tag: 'Removed' }])
    expect(node.names().images).toEqual([])
  })

  it('removes an image for space that went for another handler by age, as the kubelet lists nothing in between', async () => {
    const handlers = [
      { runtimeHandler: '', size: 50 },
      { runtimeHandler: 'runc', size: 49, lastUsed: '2026-01-01T11:30:00Z' },
    ]
    const node = fakeNode({
      beganGC: '2026-01-01T10:00:00Z',
      images: handlers.map(({ runtimeHandler, size }) => image('sha256:a', { runtimeHandler, size })),
      imageFs: imageFs(1000, 0),
      memory: {
        records: handlers.map((given) => record('sha256:a', { firstDetected: '2026-01-01T09:00:00Z', ...given })),
      },
      policies: { images: { ...imagePolicy, maxAge: 3_600_000 as never, runtimeClassInImageCriApi: true } },
    })
    const { passes } = await node.collectImages()
    expect(passes.map(({ name, outcomes, freed }) => [name, outcomes.map(({ _tag }) => _tag), freed])).toEqual([
      ['age', ['Removed'], 50],
      ['space', ['Removed'], 49],
    ])
    expect(node.imageSnapshot().imageFs).toEqual({ _tag: 'Known', value: imageFs(1000, 99) })
  })

  it('keeps an image that a container holds, whoever asks', async () => {
    const node = fakeNode({ images: [image('sha256:a', { tags: ['web:1'] })], containers: [onImage('web', 'web:1')] })
    const fault = { _tag: 'ImageInUse', id: 'sha256:a', container: 'web' }
    expect(await node.imagePort.removeImage('sha256:a')()).toEqual({ _tag: 'Left', left: fault })
    expect(await node.imagePort.removeImage('sha256:none')()).toEqual({ _tag: 'Right', right: undefined })
  })

  it('stops what is in a sandbox, and takes it away with it', async () => {
    const node = fakeNode({
      containers: [onImage('web', 'sha256:a')],
      sandboxes: [sandbox('sandbox', { state: 'SANDBOX_READY' })],
      logLinks: [logLink('/var/log/containers/web.log')],
    })
    const port = node.containerPort
    await port.stopSandbox('sandbox')()
    expect(node.containerSnapshot().containers[0]?.state).toBe('CONTAINER_EXITED')
    expect(node.containerSnapshot().sandboxes[0]?.state).toBe('SANDBOX_NOTREADY')
    await port.removeSandbox('sandbox')()
    await port.removeLogLink('/var/log/containers/web.log')()
    expect(await port.inspectContainer('web')()).toMatchObject({ left: { _tag: 'NotFound' } })
    expect(Object.values(node.names()).flat()).toEqual([])
  })

  it('loses the link of a container just before the container, and keeps both if the link cannot go', async () => {
    const [own, other] = ['/var/log/containers/web_ns_app-c1.log', '/var/log/containers/web_ns_app-c2.log']
    const node = fakeNode({
      containers: [container('c1', { podUid: 'u', name: 'app' })],
      pods: [podState('u', 'gone')],
      logLinks: [own, other].map((path) => logLink(path, { targetExists: true })),
      failures: { removeContainerLog: { c1: fails(1, 'read-only file system') } },
    })
    await node.collectContainers()
    expect(node.names()).toMatchObject({ containers: ['c1'], logLinks: [own, other] })
    await node.collectContainers()
    expect(node.names()).toMatchObject({ containers: [], logLinks: [other] })
  })

  it('is looked at as long as its script lets it', async () => {
    const node = fakeNode({ failures: { lookAtContainers: { '*': fails(1, 'no runtime') } }, images: [image('a')] })
    expect(await node.lookAtContainers()).toEqual({ _tag: 'Left', left: 'no runtime' })
    expect(await node.lookAtContainers()).toMatchObject({ _tag: 'Right', right: { containers: [] } })
    expect(await node.lookAtImages({ records: [] })()).toMatchObject({ right: { images: [{ id: 'a' }] } })
  })

  it('takes what is put on it', () => {
    const node = fakeNode({ containers: [onImage('a', 'x')] })
    node.put({ containers: [onImage('a', 'y', 'CONTAINER_EXITED'), onImage('b', 'x')], images: [image('x')] })
    expect(node.imageSnapshot().containers.map(({ id, imageId }) => [id, imageId])).toEqual([
      ['a', 'y'],
      ['b', 'x'],
    ])
  })
})

describe('the clock of a fake', () => {
  it('wakes sleepers in order, and lets each act before the next', async () => {
    const { clock } = fakeNode()
    const heard: string[] = []
    const every = async (name: string, seconds: number): Promise<void> => {
      for (let count = 0; count < 3; count++) {
        await clock.sleep((seconds * 1000) as never)()
        heard.push(`${name} ${clock.now().toISOString().slice(17, 19)}`)
      }
    }
    void every('two', 2)
    void every('three', 3)
    await clock.advance({ seconds: 7 })
    expect(heard).toEqual(['two 02', 'three 03', 'two 04', 'three 06', 'two 06'])
    expect(clock.now().toISOString()).toBe('2026-01-01T12:00:07.000Z')
  })

  it('passes by itself only for what a test waits for', async () => {
    const { clock } = fakeNode()
    const waited = await clock.until(async () => {
      await clock.sleep(3_600_000 as never)()
      return 'an hour'
    })
    expect([waited, clock.now().toISOString()]).toEqual(['an hour', '2026-01-01T13:00:00.000Z'])
  })

  it('waits for whoever computes for long before it waits', async () => {
    const { clock } = fakeNode()
    const waited = await clock.until(async () => {
      for (let turn = 0; turn < 2000; turn++) await Promise.resolve()
      await clock.sleep(1000 as never)()
      return 'a second'
    })
    expect([waited, clock.now().toISOString()]).toEqual(['a second', '2026-01-01T12:00:01.000Z'])
  })

  it('wakes nobody who was called off', async () => {
    const { clock } = fakeNode()
    const cancelled = { aborted: false }
    let isAwake = false
    void clock
      .sleep(1000 as never, cancelled)()
      .then(() => {
        isAwake = true
      })
    cancelled.aborted = true
    await clock.advance({ seconds: 5 })
    expect(isAwake).toBe(false)
  })

  it('lets a call hang until whoever waits gives up', async () => {
    const node = fakeNode({ failures: { removeImage: { '*': hangs(1, 'never') } } })
    const done = await node.clock.until(() =>
      Promise.race([
        node.imagePort.removeImage('a')(),
        node.clock
          .sleep(2000 as never)()
          .then(() => 'gave up'),
      ]),
    )
    expect(done).toBe('gave up')
  })
})

describe('a fake store', () => {
  const { content, image: named, ingest, lease, fsSnapshot, snapshot, stream, mount } = Containerd
  const full = snapshot([
    {
      content: [content('sha256:a'), content('sha256:b'), content('sha256:c')],
      images: [named('web', 'sha256:a')],
      leases: [
        lease('held', ['content sha256:b', 'snapshots/overlayfs top']),
        lease('over', ['content sha256:c'], { 'containerd.io/gc.expire': '2026-01-01T13:00:00Z' }),
      ],
      ingests: [ingest('writing', '', '2026-01-01T13:00:00Z')],
      snapshots: [fsSnapshot('base'), fsSnapshot('top', 'base'), fsSnapshot('native:lost')],
      streams: [stream('s', 'over')],
      mounts: [mount('m', 'gone')],
    },
  ])
  const left = ({ namespaces: [space] }: typeof full) => [
    space?.content.map(({ digest }) => digest),
    space?.leases.map(({ id }) => id),
    space?.snapshots.map(({ key }) => key),
    space?.ingests.length,
  ]

  it('keeps what is held, and loses the rest as leases end', async () => {
    const store = fakeStore(full)
    await store.settle()
    expect(left(store.snapshot())).toEqual([['sha256:a', 'sha256:b', 'sha256:c'], ['held', 'over'], ['base', 'top'], 1])
    await store.clock.advance({ hours: 2 })
    await store.settle()
    expect(left(store.snapshot())).toEqual([['sha256:a', 'sha256:b'], ['held'], ['base', 'top'], 0])
  })

  it('gives the errors of its script in reports', async () => {
    const store = fakeStore(full, { failures: { removeSnapshotRecord: { 'default/native/lost': 'busy' } } })
    const [pass] = (await store.collect()).passes
    expect(pass?.outcomes.filter(({ _tag }) => _tag === 'Failed')).toMatchObject([{ error: 'busy' }])
    expect(store.snapshot().namespaces[0]?.snapshots.length).toBe(3)
  })

  it('takes a call of its own that hangs for one that failed', async () => {
    const store = fakeStore(full, { failures: { removeSnapshotRecord: { '*': hangs(1, 'no answer') } } })
    await store.settle()
    expect(store.snapshot().namespaces[0]?.snapshots.map(({ key }) => key)).toEqual(['base', 'top', 'lost'])
    await store.settle()
    expect(store.snapshot().namespaces[0]?.snapshots.map(({ key }) => key)).toEqual(['base', 'top'])
  })
})
