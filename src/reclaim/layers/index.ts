/**
 * Which layers images share, and how many bytes removing some images really frees.
 *
 * @module
 */
export type { Freed } from './account.js'
export { freedBy } from './account.js'
export type { ImageShare, SharedLayers, SharedUse } from './shares.js'
export { sharesOf } from './shares.js'
export type { Blob, Holder, Layer, LayerStore, SizeBounds, StoredImage } from './store.js'
export { exactly, unknownSize } from './store.js'
