/**
 * Tells which layers images share, and what becomes really free with some of them.
 *
 * @module
 */
export type { Freed } from './account.js'
export { freedBy } from './account.js'
export type { ImageShare, SharedLayers, SharedUse } from './shares.js'
export { sharesOf } from './shares.js'
export type { Blob, Holder, Layer, LayerStore, SizeBounds, StoredImage } from './store.js'
export { exactly, unknownSize } from './store.js'
