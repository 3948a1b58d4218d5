/**
 * Builds the layer store from files: containerd's from `crictl` or its metadata, CRI-O's from containers/storage,
 * Docker's from its engine.
 */
import { either as E, function as F, option as O, readonlyArray } from 'fp-ts'

import {
  type DecodedLayers,
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
import { all, present } from '../fp.js'
import { type Inputs, type Parts, readPart } from '../plan/inputs.js'
import { oneOf, optional, together } from '../values.js'

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
  inspecti: { kinds: ['CrictlInspecti'], source: 'crictl inspecti -o json $(crictl images -q): layers in containerd' },
  usage: { kinds: ['CtrSnapshotUsages'], source: 'ctr -n k8s.io snapshots usage -b: sizes of those layers' },
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
  { name: 'snapshotter', value: 'NAME', about: 'snapshotter of the layers in --metadata (default overlayfs)' },
  {
    name: 'layers-kept',
    value: 'HOW',
    about: 'layers in --storage-layers are differences (default) or full copies (vfs)',
  },
]

/** Reads the files about layers; exactly one kind of store. */
export const layersOf = (given: Given, inputs: Inputs<LayerPart>): E.Either<string, DecodedLayers> =>
  F.pipe(
    all({
      crictl: crictlStore(inputs),
      metadata: metadataStore(given, inputs),
      storage: storageStore(given, inputs),
      docker: dockerStore(inputs),
    }),
    E.map(({ crictl, metadata, storage, docker }) => readonlyArray.compact([crictl, metadata, storage, docker])),
    E.flatMap(([store, other]) =>
      store === undefined || other !== undefined
        ? E.left(
            'give one layer store: --inspecti FILE, --metadata FILE, --storage-layers and --storage-images, or --docker-images and --docker-disk',
          )
        : E.right(store),
    ),
  )

type Store = E.Either<string, O.Option<DecodedLayers>>

const crictlStore = (inputs: Inputs<LayerPart>): Store =>
  F.pipe(
    all({
      images: readPart(decodeCrictlInspecti)(inputs, 'inspecti'),
      usages: readPart(decodeCtrSnapshotUsages)(inputs, 'usage'),
    }),
    E.map(({ images, usages }) =>
      F.pipe(
        images,
        O.map((inspected) => crictlLayers({ images: inspected, ...present({ usages }) })),
      ),
    ),
  )

const metadataStore = (given: Given, inputs: Inputs<LayerPart>): Store => {
  const snapshotter = O.getOrElse(() => 'overlayfs')(given.value('snapshotter'))
  return F.pipe(
    readPart(decodeContainerdSnapshot)(inputs, 'metadata'),
    E.map(O.map(containerdLayers({ namespace: 'k8s.io', snapshotter }))),
  )
}

const storageStore = (given: Given, inputs: Inputs<LayerPart>): Store =>
  F.pipe(
    all({
      kept: optional(oneOf(['differences', 'copies']))(given, 'layers-kept'),
      layers: readPart(decodeStorageLayers)(inputs, 'storage-layers'),
      images: readPart(decodeStorageImages)(inputs, 'storage-images'),
      containers: readPart(decodeStorageContainers)(inputs, 'storage-containers'),
    }),
    E.bind('listed', ({ layers, images }) => together('--storage-layers and --storage-images')(layers, images)),
    E.flatMap(({ kept, listed, containers }) =>
      F.pipe(
        listed,
        O.traverse(E.Applicative)(([layers, images]) =>
          F.pipe(
            containers,
            E.fromOption(() => 'no containers of the store given: --storage-containers FILE'),
            E.map((users) => storageLayers({ layers, images, containers: users, ...present({ kept }) })),
          ),
        ),
      ),
    ),
  )

const dockerStore = (inputs: Inputs<LayerPart>): Store =>
  F.pipe(
    all({
      images: readPart(decodeDockerImages)(inputs, 'docker-images'),
      disk: readPart(decodeDockerDisk)(inputs, 'docker-disk'),
    }),
    E.flatMap(({ images, disk }) => together('--docker-images and --docker-disk')(images, disk)),
    E.map(O.map(([images, disk]) => dockerLayers({ images, disk }))),
  )
