/**
 * Layer store of the images that `crictl inspecti` prints. Sizes that it does not print are bounds.
 */
import { option as O } from 'fp-ts'

import { int64FromBigint, int64ToBigint } from '../../core/int64.js'
import { type Layer, exactly, unknownSize } from '../../reclaim/layers/store.js'
import type { CtrSnapshotUsage } from '../ctr/snapshots.js'
import { forestOf, leastAbove, parentIn, topIn } from './chain.js'
import type { CrictlImageLayers } from './crictl-inspecti.js'
import type { DecodedLayers } from './store.js'

/** Input for a node's layer store. */
export interface CrictlLayerParts {
  readonly images: ReadonlyArray<CrictlImageLayers>
  /** From `ctr -n k8s.io snapshots usage -b`: containerd names unpacked layers by their chain ids. */
  readonly usages?: ReadonlyArray<CtrSnapshotUsage>
}

/**
 * The layer store of a node, from `crictl inspecti`.
 *
 * Shape: layers by computed chain id. containerd (it prints chain ids) counts downloads: a download is at most the
 * smallest image that has it; unpacked bytes are unknown unless `usages` has them; equal layers share one download.
 * Other runtimes count unpacked bytes: a layer is at most the smallest image that has it. Duplicate images count once.
 * Order: layers lower ones first, in the order of the images. Units: bytes.
 *
 * @example
 * ```ts
 * import { crictlLayers, decodeCrictlInspecti } from 'gcplan/decode'
 *
 * const decoded = decodeCrictlInspecti({
 *   status: { id: 'fcd8', repoTags: [], size: '182381' },
 *   info: { imageSpec: { rootfs: { diff_ids: ['sha256:1cbc'] } } },
 * })
 * if (decoded._tag === 'Right') {
 *   const { store } = crictlLayers({ images: decoded.right })
 *   console.log(store.layers[0]?.unpacked) // { least: 0, most: 182381 }
 * }
 * ```
 */
export const crictlLayers = ({ images, usages = [] }: CrictlLayerParts): DecodedLayers => {
  const { distinct, forest } = forestOf(images)
  const most = leastAbove(
    forest,
    distinct.map(({ size }) => int64ToBigint(size)),
  )
  const isPacked = distinct.some(({ chainId }) => O.isSome(chainId))
  const used = new Map(usages.flatMap(({ key, usage }) => (usage._tag === 'Unknown' ? [] : [[key, usage.value]])))
  const layers = forest.ids.map((id, layer): Layer => {
    const bound = { least: 0, most: int64FromBigint(most[layer] ?? 0n) }
    const usage = used.get(id)
    const unpacked = usage === undefined ? (isPacked ? unknownSize : bound) : exactly(usage)
    return {
      id,
      ...parentIn(forest, layer),
      unpacked,
      ...(isPacked ? { blob: { digest: forest.diffIds[layer] ?? id, size: bound } } : {}),
    }
  })
  return {
    store: {
      layers,
      images: distinct.map(({ id, size }, image) => ({ id, ...topIn(forest, image), own: { least: 0, most: size } })),
      holders: [],
    },
    unseen: [],
  }
}
