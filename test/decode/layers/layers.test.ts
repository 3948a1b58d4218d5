import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { known, unknown } from '../../../src/core/index.js'
import type { DockerImage, StorageLayer } from '../../../src/decode/index.js'
import {
  containerdLayers,
  crictlLayers,
  decodeCrictlInspecti,
  decodeStorageImages,
  decodeStorageLayers,
  dockerLayers,
  storageLayers,
} from '../../../src/decode/index.js'
import { chainForest } from '../../../src/decode/layers/chain.js'
import { freedBy, sharesOf } from '../../../src/reclaim/layers/index.js'
import { right, wrongIn } from '../reading.js'

const image = (id: string, size: number, diffIds: ReadonlyArray<string>, chainId: O.Option<string> = O.none) => ({
  id,
  size,
  diffIds,
  chainId,
})

describe('images of crictl', () => {
  it('take at most what the smallest image on a layer takes, and never nothing', () => {
    const { store } = crictlLayers({
      images: [image('shop', 90, ['sha256:a', 'sha256:b']), image('base', 60, ['sha256:a']), image('none', 5, [])],
    })
    expect(store.layers.map(({ unpacked }) => unpacked)).toEqual([
      { least: 0, most: 60 },
      { least: 0, most: 90 },
    ])
    expect(store.images).toEqual([
      { id: 'shop', topLayer: store.layers[1]?.id, own: { least: 0, most: 90 } },
      { id: 'base', topLayer: 'sha256:a', own: { least: 0, most: 60 } },
      { id: 'none', own: { least: 0, most: 5 } },
    ])
    expect(store.layers[1]?.parent).toBe('sha256:a')
  })

  it('have unpacked layers of unknown size where sizes count downloads, unless the snapshotter says them', () => {
    const images = [image('base', 60, ['sha256:a'], O.some('sha256:a'))]
    const blob = { digest: 'sha256:a', size: { least: 0, most: 60 } }
    expect(crictlLayers({ images }).store.layers).toEqual([{ id: 'sha256:a', unpacked: { least: 0 }, blob }])
    const usages = [
      { key: 'sha256:a', usage: known(212) },
      { key: 'sha256:b', usage: unknown },
    ]
    expect(crictlLayers({ images, usages }).store.layers).toEqual([
      { id: 'sha256:a', unpacked: { least: 212, most: 212 }, blob },
    ])
  })

  it('are one when they are printed twice', () => {
    expect(crictlLayers({ images: [image('a', 1, []), image('a', 1, [])] }).store.images).toHaveLength(1)
  })

  it('are refused without what inspecti leaves out when it is told to be quiet', () => {
    expect(wrongIn(decodeCrictlInspecti({ status: { id: 'a', repoTags: [], size: '1' } }))).toEqual([
      expect.stringMatching(/info: expected an object, got nothing/),
    ])
  })

  it('stand on a chain of ten thousand layers', () => {
    const diffIds = Array.from({ length: 10_000 }, (_, at) => `sha256:${at}`)
    const { ids, below } = chainForest([diffIds])
    expect(new Set(ids).size).toBe(10_000)
    expect(below.at(-1)).toBe(9_998)
  })

  it('tell apart the same contents on different layers', () => {
    const { ids, tops } = chainForest([
      ['sha256:a', 'sha256:c'],
      ['sha256:b', 'sha256:c'],
    ])
    expect(ids).toHaveLength(4)
    expect(tops).toEqual([1, 3])
  })
})

describe('files of containers/storage', () => {
  const layer = (id: string, parent: string, bytes: number | null): StorageLayer => ({
    id,
    parent,
    diffSize: O.fromNullable(bytes),
  })

  it('say nothing of the size of a layer that nobody measured', () => {
    const read = right(decodeStorageLayers([{ id: 'a', 'diff-size': -1 }, { id: 'b', 'diff-size': 7 }, { id: 'c' }]))
    const { store } = storageLayers({ layers: read, images: [], containers: [] })
    expect(store.layers.map(({ unpacked }) => unpacked)).toEqual([{ least: 0 }, { least: 7, most: 7 }, { least: 0 }])
  })

  it('bound copies by what is below them', () => {
    const layers = [layer('c', 'b', 5), layer('b', 'a', 20), layer('a', '', 100), layer('x', 'b', null)]
    const { store } = storageLayers({ layers, images: [], containers: [], kept: 'copies' })
    expect(store.layers.map(({ unpacked }) => unpacked)).toEqual([
      { least: 5, most: 125 },
      { least: 20, most: 120 },
      { least: 100, most: 100 },
      { least: 0 },
    ])
  })

  it('name a circle of layers, and a copy in one, without end', () => {
    const layers = [layer('a', 'b', 1), layer('b', 'a', 1), layer('c', 'gone', 1)]
    const { store } = storageLayers({ layers, images: [], containers: [], kept: 'copies' })
    expect(store.layers.map(({ unpacked }) => unpacked.most)).toEqual([undefined, undefined, undefined])
    expect(E.isLeft(freedBy(store)(new Set()))).toBe(true)
  })

  it('leave a container in doubt whose layer they do not list', () => {
    const containers = [{ id: 'lost', layer: 'gone', image: '' }]
    const { store, unseen } = storageLayers({ layers: [], images: [], containers })
    expect(store.holders).toEqual([])
    expect(unseen).toEqual(['container lost, whose layer is not listed'])
  })

  it('count what an image keeps beside its layers, and refuse a size that is none', () => {
    const read = (sizes: unknown): unknown => decodeStorageImages([{ id: 'a', layer: 'b', 'big-data-sizes': sizes }])
    expect(read({ manifest: 3, ['__proto__x']: 4 })).toEqual(E.right([{ id: 'a', layer: 'b', bigDataBytes: 7 }]))
    for (const sizes of [{ manifest: -1 }, { manifest: 0.5 }, [], { a: '9223372036854775807', b: 1 }])
      expect(E.isLeft(read(sizes) as E.Either<unknown, unknown>)).toBe(true)
    expect(right(decodeStorageImages([{ id: 'a' }]))).toEqual([{ id: 'a', layer: '', bigDataBytes: 0 }])
  })
})

describe('images of docker', () => {
  const of = (id: string, size: number, ...diffIds: ReadonlyArray<string>): DockerImage => ({
    id,
    size,
    diffIds,
    descriptor: O.none,
  })
  const disk = (...images: ReadonlyArray<readonly [id: string, size: number, shared: number]>) => ({
    images: images.map(([id, size, shared]) => ({ id, size, shared: O.some(shared) })),
    containers: [],
  })

  it('leave the sizes of layers between two totals in bounds', () => {
    const { store } = dockerLayers({ images: [of('a', 100, 'd:1', 'd:2'), of('b', 10, 'd:1x')], disk: disk() })
    expect(store.layers.map(({ unpacked }) => unpacked)).toEqual([
      { least: 0, most: 100 },
      { least: 0, most: 100 },
      { least: 10, most: 10 },
    ])
  })

  it('tell by what they share how large the layers are that no image ends in', () => {
    const images = [of('a', 100, 'd:1', 'd:2'), of('b', 70, 'd:1', 'd:3')]
    const { store } = dockerLayers({ images, disk: disk(['a', 100, 60], ['b', 70, 60]) })
    expect(store.layers.map(({ unpacked }) => unpacked.most)).toEqual([60, 40, 10])
    expect(store.layers.map(({ unpacked }) => unpacked.least)).toEqual([60, 40, 10])
  })

  it('leave it open where a daemon may have counted images in between or not', () => {
    const images = [of('a', 100, 'd:1', 'd:2'), of('b', 70, 'd:1'), of('between', 100, 'd:1', 'd:2')]
    const { store } = dockerLayers({ images, disk: disk(['a', 100, 99], ['b', 70, 70]) })
    expect(store.layers.map(({ unpacked }) => unpacked)).toEqual([
      { least: 70, most: 70 },
      { least: 30, most: 30 },
    ])
  })

  it('know nothing of layers whose totals contradict each other', () => {
    const images = [of('a', 100, 'd:1'), of('b', 70, 'd:1', 'd:2')]
    const { store } = dockerLayers({ images, disk: disk() })
    expect(store.layers[1]?.unpacked).toEqual({ least: 0 })
  })
})

describe('a namespace of containerd', () => {
  const usage = known(10)
  const snapshot = (key: string, parent: string) => ({ snapshotter: 'overlayfs', key, parent, labels: [], usage })
  const content = (digest: string, size: number, labels: ReadonlyArray<readonly [string, string]> = []) => ({
    digest,
    size,
    labels: labels.map(([key, value]) => [`containerd.io/gc.ref.${key}`, value] as const),
  })
  const empty = { containers: [], leases: [], ingests: [], sandboxes: [], streams: [], mounts: [], inMetadata: true }
  const k8s = {
    ...empty,
    name: 'k8s.io',
    images: [
      { name: 'app:1', target: 'd:m', labels: [] },
      { name: 'd:c', target: 'd:c', labels: [] },
      { name: 'other', target: 'd:o', labels: [] },
    ],
    content: [
      content('d:m', 3, [
        ['content.config', 'd:c'],
        ['content.l.1', 'd:upper'],
        ['content.l.0', 'd:lower'],
      ]),
      content('d:c', 2, [['snapshot.overlayfs', 'top']]),
      content('d:lower', 100),
      content('d:upper', 200),
      content('d:o', 1, [['content.extra', 'd:extra']]),
      content('d:extra', 50),
    ],
    snapshots: [snapshot('bottom', ''), snapshot('top', 'bottom'), snapshot('c1', 'top')],
  }
  const of = { namespace: 'k8s.io', snapshotter: 'overlayfs' }
  const storeOf = (...namespaces: ReadonlyArray<typeof k8s>) => containerdLayers(of)({ at: new Date(0), namespaces })

  it('has names of one configuration as one image, and downloads at their layers', () => {
    const { images, layers } = storeOf(k8s).store
    expect(images).toEqual([
      { id: 'd:c', topLayer: 'top', own: { least: 5, most: 5 } },
      { id: 'd:o', own: { least: 51, most: 51 } },
    ])
    expect(layers.map(({ id, blob }) => [id, blob?.digest, blob?.size.least])).toEqual([
      ['bottom', 'd:lower', 100],
      ['top', 'd:upper', 200],
      ['c1', undefined, undefined],
    ])
  })

  it('does not give back what another namespace records, nor what a lease or a container holds', () => {
    const other = { ...k8s, name: 'build', content: [content('d:lower', 100)] }
    expect(storeOf(k8s, other).store.layers[0]?.blob).toBeUndefined()
    const lease = {
      id: 'l',
      createdAt: new Date(0),
      labels: [],
      resources: known([
        { type: 'content', id: 'd:m' },
        { type: 'snapshots/overlayfs', id: 'bottom' },
        { type: 'images', id: 'app:1' },
      ]),
    }
    const held = containerdLayers(of)({ at: new Date(0), namespaces: [{ ...k8s, leases: [lease] }] })
    expect(held.store.holders.map(({ layer }) => layer).sort()).toEqual(['bottom', 'top'])
    expect(held.store.images[0]?.own).toEqual({ least: 0, most: 0 })
    const freed = right(freedBy(storeOf(k8s).store)(new Set(['d:c'])))
    expect(freed.layers).toEqual([])
  })

  it('gives back all of an image on which nothing stands', () => {
    const bare = { ...k8s, snapshots: k8s.snapshots.slice(0, 2) }
    const freed = right(freedBy(storeOf(bare).store)(new Set(['d:c'])))
    expect(freed).toEqual({
      bytes: { least: 325, most: 325 },
      layers: ['bottom', 'top'],
      blobs: ['d:lower', 'd:upper'],
    })
  })

  it('counts what two images lead to as a bound', () => {
    const shared = { ...k8s, images: [...k8s.images, { name: 'again', target: 'd:again', labels: [] }] }
    const more = { ...shared, content: [...k8s.content, content('d:again', 4, [['content.x', 'd:extra']])] }
    const [, other, again] = storeOf(more).store.images
    expect([other?.own, again?.own]).toEqual([
      { least: 1, most: 51 },
      { least: 4, most: 54 },
    ])
  })

  it('leaves open what leases hold that nobody listed, and a name that is not there has nothing', () => {
    const lease = { id: 'l', createdAt: new Date(0), labels: [], resources: unknown }
    const { unseen } = containerdLayers(of)({ at: new Date(0), namespaces: [{ ...k8s, leases: [lease] }] })
    expect(unseen).toEqual(['what lease l holds'])
    expect(storeOf().store.images).toEqual([])
    expect(E.isRight(sharesOf(storeOf(k8s).store))).toBe(true)
  })
})
