import { mkdtempSync, rmSync } from 'node:fs'
import { type RequestListener, createServer } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { either as E } from 'fp-ts'
import { describe, expect, it, onTestFinished } from 'vitest'

import { classify, connect, observe, port, removeImage } from '../../../src/adapters/docker/index.js'

const freshSocket = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'gcplan-docker-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'docker.sock')
}

const listening = async (server: ReturnType<typeof createSocketServer>): Promise<string> => {
  const socket = freshSocket()
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  onTestFinished(() => void server.close())
  return socket
}

const serving = (answer: RequestListener): Promise<string> => listening(createServer(answer))

/** Answers by method and path; anything else is not found, in the words of the daemon. */
const answering = (answers: Readonly<Record<string, unknown>>): Promise<string> =>
  serving((request, response) => {
    const found = answers[`${request.method ?? ''} ${request.url ?? ''}`]
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? { message: 'No such thing' }))
  })

const left = async <L, A>(asked: () => Promise<E.Either<L, A>>): Promise<L | A> => E.toUnion(await asked())

const image = { Id: 'sha256:i', RepoTags: ['web:1', 'web:2'], Size: 7, RootFS: { Layers: ['sha256:a', 'sha256:b'] } }
const daemonOf = {
  'GET /version': { Version: '28.5.2' },
  'GET /containers/json?all=1': [{ Id: 'gone' }],
  'GET /images/json?all=1': [{ Id: 'sha256:i' }],
  'GET /images/sha256%3Ai/json': image,
  'GET /system/df': { LayersSize: 7, Images: [{ Id: 'sha256:i', Size: 7, SharedSize: 0 }], Containers: [] },
}

describe('a Docker daemon', () => {
  it('is observed with its images and their layers; a container that went meanwhile is left out', async () => {
    const seen = await observe(connect(await answering(daemonOf)))()
    expect(seen).toMatchObject({
      _tag: 'Right',
      right: {
        version: '28.5.2',
        images: [{ id: 'sha256:i', diffIds: ['sha256:a', 'sha256:b'] }],
        files: { containers: [] },
      },
    })
    expect(E.isRight(seen) && seen.right.layers.store.layers.length).toBe(2)
  })

  it('is observed at the time of the clock that is given', async () => {
    const at = new Date('2020-02-20T20:20:20Z')
    const seen = await observe(connect(await answering(daemonOf)), { clock: { now: () => at } })()
    expect(seen).toMatchObject({ right: { at } })
  })

  it('has its disk measured, but not where its images are in containerd', async () => {
    const disk = async (info: object) => {
      const seen = await observe(connect(await answering({ ...daemonOf, 'GET /info': info })))()
      return E.isRight(seen) ? seen.right.imageFs._tag : seen
    }
    const driver = { DriverStatus: [['driver-type', 'io.containerd.snapshotter.v1']] }
    expect(await disk({ DockerRootDir: tmpdir() })).toBe('Known')
    expect(await disk({ DockerRootDir: tmpdir(), ...driver })).toBe('Unknown')
    expect(await disk({ DockerRootDir: join(tmpdir(), 'not-there') })).toBe('Unknown')
    expect(await disk({})).toBe('Unknown')
  })

  it('that is podman leaves the algorithm out of ids in its disk usage: the image of its container is in use', async () => {
    const [id, bare] = [`sha256:${'ab'.repeat(32)}`, 'ab'.repeat(32)]
    const socket = await answering({
      'GET /version': { Version: '4.3.1' },
      'GET /containers/json?all=1': [{ Id: 'c' }],
      'GET /containers/c/json': {
        ...{ Id: 'c', Name: 'web', Created: '2026-01-01T00:00:00Z', State: { Status: 'stopped', Running: false } },
      },
      'GET /images/json?all=1': [{ Id: id }],
      [`GET /images/${encodeURIComponent(id)}/json`]: { ...image, Id: id },
      'GET /system/df': { LayersSize: 7, Images: [{ Id: bare, Size: 7 }], Containers: [{ Id: 'c', ImageID: bare }] },
    })
    expect(await observe(connect(socket))()).toMatchObject({
      right: {
        node: { images: [{ id, tags: ['web:1', 'web:2'] }], containers: [{ id: 'c', imageId: id }] },
        layers: { store: { holders: [{ id: 'c' }] }, unseen: [] },
      },
    })
  })

  it('removes every name of an image, and then the image', async () => {
    const socket = await answering({
      ...daemonOf,
      'DELETE /images/web%3A1': [{ Untagged: 'web:1' }],
      'DELETE /images/web%3A2': [{ Untagged: 'web:2' }, { Deleted: 'sha256:i' }, { Deleted: 'sha256:chain' }],
    })
    expect(await left(removeImage(connect(socket))('sha256:i'))).toEqual({
      untagged: ['web:1', 'web:2'],
      deleted: ['sha256:i', 'sha256:chain'],
    })
    expect(classify((await left(port(connect(socket)).removeImage('sha256:no'))) as never)).toBe('gone')
  })

  it('that refuses an image in use says so in its own words', async () => {
    const socket = await serving((request, response) => {
      response.writeHead(request.method === 'GET' ? 200 : 409)
      response.end(JSON.stringify(request.method === 'GET' ? image : { message: 'image is being used' }))
    })
    expect(await left(removeImage(connect(socket))('sha256:i'))).toMatchObject({
      _tag: 'Rejected',
      code: '409',
      message: 'image is being used',
    })
  })
})

describe('a socket', () => {
  it('that is not there is unreachable', async () => {
    expect(await left(observe(connect(freshSocket())))).toMatchObject({ _tag: 'Unreachable', because: 'missing' })
  })

  it('that answers with garbage is not a daemon', async () => {
    const socket = await listening(createSocketServer((open) => void open.end('SSH-2.0-OpenSSH_9.2\r\n')))
    expect(await left(observe(connect(socket)))).toMatchObject({ _tag: 'Garbled' })
  })

  it('that answers with no JSON, or with JSON of another kind, is garbled', async () => {
    const html = await serving((_, response) => void response.end('<html>'))
    expect(await left(observe(connect(html)))).toMatchObject({ _tag: 'Garbled', call: 'GET /version' })
    const other = await answering({ ...daemonOf, 'GET /images/json?all=1': { Id: 'x' } })
    expect(await left(observe(connect(other)))).toMatchObject({ _tag: 'Garbled' })
  })

  it('that hangs up in the middle of an answer is an interruption', async () => {
    const socket = await serving((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"Version":')
      setTimeout(() => response.destroy(), 20)
    })
    expect(await left(observe(connect(socket)))).toMatchObject({ _tag: 'Interrupted' })
  })

  it('that never answers is given up', async () => {
    const socket = await serving(() => undefined)
    expect(await left(observe(connect(socket, { timeoutMillis: 100 })))).toMatchObject({
      _tag: 'TimedOut',
      millis: 100,
    })
  })
})
