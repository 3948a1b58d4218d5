import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import {
  decodeCrictlContainers,
  decodeCrictlImageFsInfo,
  decodeCrictlImages,
  decodeCrictlInspect,
  decodeCrictlSandboxes,
  decodeCrictlStats,
} from '../../../src/decode/index.js'
import { capture, captureJson, right, wrongIn } from '../reading.js'

const crictl = (file: string): string => capture(`containerd-2.1.9/crictl/${file}`)

describe('crictl ps', () => {
  it('gives every container, newest first, with its image', () => {
    const containers = right(decodeCrictlContainers(crictl('ps-a.json')))
    expect(containers.length).toBe(15)
    expect(containers[0]).toEqual({
      id: '42db06fc51781dc5e77b22ff806c109216afc465e53ecb4d540f2ef8b87377b6',
      sandboxId: '4c753f9ba48dee3d18044688777b218b1dba300fde50ecb5db324cae7ca8a6ae',
      podUid: '4e7a9c1d-5b6f-4c8d-a2e3-1f0b9d8c7e06',
      name: 'train',
      state: 'CONTAINER_EXITED',
      createdAt: new Date('2026-11-21T02:52:32.106Z'),
      identified: true,
      imageId: '',
      imageRef: 'sha256:5ab1f466af9e0c42a45f47a128efb3adb000a699b2418969b8cc380e7ada3316',
      runtimeHandler: '',
    })
    const ages = containers.map(({ createdAt }) => createdAt.getTime())
    expect(ages).toEqual([...ages].sort((a, b) => b - a))
  })

  it('gives the same from an old release, which prints fewer fields', () => {
    expect(decodeCrictlContainers(crictl('old-ps-a.json'))).toEqual(decodeCrictlContainers(crictl('ps-a.json')))
  })

  it('takes parsed JSON as it takes text', () => {
    const json = captureJson('containerd-2.1.9/crictl/ps-a.json')
    expect(decodeCrictlContainers(json)).toEqual(decodeCrictlContainers(crictl('ps-a.json')))
  })

  const row = {
    id: 'a',
    podSandboxId: 's',
    metadata: { name: 'c' },
    state: 'CONTAINER_EXITED',
    createdAt: '1000000',
  }

  it('gives an empty uid to a container without labels', () => {
    for (const labels of [undefined, null, {}, { other: 'x' }])
      expect(right(decodeCrictlContainers({ containers: [{ ...row, labels }] }))[0]?.podUid).toBe('')
  })

  it('reads the handler of an image and an image id where a runtime names them', () => {
    const held = { ...row, image: { image: 'i', runtimeHandler: 'kata' }, imageId: 'sha256:i', imageRef: 'r' }
    expect(right(decodeCrictlContainers({ containers: [held] }))[0]).toMatchObject({
      imageId: 'sha256:i',
      imageRef: 'r',
      runtimeHandler: 'kata',
    })
  })

  it.each<[string, object, string]>([
    ['no id', { id: undefined }, 'id: expected a string, not empty, got nothing'],
    ['an empty id', { id: '' }, 'id: expected a string, not empty, got ""'],
    ['no metadata', { metadata: null }, 'metadata: expected an object, got null'],
    ['no name', { metadata: {} }, 'metadata.name: expected a string, got nothing'],
    ['no sandbox', { podSandboxId: 7 }, 'podSandboxId: expected a string, got 7'],
    [
      'a RFC 3339 time',
      { createdAt: '2026-01-01T00:00:00Z' },
      'createdAt: expected nanoseconds since 1970, as decimal text, got "2026-01-01T00:00:00Z"',
    ],
    [
      'a number that is not exact',
      { createdAt: 2 ** 60 },
      'createdAt: expected nanoseconds since 1970, as decimal text, got 1152921504606847000',
    ],
    [
      'a broken label',
      { labels: { 'io.kubernetes.pod.uid': 7 } },
      'labels: expected an object in which io.kubernetes.pod.uid, if there, is a string, got an object',
    ],
  ])('refuses a container with %s', (_, change, line) => {
    expect(wrongIn(decodeCrictlContainers({ containers: [{ ...row, ...change }] }))).toEqual([`containers[0].${line}`])
  })

  it('refuses a state that the runtime interface does not know', () => {
    expect(wrongIn(decodeCrictlContainers({ containers: [{ ...row, state: 'running' }] }))[0]).toBe(
      'containers[0].state: expected "CONTAINER_CREATED" or "CONTAINER_RUNNING" or "CONTAINER_EXITED" or "CONTAINER_UNKNOWN", got "running"',
    )
  })
})

describe('crictl pods', () => {
  it('gives every sandbox, the same from old and new releases', () => {
    const sandboxes = right(decodeCrictlSandboxes(crictl('pods.json')))
    expect(sandboxes.length).toBe(9)
    expect(sandboxes.filter(({ state }) => state === 'SANDBOX_READY').length).toBe(4)
    expect(sandboxes[0]).toEqual({
      id: '4c753f9ba48dee3d18044688777b218b1dba300fde50ecb5db324cae7ca8a6ae',
      podUid: '4e7a9c1d-5b6f-4c8d-a2e3-1f0b9d8c7e06',
      state: 'SANDBOX_NOTREADY',
      createdAt: new Date('2026-11-21T02:52:32.030Z'),
    })
    expect(right(decodeCrictlSandboxes(crictl('old-pods.json')))).toEqual(sandboxes)
  })

  it('refuses a sandbox without uid', () => {
    const item = { id: 'a', metadata: {}, state: 'SANDBOX_READY', createdAt: '1' }
    expect(wrongIn(decodeCrictlSandboxes({ items: [item] }))).toEqual([
      'items[0].metadata.uid: expected a string, got nothing',
    ])
  })
})

describe('crictl images', () => {
  it('gives every image, the same from old and new releases but for their order', () => {
    const images = right(decodeCrictlImages(crictl('images.json')))
    const old = right(decodeCrictlImages(crictl('old-images.json')))
    expect(images.length).toBe(13)
    expect(images[0]).toEqual({
      id: 'sha256:fcd8314c06fc88b586273da15913d843871f4065881d002d392aa1ba923821ce',
      runtimeHandler: '',
      size: 182381,
      pinned: false,
      tags: ['docker.io/library/base:1.0', 'docker.io/library/base:latest'],
    })
    const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)
    expect([...old].sort(byId)).toEqual([...images].sort(byId))
    expect(images.filter(({ pinned }) => pinned).flatMap(({ tags }) => tags)).toEqual(['registry.k8s.io/pause:3.10'])
  })

  it('names an image without tags by its digests, and one without either not at all', () => {
    const row = { id: 'sha256:a', size: '1' }
    expect(
      right(
        decodeCrictlImages({
          images: [
            { ...row, repoTags: [], repoDigests: ['r@sha256:d'] },
            { ...row, repoTags: null },
          ],
        }),
      ).map(({ tags }) => tags),
    ).toEqual([['r@sha256:d'], []])
  })

  it('reads the handler of a runtime class', () => {
    const image = { id: 'sha256:a', size: '1', spec: { image: 'x', runtimeHandler: 'kata' } }
    expect(right(decodeCrictlImages({ images: [image] }))[0]?.runtimeHandler).toBe('kata')
  })

  it('keeps a size beyond 2^53 exact and refuses one beyond 2^63', () => {
    const sized = (size: unknown): object => ({ images: [{ id: 'a', size }] })
    expect(right(decodeCrictlImages(sized('9223372036854775807')))[0]?.size).toBe('9223372036854775807')
    expect(wrongIn(decodeCrictlImages(sized('18446744073709551615'))).length).toBe(1)
  })
})

describe('crictl imagefsinfo', () => {
  it('gives the same from old and new releases', () => {
    const use = [
      {
        mountpoint: '/var/lib/containerd/io.containerd.snapshotter.v1.overlayfs',
        at: new Date('2026-11-21T02:52:32.556Z'),
        usedBytes: 3264512,
        inodesUsed: 214,
      },
    ]
    expect(right(decodeCrictlImageFsInfo(crictl('imagefsinfo.json')))).toEqual(use)
    expect(right(decodeCrictlImageFsInfo(crictl('old-imagefsinfo.json')))).toEqual(use)
  })

  it('counts what a runtime leaves out as nothing', () => {
    const bare = { status: { imageFilesystems: [{ timestamp: '1', usedBytes: null, inodesUsed: {} }] } }
    expect(right(decodeCrictlImageFsInfo(bare))).toEqual([
      { mountpoint: '', at: new Date(0), usedBytes: 0, inodesUsed: 0 },
    ])
  })
})

describe('crictl stats', () => {
  it('gives the writable layer of every container', () => {
    const uses = right(decodeCrictlStats(crictl('stats-a.json')))
    expect(uses.length).toBe(15)
    expect(uses[0]).toEqual({
      id: '1a7a135bc9b8dd088fc6ae0c4e4387b0b60f988285ef817fe678a590ada6f5dc',
      usedBytes: O.some(20480),
    })
  })

  it('says so where a runtime has no number', () => {
    const row = { attributes: { id: 'a' } }
    const stats = [row, { ...row, writableLayer: null }, { ...row, writableLayer: { usedBytes: null } }]
    expect(right(decodeCrictlStats({ stats })).map(({ usedBytes }) => usedBytes)).toEqual([O.none, O.none, O.none])
  })
})

describe('crictl inspect', () => {
  it('gives the image volumes of one container or of several', () => {
    expect(right(decodeCrictlInspect(crictl('inspect-running.json'))).length).toBe(1)
    const all = right(decodeCrictlInspect(crictl('inspect-all.json')))
    expect(all.length).toBe(15)
    expect(all.flatMap(({ imageVolumes }) => imageVolumes)).toEqual([])
  })

  it('leaves out mounts that are no image', () => {
    const mounts = [
      { containerPath: '/a' },
      { image: null },
      { image: { image: '' } },
      { image: { image: 'sha256:v' } },
    ]
    const status = { id: 'a', state: 'CONTAINER_RUNNING', mounts }
    expect(right(decodeCrictlInspect([{ status }]))).toEqual([{ id: 'a', imageVolumes: ['sha256:v'] }])
  })

  it('names the place of a broken mount', () => {
    const status = { id: 'a', state: 'CONTAINER_RUNNING', mounts: [{ image: { image: 7 } }] }
    expect(wrongIn(decodeCrictlInspect({ status }))).toEqual(['status.mounts[0].image.image: expected a string, got 7'])
    expect(wrongIn(decodeCrictlInspect([{ status }]))).toEqual([
      '[0].status.mounts[0].image.image: expected a string, got 7',
    ])
  })
})
