import type { LayerStore } from '../../reclaim/layers/store.js'

/** A layer store decoded from files. */
export interface DecodedLayers {
  readonly store: LayerStore
  /** What may keep unknown layers, e.g. `container lost-image, whose image is not listed`. */
  readonly unseen: ReadonlyArray<string>
}
