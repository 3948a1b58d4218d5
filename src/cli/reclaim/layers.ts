/**
 * Answers which layer store the files of a command line make: containerd's from `crictl` or from its metadata, CRI-O's from
 * containers/storage, Docker's from its engine.
 */
import { either as E, option as O } from 'fp-ts'

import type { DecodedLayers } from '../../decode/index.js'
import {
  containerdLayers,
  crictlLayers,
  decodeContainerdSnapshot,
  decodeCrictlInspecti,
  decodeCtrSnapshotUsages,
  decodeDockerDisk,
  decodeDockerImages,
  decodeStorageContainers,
  decodeStorageImages,
  decodeStorageLayers,
  dockerLayers,
  storageLayers,
} from '../../decode/index.js'
import type { Flag, Given } from '../command.js'
import type { Inputs, Parts } from '../plan/inputs.js'
import { readPart } from '../plan/inputs.js'
import { oneOf, optional } from '../values.js'

/** What a file can say of layers. */
export type LayerPart =
  | 'inspecti'
  | 'usage'
  | 'metadata'
  | 'storage-layers'
  | 'storage-images'
  | 'storage-containers'
  | 'docker-images'
  | 'docker-disk'

const storage = '/var/lib/containers/storage/overlay'

/** The files about layers, in the order of the help. */
export const layerParts: Parts<LayerPart> = {
  inspecti: { kinds: ['CrictlInspecti'], source: 'crictl inspecti -o json $(crictl images -q): layers of containerd' },
  usage: { kinds: ['CtrSnapshotUsages'], source: 'ctr -n k8s.io snapshots usage -b: what those layers take' },
  metadata: { kinds: ['ContainerdSnapshot'], source: 'a gcplan snapshot of containerd, instead of --inspecti' },
  'storage-layers': { kinds: ['StorageLayers'], source: `${storage}-layers/layers.json: layers of CRI-O` },
  'storage-images': { kinds: ['StorageImages'], source: `${storage}-images/images.json` },
  'storage-containers': { kinds: ['StorageContainers'], source: `${storage}-containers/containers.json` },
  'docker-images': {
    kinds: ['DockerImageInspect'],
    source: 'docker image inspect $(docker image ls -aq --no-trunc): layers of Docker',
  },
  'docker-disk': {
    kinds: ['DockerDisk'],
    source: 'curl --unix-socket /var/run/docker.sock http://localhost/system/df: what they share',
  },
}

/** What the files leave open. */
export const layerFlags: ReadonlyArray<Flag> = [
  { name: 'snapshotter', value: 'NAME', about: 'the snapshotter whose layers --metadata has (default overlayfs)' },
  { name: 'layers-kept', value: 'HOW', about: 'how --storage-layers are kept: differences (default), copies (vfs)' },
]

/** Reads the files about layers; exactly one kind of store. */
export const layersOf = (given: Given, inputs: Inputs<LayerPart>): E.Either<string, DecodedLayers> => {
  const kept = optional(oneOf(['differences', 'copies'] as const))(given, 'layers-kept')
  if (E.isLeft(kept)) return kept
  const stores = [
    crictlStore(inputs),
    metadataStore(given, inputs),
    storageStore(O.toUndefined(kept.right), inputs),
    dockerStore(inputs),
  ]
  const found: DecodedLayers[] = []
  for (const store of stores) {
    if (E.isLeft(store)) return store
    if (O.isSome(store.right)) found.push(store.right.value)
  }
  const [store, other] = found
  return store === undefined || other !== undefined
    ? E.left(
        'give one layer store: --inspecti FILE, --metadata FILE, --storage-layers and --storage-images, or --docker-images and --docker-disk',
      )
    : E.right(store)
}

type Store = E.Either<string, O.Option<DecodedLayers>>

const noStore: Store = E.right(O.none)

const crictlStore = (inputs: Inputs<LayerPart>): Store => {
  const images = readPart(decodeCrictlInspecti)(inputs, 'inspecti')
  if (E.isLeft(images)) return images
  const usages = readPart(decodeCtrSnapshotUsages)(inputs, 'usage')
  if (E.isLeft(usages)) return usages
  if (O.isNone(images.right)) return noStore
  const measured = O.isSome(usages.right) ? { usages: usages.right.value } : {}
  return E.right(O.some(crictlLayers({ images: images.right.value, ...measured })))
}

const metadataStore = (given: Given, inputs: Inputs<LayerPart>): Store => {
  const metadata = readPart(decodeContainerdSnapshot)(inputs, 'metadata')
  if (E.isLeft(metadata) || O.isNone(metadata.right)) return E.map(() => O.none)(metadata)
  const snapshotter = O.getOrElse(() => 'overlayfs')(given.value('snapshotter'))
  return E.right(O.some(containerdLayers({ namespace: 'k8s.io', snapshotter })(metadata.right.value)))
}

const storageStore = (kept: 'differences' | 'copies' | undefined, inputs: Inputs<LayerPart>): Store => {
  const layers = readPart(decodeStorageLayers)(inputs, 'storage-layers')
  if (E.isLeft(layers)) return layers
  const images = readPart(decodeStorageImages)(inputs, 'storage-images')
  if (E.isLeft(images)) return images
  const containers = readPart(decodeStorageContainers)(inputs, 'storage-containers')
  if (E.isLeft(containers)) return containers
  if (O.isNone(layers.right) && O.isNone(images.right)) return noStore
  if (O.isNone(layers.right) || O.isNone(images.right))
    return E.left('--storage-layers and --storage-images belong together')
  if (O.isNone(containers.right)) return E.left('no containers of the store given: --storage-containers FILE')
  return E.right(
    O.some(
      storageLayers({
        layers: layers.right.value,
        images: images.right.value,
        containers: containers.right.value,
        ...(kept === undefined ? {} : { kept }),
      }),
    ),
  )
}

const dockerStore = (inputs: Inputs<LayerPart>): Store => {
  const images = readPart(decodeDockerImages)(inputs, 'docker-images')
  if (E.isLeft(images)) return images
  const disk = readPart(decodeDockerDisk)(inputs, 'docker-disk')
  if (E.isLeft(disk)) return disk
  if (O.isNone(images.right) && O.isNone(disk.right)) return noStore
  return O.isNone(images.right) || O.isNone(disk.right)
    ? E.left('--docker-images and --docker-disk belong together')
    : E.right(O.some(dockerLayers({ images: images.right.value, disk: disk.right.value })))
}
