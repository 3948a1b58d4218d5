/** Shows the forest of image layers, and what each way to choose images frees, as plain JSON. */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { formatInstant } from '../../internal/formats.js'
import { safeText } from '../../internal/safe-text.js'
import { type SharedUse, sharesOf } from '../../reclaim/layers/shares.js'
import type { PlanError } from '../../reclaim/plan.js'
import type { Mode, Policy } from '../../reclaim/policy.js'
import type { Snapshot } from '../../reclaim/snapshot.js'
import type { LayerView, LayeredImage, LayersView } from './model.js'
import { type Way, waysOf } from './ways.js'

/**
 * The layers that images share as an interface shows them, and three ways to free bytes: the kubelet's order, the same order
 * counted exactly, and the cheapest set.
 *
 * Shape: plain JSON. `goes` names the ways whose first run takes a layer or an image; `all` of a way is what it comes to until it
 * is done.
 * Order: layers and images as in the store, turns as they go.
 * Units: bytes, lower bounds where sizes are ranges. Fails as `plan` of `gcplan/reclaim`.
 *
 * @example
 * ```ts
 * import { either as E, option as O } from 'fp-ts'
 * import { known, unknown } from 'gcplan'
 * import { assumeRecords } from 'gcplan/kubelet/image'
 * import * as Layers from 'gcplan/reclaim/layers'
 * import * as Reclaim from 'gcplan/reclaim'
 * import { layersView } from 'gcplan/view'
 *
 * const images = ['a', 'b'].map((id) => ({ id, runtimeHandler: '', size: 80, pinned: false, tags: [id] }))
 * const node = {
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   beganGC: unknown,
 *   images,
 *   containers: [],
 *   imageFs: known({ capacityBytes: O.some(1000), availableBytes: O.some(140) }),
 *   memory: assumeRecords({ firstDetected: O.none, lastUsed: O.none, because: 'long before' })(images),
 * }
 * const layers = {
 *   layers: [
 *     { id: 'base', unpacked: Layers.exactly(70) },
 *     { id: 'b', parent: 'base', unpacked: Layers.exactly(10) },
 *   ],
 *   images: [
 *     { id: 'a', topLayer: 'base', own: Layers.exactly(0) },
 *     { id: 'b', topLayer: 'b', own: Layers.exactly(0) },
 *   ],
 *   holders: [],
 * }
 * const view = layersView(Reclaim.defaultPolicy)({ node, layers })
 * if (E.isRight(view)) for (const { said } of view.right.ways) console.log(said)
 * // the kubelet's order: 1 image, wanted 60 B, counted 80 B, freed 0 B
 * // the same order, counted exactly: 2 images, wanted 60 B, counted 160 B, freed 80 B
 * // the cheapest set: 2 images, wanted 60 B, counted 160 B, freed 80 B
 * ```
 */
export const layersView =
  (policy: Omit<Policy, 'mode'>) =>
  (snapshot: Snapshot): E.Either<PlanError, LayersView> =>
    fp.pipe(
      waysOf(policy, snapshot),
      fp.flatMap((ways) =>
        fp.map((shares: SharedUse): LayersView => ({
          at: formatInstant(snapshot.node.at),
          layers: layerViews(snapshot, ways),
          images: imageViews(snapshot, ways, shares),
          ways: ways.map(({ view }) => view),
        }))(sharesOf(snapshot.layers)),
      ),
    )

const modesOf = (ways: ReadonlyArray<Way>, takes: (way: Way) => boolean): ReadonlyArray<Mode> =>
  ways.filter(takes).map(({ view }) => view.mode)

const layerViews = ({ layers: { layers, holders } }: Snapshot, ways: ReadonlyArray<Way>): ReadonlyArray<LayerView> => {
  const held = new Set(holders.map(({ layer }) => layer))
  return layers.map(({ id, parent, unpacked: { least, most } }) => ({
    id: safeText(id),
    parent: parent === undefined ? null : safeText(parent),
    bytes: least,
    mostBytes: most ?? null,
    isHeld: held.has(id),
    goes: modesOf(ways, (way) => way.layers.has(id)),
  }))
}

const imageViews = (
  { node, layers }: Snapshot,
  ways: ReadonlyArray<Way>,
  shares: SharedUse,
): ReadonlyArray<LayeredImage> => {
  const listed = new Map(node.images.map((image) => [image.id, image]))
  return layers.images.map(({ id, topLayer }, place) => {
    const image = listed.get(id)
    return {
      id: safeText(id),
      label: safeText(image?.tags.join(', ') ?? ''),
      layer: topLayer === undefined ? null : safeText(topLayer),
      countedBytes: image?.size ?? null,
      aloneBytes: shares.images[place]?.exclusive.least ?? 0,
      goes: modesOf(ways, (way) => way.images.has(id)),
    }
  })
}
