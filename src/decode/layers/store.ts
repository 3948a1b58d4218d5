import type { LayerStore } from '../../reclaim/layers/store.js'

/** A layer store as files tell of it. */
export interface DecodedLayers {
  readonly store: LayerStore
  /** What may keep layers although nobody could see which, e.g. `container lost-image, whose image is not listed`. */
  readonly unseen: ReadonlyArray<string>
}
