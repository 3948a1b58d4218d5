/**
 * Joins a node's snapshot and a layer store, which may write the same image id in two ways.
 */
import type { Snapshot as NodeSnapshot } from '../kubelet/image/snapshot.js'
import type { LayerStore } from './layers/store.js'
import type { Snapshot } from './snapshot.js'

/** An id without the algorithm that containerd and Docker put before it, and containers/storage does not. */
const bare = (id: string): string => id.replace(/^sha256:/, '')

/**
 * Joins a node and its layer store, matching image ids with and without `sha256:`.
 *
 * Shape: store images that the node does not list keep their layers. Node images that the store lacks are never
 * removed.
 *
 * @example
 * ```ts
 * import * as Layers from 'gcplan/reclaim/layers'
 * import * as Reclaim from 'gcplan/reclaim'
 *
 * const image = { id: 'sha256:fcd8', runtimeHandler: '', size: 9, pinned: false, tags: ['base:1'] }
 * const joined = Reclaim.join(
 *   {
 *     at: new Date(0),
 *     beganGC: { _tag: 'Unknown' },
 *     images: [image],
 *     containers: [],
 *     imageFs: { _tag: 'Unknown' },
 *     memory: { records: [] },
 *   },
 *   { layers: [], images: [{ id: 'fcd8', own: Layers.exactly(9) }], holders: [] },
 * )
 * console.log(joined.layers.images[0]?.id) // sha256:fcd8
 * ```
 */
export const join = (node: NodeSnapshot, layers: LayerStore): Snapshot => {
  const listed = new Set(node.images.map(({ id }) => id))
  const called = new Map(node.images.map(({ id }) => [bare(id), id]))
  return {
    node,
    layers: {
      ...layers,
      images: layers.images.map((image) =>
        listed.has(image.id) ? image : { ...image, id: called.get(bare(image.id)) ?? image.id },
      ),
    },
  }
}
