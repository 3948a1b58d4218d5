/**
 * Answers how a node is made for tests of a reclaim: images of a store that were used one day after the other.
 */
import { option as O } from 'fp-ts'

import { known } from '../../src/core/index.js'
import { containerOf } from '../../src/kubelet/image/snapshot.js'
import type * as Layers from '../../src/reclaim/layers/index.js'
import type * as Reclaim from '../../src/reclaim/index.js'

/** Noon. */
export const at = new Date('2026-01-31T12:00:00Z')

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number))

/** A node whose images are those of a store, the first one used longest ago; in use as `inUse` says. */
export const nodeWith = (
  layers: Layers.LayerStore,
  {
    inUse = [],
    counted = () => 100,
  }: { readonly inUse?: ReadonlyArray<string>; readonly counted?: (id: string) => number } = {},
): Reclaim.Snapshot => ({
  layers,
  node: {
    at,
    beganGC: known(day(1)),
    images: layers.images.map(({ id }) => ({ id, runtimeHandler: '', size: counted(id), pinned: false, tags: [] })),
    containers: inUse.map((id) => containerOf(`of ${id}`, id)),
    imageFs: known({ capacityBytes: O.some(1000), availableBytes: O.some(100) }),
    memory: {
      records: layers.images.map(({ id }, index) => ({
        id,
        runtimeHandler: '',
        firstDetected: known(O.some(day(1))),
        lastUsed: known(O.some(day(2 + index))),
        size: counted(id),
        pinned: false,
      })),
    },
  },
})
