import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { fakeDaemon } from '../adapters/containerd/fake.js'
import { folder, runtime, some } from '../adapters/cri/fake.js'
import { Images } from '../../src/adapters/containerd/wire/images_pb.js'
import { call } from './call.js'

const docker = async (): Promise<string> => {
  const socket = join(folder(), 'docker.sock')
  const answers: Readonly<Record<string, unknown>> = {
    '/version': { Version: '28.5.2' },
    '/containers/json?all=1': [{ Id: 'c' }],
    '/containers/c/json': {
      ...{ Id: 'c', Name: '/k8s_web_p_ns_u_0', Created: '2026-01-01T00:00:00Z' },
      State: { Status: 'exited', Running: false },
    },
    '/images/json?all=1': [],
    '/system/df': { Images: [], Containers: [] },
  }
  const server = createServer((request, response) => response.end(JSON.stringify(answers[request.url ?? ''])))
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  onTestFinished(() => void server.close())
  return socket
}

const history = '--assume-first-detected long-ago --assume-last-used never'

describe('a runtime', () => {
  it('takes the place of images, containers, their volumes and the disk', async () => {
    const { socket } = await runtime(some(tmpdir()))
    const { stdout, stderr, exitCode } = await call(
      `plan kubelet-image --cri ${socket} ${history} --image-gc-high-threshold 1 --image-gc-low-threshold 0 -o json`,
    )
    // Its only image is in use, so the disk stays too full.
    expect([stderr, exitCode]).toEqual(['', 4])
    expect(JSON.parse(stdout)).toMatchObject({
      passes: [{ kept: [{ reasons: [{ _tag: 'InUse' }, { _tag: 'Pinned' }] }], measured: { _tag: 'Disk' } }],
    })
  })

  it('leaves the pipe alone, and a file counts instead of what it says', async () => {
    const { socket } = await runtime(some(tmpdir()))
    const images = JSON.stringify({
      images: [{ id: 'sha256:other', repoTags: [], repoDigests: [], size: '7', pinned: false }],
    })
    const { stdout } = await call(`plan kubelet-image --cri ${socket} --images i.json ${history}`, {
      '-': 'not read',
      'i.json': images,
    })
    expect(stdout).toContain('sha256:other')
  })

  it('gives containers and sandboxes to a container plan', async () => {
    const { socket } = await runtime(some(tmpdir()))
    const { stdout, stderr } = await call(`plan kubelet-container --cri ${socket}`)
    expect(stdout).toContain('newest sandbox of pod u')
    expect(stderr).not.toContain('not looked at')
  })
})

describe('a containerd', () => {
  it('is planned under the rules of its own release unless another is asked for', async () => {
    const { socket } = await fakeDaemon((router) => {
      router.service(Images, { list: () => ({ images: [{ name: 'web:1', target: { digest: 'sha256:a' } }] }) })
    })
    const { stdout, stderr } = await call(`why containerd image:web:1 --containerd ${socket}`)
    expect(stdout).toContain('web:1')
    expect(stderr).toContain('containerd 2.1.9 does not show')
  })

  it('cannot be given beside a snapshot', async () => {
    const { stderr, exitCode } = await call('plan containerd --containerd /run/x.sock snapshot.json')
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('expected files or --containerd, got both')])
  })
})

describe('a Docker', () => {
  it('gives the containers of the kubelet', async () => {
    const { stdout } = await call(`plan kubelet-container --docker ${await docker()}`)
    expect(stdout).toContain('newest dead container of its name in the pod')
  })

  it('and a runtime say the same, so only one is taken', async () => {
    const { socket } = await runtime(some(tmpdir()))
    const { stderr, exitCode } = await call(`plan kubelet-container --docker ${await docker()} --cri ${socket}`)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('say the same; give one of them')])
  })
})

it('names the flag of a socket that is not there', async () => {
  const { stderr, exitCode } = await call('plan kubelet-image --cri /no/such.sock')
  expect([exitCode, stderr]).toEqual([1, 'gcplan: --cri: /no/such.sock: there is no such socket\n'])
})
