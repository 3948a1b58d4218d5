import { writeFileSync } from 'node:fs'
import { Code, ConnectError } from '@connectrpc/connect'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { classify, explainError, observe, port } from '../../../src/adapters/containerd/index.js'
import { Content } from '../../../src/adapters/containerd/wire/content_pb.js'
import { Images } from '../../../src/adapters/containerd/wire/images_pb.js'
import { Namespaces } from '../../../src/adapters/containerd/wire/namespaces_pb.js'
import { Version } from '../../../src/adapters/containerd/wire/version_pb.js'
import { unreachableFrom } from '../../../src/adapters/socket/error.js'
import { greeted } from '../../../src/adapters/socket/greeting.js'
import { client, fakeDaemon, freshSocket, rawServer } from './fake.js'

const never = (): Promise<never> => new Promise(() => undefined)

const left = async <L, A>(asked: () => Promise<E.Either<L, A>>): Promise<L | A> => E.toUnion(await asked())

describe('a socket', () => {
  it('that is not there is unreachable, and may be tried again', async () => {
    const socket = freshSocket()
    const error = await left(observe(client(socket))())
    expect(error).toMatchObject({ _tag: 'Unreachable', because: 'missing', socket })
  })

  it('that is a file to which nobody listens is unreachable', async () => {
    const socket = freshSocket()
    writeFileSync(socket, '')
    expect(await left(observe(client(socket))())).toMatchObject({ _tag: 'Unreachable', because: 'silent' })
  })

  it('without permission is said to be so, and is not tried again', () => {
    const denied = Object.assign(new Error('connect EACCES'), { code: 'EACCES' })
    const error = unreachableFrom('/s', new Error('outer', { cause: denied }))
    expect(error).toMatchObject({ _tag: 'Unreachable', because: 'denied' })
    expect(error === undefined || [classify(error), explainError(error)]).toEqual([
      'fatal',
      '/s: no permission to connect to it',
    ])
  })

  it('that answers with garbage is not a daemon', async () => {
    const socket = await rawServer((open) => {
      open.on('error', () => undefined)
      open.write('SSH-2.0-OpenSSH_9.2\r\n')
    })
    const error = await left(observe(client(socket, 1500))())
    expect(['Garbled', 'Interrupted']).toContain((error as { _tag: string })._tag)
  })

  it('whose greeting comes in pieces is waited for', async () => {
    const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])
    const socket = await rawServer((open) => {
      open.on('error', () => undefined)
      open.write(settings.subarray(0, 3))
      setTimeout(() => open.write(settings.subarray(3)), 50)
    })
    expect(await left(greeted(socket, 'call', 1500))).toBeUndefined()
  })

  it('that hangs up at once is an interruption', async () => {
    const socket = await rawServer((open) => void open.destroy())
    expect(await left(observe(client(socket))())).toMatchObject({ _tag: 'Interrupted' })
  })
})

describe('a daemon', () => {
  it('that never answers is given up after the time that it has', async () => {
    const { socket } = await fakeDaemon((router) => router.service(Version, { version: never }))
    expect(await left(observe(client(socket, 200))())).toEqual({
      _tag: 'TimedOut',
      call: 'containerd Version',
      millis: 200,
    })
  })

  it('that stops in the middle of a list is an interruption, and nothing is observed', async () => {
    const daemon = await fakeDaemon((router) =>
      router.service(Images, {
        list: () => {
          daemon.stop()
          return never()
        },
      }),
    )
    expect(await left(observe(client(daemon.socket))())).toMatchObject({ _tag: 'Interrupted' })
  })

  it('that gives half of a list is refused as a whole', async () => {
    const daemon = await fakeDaemon((router) =>
      router.service(Content, {
        listStatuses: () => ({ statuses: [] }),
        list: async function* () {
          yield await Promise.resolve({ info: [{ digest: 'sha256:a', size: 1n, labels: {} }] })
          daemon.stop()
          await never()
        },
      }),
    )
    expect(await left(observe(client(daemon.socket))())).toMatchObject({ _tag: 'Interrupted' })
  })

  it('that fails in the middle of a list is refused with its own words', async () => {
    const { socket } = await fakeDaemon((router) =>
      router.service(Content, {
        listStatuses: () => ({ statuses: [] }),
        list: async function* () {
          yield await Promise.resolve({ info: [] })
          throw new ConnectError('disk on fire', Code.DataLoss)
        },
      }),
    )
    expect(await left(observe(client(socket))())).toMatchObject({
      _tag: 'Rejected',
      code: 'data_loss',
      message: 'disk on fire',
    })
  })

  it('whose state changes during each read is not observed', async () => {
    let count = 0
    const { socket } = await fakeDaemon((router) =>
      router.service(Images, { list: () => ({ images: [{ name: `i${count++}`, labels: {} }] }) }),
    )
    expect(await left(observe(client(socket))({ reads: 3 }))).toEqual({ _tag: 'Unsettled', reads: 3 })
  })

  it('of a release without rules is not planned by those of a neighbour', async () => {
    const { socket } = await fakeDaemon((router) =>
      router.service(Version, { version: () => ({ version: 'v3.0.1', revision: '' }) }),
    )
    expect(await left(observe(client(socket))())).toMatchObject({ _tag: 'UnknownRelease', version: 'v3.0.1' })
  })

  it('that does not have the list of namespaces is said to lack it', async () => {
    const { socket } = await fakeDaemon((router) => router.service(Namespaces, {}))
    expect(await left(observe(client(socket))())).toMatchObject({ _tag: 'Unsupported' })
  })

  it('that knows no such record has it gone, and one that is busy is tried again', async () => {
    const { socket } = await fakeDaemon((router) =>
      router.service(Images, {
        delete: ({ name }) => {
          throw new ConnectError('no', name === 'gone' ? Code.NotFound : Code.Unavailable)
        },
      }),
    )
    const remove = (key: string) =>
      left(port(client(socket)).removeRecord({ _tag: 'Image', id: `n/${key}`, namespace: 'n', key }))
    const classes = await Promise.all(['gone', 'busy'].map(async (key) => classify((await remove(key)) as never)))
    expect(classes).toEqual(['gone', 'retryable'])
  })
})
