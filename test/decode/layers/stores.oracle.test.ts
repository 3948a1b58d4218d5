import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import {
  containerdLayers,
  crictlLayers,
  decodeCrictlInspecti,
  decodeCtrSnapshotUsages,
  decodeDockerDisk,
  decodeDockerImages,
  decodeStorageContainers,
  decodeStorageImages,
  decodeStorageLayers,
  dockerLayers,
  storageLayers,
} from '../../../src/decode/index.js'
import type { Snapshot } from '../../../src/containerd/index.js'
import { known } from '../../../src/core/index.js'
import type { LayerStore, SizeBounds } from '../../../src/reclaim/layers/store.js'
import { freedBy, sharesOf } from '../../../src/reclaim/layers/index.js'
import { metadata, table } from '../ctr/recorded.js'
import { capture, captureJson, right } from '../reading.js'

const digests = (answer: unknown): ReadonlyArray<string> =>
  (answer as { readonly ImagesDeleted: ReadonlyArray<Readonly<Record<string, string>>> }).ImagesDeleted.flatMap(
    ({ Deleted }) => Deleted ?? [],
  )
const reclaimed = (answer: unknown): number => (answer as { readonly SpaceReclaimed: number }).SpaceReclaimed

/** A store without some of its images. */
const without = (store: LayerStore, gone: ReadonlySet<string>): LayerStore => {
  const freed = new Set(right(freedBy(store)(gone)).layers)
  return {
    layers: store.layers.filter(({ id }) => !freed.has(id)),
    images: store.images.filter(({ id }) => !gone.has(id)),
    holders: store.holders,
  }
}

const docker = (folder: string) => {
  const disk = right(decodeDockerDisk(capture(`${folder}/api-system-df.json`)))
  const images = right(decodeDockerImages(capture(`${folder}/image-inspect.json`)))
  return { disk, images, ...dockerLayers({ images, disk }) }
}

/** What images give back once the containers that were pruned before are gone; images in between stay listed. */
const free = ({ store }: { readonly store: LayerStore }): LayerStore => ({ ...store, holders: [] })

describe.each(['docker-28-overlay2', 'docker-20-vfs'])('the images of %s', (folder) => {
  const { store, disk, images, unseen } = docker(folder)

  it('have layers whose sizes are all known', () => {
    expect(store.layers.filter(({ unpacked }) => unpacked.most !== unpacked.least)).toEqual([])
  })

  it('take together what the daemon says all layers take', () => {
    const total = (captureJson(`${folder}/api-system-df.json`) as { readonly LayersSize: number }).LayersSize
    expect(store.layers.reduce((sum, { unpacked }) => sum + Number(unpacked.least), 0)).toBe(total)
  })

  it('share and keep alone what the daemon says', () => {
    const listed = new Set(disk.images.map(({ id }) => id))
    // 20.10 does not count images in between as others, 28 does.
    const counted = folder === 'docker-20-vfs' ? images.filter(({ id }) => listed.has(id)) : images
    const { images: shares } = right(sharesOf(free(dockerLayers({ images: counted, disk }))))
    const alone = new Map(shares.map(({ id, unpacked, exclusive }) => [id, [unpacked.least, exclusive.least]]))
    expect(disk.images.map(({ id }) => [id, alone.get(id)])).toEqual(
      disk.images.map(({ id, size, shared }) => [id, [size, Number(size) - Number(O.toNullable(shared))]]),
    )
  })

  it('give back what two prunes freed, one after the other, and lose the layers that these named', () => {
    let left: LayerStore = free({ store })
    for (const step of ['prune-images-dangling', 'prune-images-all']) {
      const answer = captureJson(`${folder}/${step}.api.json`)
      const deleted = digests(answer)
      const gone = new Set(left.images.map(({ id }) => id).filter((id) => deleted.includes(id)))
      const freed = right(freedBy(left)(gone))
      expect(freed.bytes).toEqual({ least: reclaimed(answer), most: reclaimed(answer) })
      expect([...freed.layers].sort()).toEqual(deleted.filter((id) => !gone.has(id)).sort())
      left = without(left, gone)
    }
  })

  it('are not all listed: a container stands on one that was untagged while it used it', () => {
    expect(unseen).toEqual([expect.stringMatching(/^container \w+, whose image is not listed$/)])
  })
})

describe('the images of docker-28-snapshotter, which keeps downloads as well', () => {
  const { store, disk, images } = docker('docker-28-snapshotter')
  const within = (bytes: number, { least, most }: SizeBounds): boolean =>
    Number(least) <= bytes && (most === undefined || bytes <= Number(most))

  it('share exactly the unpacked bytes that the daemon says', () => {
    const listed = new Set(disk.images.map(({ id }) => id))
    const some = dockerLayers({ images: images.filter(({ id }) => listed.has(id)), disk }).store
    const { shared } = right(sharesOf(some))
    for (const { id, shared: said } of disk.images) {
      const groups = shared.filter(({ images: users }) => users.includes(id))
      const bytes = groups.reduce((sum, { unpacked }) => sum + Number(unpacked.least), 0)
      expect([id, bytes]).toEqual([id, O.toNullable(said)])
    }
  })

  it('give back at least what is unpacked and at most what the daemon counts of them', () => {
    for (const { id, size, shared } of disk.images) {
      const freed = right(freedBy({ ...store, holders: [] })(new Set([id])))
      const unique = Number(size) - Number(O.toNullable(shared))
      expect([id, Number(freed.bytes.least) <= unique]).toEqual([id, true])
    }
  })

  it('have the downloads that two prunes freed within their bounds; the daemon leaves out what was unpacked', () => {
    let left: LayerStore = free({ store })
    for (const step of ['prune-images-dangling', 'prune-images-all']) {
      const answer = captureJson(`docker-28-snapshotter/${step}.api.json`)
      const deleted = digests(answer)
      const gone = new Set(left.images.map(({ id }) => id).filter((id) => deleted.includes(id)))
      expect(gone.size).toBe(deleted.length)
      const downloads = { ...left, layers: left.layers.map((layer) => ({ ...layer, unpacked: { least: 0, most: 0 } })) }
      expect(within(reclaimed(answer), right(freedBy(downloads)(gone)).bytes)).toBe(true)
      left = without(left, gone)
    }
  })
})

describe.each(['overlay', 'vfs'])('the files of containers/storage with %s', (driver) => {
  const folder = `podman-4.3.1-${driver}`
  const { store, unseen } = storageLayers({
    layers: right(decodeStorageLayers(capture(`${folder}/storage-layers.json`))),
    images: right(decodeStorageImages(capture(`${folder}/storage-images.json`))),
    containers: right(decodeStorageContainers(capture(`${folder}/storage-containers.json`))),
  })

  it('say the size of each image that podman prints', () => {
    const printed = captureJson(`${folder}/images.json`) as ReadonlyArray<{
      readonly Id: string
      readonly Size: number
    }>
    const sizes = new Map(right(sharesOf(store)).images.map(({ id, unpacked }) => [id, unpacked.least]))
    expect(printed.map(({ Id }) => [Id, sizes.get(Id)])).toEqual(printed.map(({ Id, Size }) => [Id, Size]))
    expect(unseen).toEqual([])
  })

  it('say that nothing goes with an image of which a container is left', () => {
    const used = store.images.filter(({ topLayer }) => {
      const above = store.layers.filter(({ parent }) => parent === topLayer).map(({ id }) => id)
      return store.holders.some(({ layer }) => above.includes(layer))
    })
    expect(used).toHaveLength(7)
    for (const { id } of used) expect(right(freedBy(store)(new Set([id]))).layers).toEqual([])
  })
})

describe('the files of containers/storage after a prune', () => {
  const read = (name: string): string => capture(`podman-4.3.1-overlay/${name}.json`)
  const before = storageLayers({
    layers: right(decodeStorageLayers(read('storage-layers'))),
    images: right(decodeStorageImages(read('storage-images'))),
    containers: right(decodeStorageContainers(read('storage-containers'))),
  }).store
  const layersAfter = new Set(right(decodeStorageLayers(read('after2-storage-layers'))).map(({ id }) => id))
  const imagesAfter = new Set(right(decodeStorageImages(read('after2-storage-images'))).map(({ id }) => id))

  it('lack exactly the layers that the images that went took with them', () => {
    // The containers that were removed in between went with their layers.
    const holders = before.holders.filter(({ layer }) => layersAfter.has(layer))
    const writable = new Set(before.holders.map(({ layer }) => layer))
    const layers = before.layers.filter(({ id }) => !writable.has(id) || layersAfter.has(id))
    const gone = new Set(before.images.map(({ id }) => id).filter((id) => !imagesAfter.has(id)))
    const freed = right(freedBy({ ...before, layers, holders })(gone))
    const expected = layers.map(({ id }) => id).filter((id) => !layersAfter.has(id))
    expect([...freed.layers].sort()).toEqual(expected.sort())
  })
})

describe('containerd', () => {
  const state = (name: string): Snapshot => metadata(name)
  const usages = new Map(
    right(decodeCtrSnapshotUsages(table('0-initial', 'k8s.io', 'snapshots-usage-b.txt'))).map(({ key, usage }) => [
      key,
      usage,
    ]),
  )
  const measured = (snapshot: Snapshot): Snapshot => ({
    ...snapshot,
    namespaces: snapshot.namespaces.map((one) => ({
      ...one,
      snapshots: one.snapshots.map((each) => ({ ...each, usage: usages.get(each.key) ?? known(0) })),
    })),
  })
  const of = { namespace: 'k8s.io', snapshotter: 'overlayfs' }
  const { store } = containerdLayers(of)(measured(state('2-leases-rm-sync')))
  const inspected = right(decodeCrictlInspecti(capture('containerd-2.1.9/crictl/inspecti-all.json')))

  it('has the images that the runtime interface lists, by the same ids', () => {
    expect(store.images.map(({ id }) => id).sort()).toEqual(inspected.map(({ id }) => id).sort())
  })

  it('gives back the layer and the downloads that it really removed with an image', () => {
    const [, , step] = captureJson('containerd-2.1.9/metadata/removed.json') as ReadonlyArray<{
      readonly backend: { readonly blobsRemoved: ReadonlyArray<string> }
      readonly removed: ReadonlyArray<readonly [kind: string, namespace: string, key: string]>
    }>
    const freed = right(
      freedBy(store)(new Set(['sha256:9c27a74b74ca5435fb7128607807f9b5be756450fc5176ee2893f1129e2d6c16'])),
    )
    const removed = step?.removed.flatMap(([kind, , key]) =>
      kind === 'snapshot' ? [key.slice('overlayfs/'.length)] : [],
    )
    expect(freed.layers).toEqual(removed)
    expect(step?.backend.blobsRemoved).toEqual(expect.arrayContaining([...freed.blobs]))
    const content = state('2-leases-rm-sync').namespaces.flatMap((one) => one.content)
    const blobs = new Set(step?.backend.blobsRemoved)
    const sizes = new Map(content.flatMap(({ digest, size }) => (blobs.has(digest) ? [[digest, Number(size)]] : [])))
    const unpacked = usages.get(removed?.[0] ?? '')
    const expected =
      [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) +
      (unpacked?._tag === 'Known' ? Number(unpacked.value) : 0)
    expect(freed.bytes).toEqual({ least: expected, most: expected })
  })

  it('names chains of layers as they are computed from what the images say', () => {
    const layers = crictlLayers({
      images: inspected,
      usages: [...usages].map(([key, usage]) => ({ key, usage })),
    }).store
    const tops = new Map(layers.images.map(({ id, topLayer }) => [id, topLayer]))
    expect(inspected.map(({ id }) => tops.get(id))).toEqual(inspected.map(({ chainId }) => O.toUndefined(chainId)))
    const sizes = new Map(layers.layers.map(({ id, unpacked }) => [id, unpacked]))
    const own = store.layers.filter(({ id }) => sizes.has(id))
    expect(own.map(({ unpacked }) => unpacked)).toEqual(own.map(({ id }) => sizes.get(id)))
    expect(own).toHaveLength(layers.layers.length)
  })

  it('has downloads within the bounds that the sizes of images give', () => {
    const bounds = new Map(crictlLayers({ images: inspected }).store.layers.map(({ id, blob }) => [id, blob?.size]))
    for (const { id, blob } of store.layers) {
      const bound = bounds.get(id)
      if (bound === undefined || blob === undefined) continue
      expect(Number(blob.size.least)).toBeLessThanOrEqual(Number(bound.most))
    }
  })
})
