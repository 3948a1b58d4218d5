import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Code, ConnectError } from '@connectrpc/connect'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { classify, containerPort, imagePort, observe, observeLogs } from '../../../src/adapters/cri/index.js'
import { ImageService, RuntimeService } from '../../../src/adapters/cri/wire/services_pb.js'
import { folder, runtime, some, status } from './fake.js'

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

  it('is observed at the time of the clock that is given', async () => {
    const at = new Date('2020-02-20T20:20:20Z')
    const seen = E.toUnion(await observe(await runtime(some(tmpdir())), { clock: { now: () => at } })())
    expect(seen).toMatchObject({ at })
  })

  it('whose image filesystem is not to be measured from here leaves the disk unknown', async () => {
    const seen = E.toUnion(await observe(await runtime(some('/no/such/place')))())
    expect(seen).toMatchObject({ imageFs: { _tag: 'Unknown' } })
  })

  it('that speaks no CRI is said to lack it', async () => {
    expect(E.toUnion(await observe(await runtime(() => undefined))())).toMatchObject({ _tag: 'Unsupported' })
  })
})

describe('a runtime that stops', () => {
  it('in the middle of its lists is an interruption, and nothing is observed', async () => {
    const begun = await runtime((router) => {
      some(tmpdir())(router)
      router.service(ImageService, {
        listImages: () => {
          begun.stop()
          return new Promise(() => undefined)
        },
        imageFsInfo: () => ({ imageFilesystems: [] }),
      })
    })
    expect(await observe(begun)()).toMatchObject({ _tag: 'Left', left: { _tag: 'Interrupted' } })
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
