/**
 * Answers which layer store the files of a command line make: containerd's from `crictl` or from its metadata, CRI-O's from
 * containers/storage.
 */
import { either as E, option as O } from 'fp-ts'

import type { DecodedLayers } from '../../decode/index.js'
import {
  containerdLayers,
  crictlLayers,
  decodeContainerdSnapshot,
  decodeCrictlInspecti,
  decodeCtrSnapshotUsages,
  decodeStorageContainers,
  decodeStorageImages,
  decodeStorageLayers,
  storageLayers,
} from '../../decode/index.js'
import type { Flag, Given } from '../command.js'
import type { Inputs, Parts } from '../plan/inputs.js'
import { readPart } from '../plan/inputs.js'
import { oneOf, optional } from '../values.js'

/** What a file can say of layers. */
export type LayerPart = 'inspecti' | 'usage' | 'metadata' | 'storage-layers' | 'storage-images' | 'storage-containers'

const storage = '/var/lib/containers/storage/overlay'

/** The files about layers, in the order of the help. */
export const layerParts: Parts<LayerPart> = {
  inspecti: { kinds: ['CrictlInspecti'], source: 'crictl inspecti -o json $(crictl images -q): layers of containerd' },
  usage: { kinds: ['CtrSnapshotUsages'], source: 'ctr -n k8s.io snapshots usage -b: what those layers take' },
  metadata: { kinds: ['ContainerdSnapshot'], source: 'a gcplan snapshot of containerd, instead of --inspecti' },
  'storage-layers': { kinds: ['StorageLayers'], source: `${storage}-layers/layers.json: layers of CRI-O` },
  'storage-images': { kinds: ['StorageImages'], source: `${storage}-images/images.json` },
  'storage-containers': { kinds: ['StorageContainers'], source: `${storage}-containers/containers.json` },
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
  const inspected = readPart(decodeCrictlInspecti)(inputs, 'inspecti')
  if (E.isLeft(inspected)) return inspected
  const usages = readPart(decodeCtrSnapshotUsages)(inputs, 'usage')
  if (E.isLeft(usages)) return usages
  const metadata = readPart(decodeContainerdSnapshot)(inputs, 'metadata')
  if (E.isLeft(metadata)) return metadata
  const layers = readPart(decodeStorageLayers)(inputs, 'storage-layers')
  if (E.isLeft(layers)) return layers
  const images = readPart(decodeStorageImages)(inputs, 'storage-images')
  if (E.isLeft(images)) return images
  const containers = readPart(decodeStorageContainers)(inputs, 'storage-containers')
  if (E.isLeft(containers)) return containers
  if ([inspected.right, metadata.right, layers.right].filter(({ _tag }) => _tag === 'Some').length !== 1)
    return E.left('give one layer store: --inspecti FILE, --metadata FILE, or --storage-layers and --storage-images')
  if (O.isSome(inspected.right))
    return E.right(
      crictlLayers({
        images: inspected.right.value,
        ...(O.isSome(usages.right) ? { usages: usages.right.value } : {}),
      }),
    )
  if (O.isSome(metadata.right)) {
    const snapshotter = O.getOrElse(() => 'overlayfs')(given.value('snapshotter'))
    return E.right(containerdLayers({ namespace: 'k8s.io', snapshotter })(metadata.right.value))
  }
  if (O.isNone(layers.right) || O.isNone(images.right))
    return E.left('--storage-layers and --storage-images belong together')
  if (O.isNone(containers.right)) return E.left('no containers of the store given: --storage-containers FILE')
  return E.right(
    storageLayers({
      layers: layers.right.value,
      images: images.right.value,
      containers: containers.right.value,
      ...(O.isSome(kept.right) ? { kept: kept.right.value } : {}),
    }),
  )
}
