import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { fakeDaemon } from '../adapters/containerd/fake.js'
import { folder, runtime, some } from '../adapters/cri/fake.js'
import { Images } from '../../src/adapters/containerd/wire/images_pb.js'
import { call, callPlainly } from './call.js'
import { keeping } from './keeping.js'

const imageOf = (name: string, ...layers: ReadonlyArray<string>): object => ({
  ...{ Id: `sha256:${name}`, RepoTags: [`${name}:1`], Size: 7 },
  RootFS: { Layers: layers.map((layer) => `sha256:${layer}`) },
})

const docker = async (): Promise<string> => {
  const socket = join(folder(), 'docker.sock')
  const answers: Readonly<Record<string, unknown>> = {
    '/version': { Version: '28.5.2' },
    '/info': { DockerRootDir: tmpdir() },
    '/containers/json?all=1': [{ Id: 'c' }],
    '/containers/c/json': {
      ...{ Id: 'c', Name: '/k8s_web_p_ns_u_0', Created: '2026-01-01T00:00:00Z' },
      State: { Status: 'exited', Running: false },
    },
    '/images/json?all=1': [{ Id: 'sha256:used' }, { Id: 'sha256:idle' }],
    '/images/sha256%3Aused/json': imageOf('used', 'base', 'used'),
    '/images/sha256%3Aidle/json': imageOf('idle', 'base', 'idle'),
    '/system/df': {
      LayersSize: 12,
      Images: [
        { Id: 'sha256:used', Size: 7, SharedSize: 2, Containers: 1 },
        { Id: 'sha256:idle', Size: 7, SharedSize: 2, Containers: 0 },
      ],
      Containers: [{ Id: 'c', ImageID: 'sha256:used', SizeRw: 0 }],
    },
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

  it('says which release an upgrade begins with', async () => {
    const { socket } = await fakeDaemon((router) => {
      router.service(Images, { list: () => ({ images: [{ name: 'web:1', target: { digest: 'sha256:a' } }] }) })
    })
    const { stdout, stderr } = await call(`upgrade containerd --to 2.3 --containerd ${socket}`)
    expect(stdout).toContain('containerd 2.1.9 to 2.3')
    expect(stderr).toContain('rules of containerd 2.1.9, as the daemon states')
    expect((await call(`upgrade containerd --from 1.7 --containerd ${socket}`)).stdout).toContain(
      'containerd 1.7 to 2.3',
    )
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

  it('gives images, what uses them and their layers', async () => {
    const ask = `--docker ${await docker()} ${history} -o json`
    const plan = JSON.parse((await call(`plan kubelet-image --entrance eviction ${ask}`)).stdout) as unknown
    expect(plan).toMatchObject({
      passes: [{ removals: [{ target: { imageId: 'sha256:idle' } }], kept: [{ target: { imageId: 'sha256:used' } }] }],
    })
    const reclaim = await call(`plan reclaim --free-bytes 5 ${ask}`)
    expect(JSON.parse(reclaim.stdout)).toMatchObject({
      passes: [{ removals: [{ target: { imageId: 'sha256:idle' } }] }],
    })
  })

  it('says how full the disk is under its folder', async () => {
    const thresholds = '--image-gc-high-threshold 1 --image-gc-low-threshold 0'
    const { stdout, stderr } = await call(
      `plan kubelet-image --docker ${await docker()} ${history} ${thresholds} -o json`,
    )
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({
      passes: [{ removals: [{ target: { imageId: 'sha256:idle' } }], measured: { _tag: 'Disk' } }],
    })
  })

  it('is gathered at once, as the script does', async () => {
    const [socket, machine] = [await docker(), keeping()]
    await callPlainly(`gather --now --docker ${socket} d`, {}, machine.acting)
    expect([...machine.files.keys()]).toEqual([
      ...['docker-containers.json', 'docker-images.json', 'docker-disk.json', 'df.txt', 'manifest.json'].map(
        (name) => `d/${name}`,
      ),
    ])
    const live = await call(`plan kubelet-container --docker ${socket}`)
    const { stdout } = await call('plan kubelet-container d', Object.fromEntries(machine.files))
    expect(stdout).toBe(live.stdout)
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
