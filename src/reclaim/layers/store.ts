/**
 * What an image filesystem holds: layers, the images that end in one of them, and other users of layers.
 */
import type { Int64 } from '../../core/int64.js'

/** A size of which only bounds may be known; an unknown size is never taken for zero. */
export interface SizeBounds {
  /** Minimum bytes. */
  readonly least: Int64
  /** Maximum bytes; absent: unknown. */
  readonly most?: Int64
}

/** What was downloaded for a layer, shared by its digest wherever the layer stands. */
export interface Blob {
  readonly digest: string
  readonly size: SizeBounds
}

/** One unpacked layer; layers with the same contents on different layers below are different ones. */
export interface Layer {
  /** The chain id, or whatever the store calls it. */
  readonly id: string
  /** The layer below; absent: it is the lowest. */
  readonly parent?: string
  /** Bytes on disk by itself. */
  readonly unpacked: SizeBounds
  /** Present where the store keeps downloads, as containerd does. */
  readonly blob?: Blob
}

/** One image. */
export interface StoredImage {
  readonly id: string
  /** Its uppermost layer; absent: it has none. */
  readonly topLayer?: string
  /** Bytes that go with it and belong to no layer: manifest, configuration. */
  readonly own: SizeBounds
}

/** Something beside images that stands on a layer and keeps it, such as a container's writable layer. */
export interface Holder {
  readonly id: string
  readonly layer: string
}

/** An image filesystem as far as images are concerned. Parents and holders name layers of the list. */
export interface LayerStore {
  readonly layers: ReadonlyArray<Layer>
  readonly images: ReadonlyArray<StoredImage>
  readonly holders: ReadonlyArray<Holder>
}

/** A size that is known. */
export const exactly = (bytes: Int64): SizeBounds => ({ least: bytes, most: bytes })

/** A size of which nothing is known. */
export const unknownSize: SizeBounds = { least: 0 }
