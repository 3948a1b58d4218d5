/**
 * What an image filesystem holds: layers, the images that end in one of them, and other users of layers.
 */
import { type Int64, int64FromBigint, int64ToBigint } from '../../core/int64.js'
import type { InvalidInput } from '../../core/problem.js'
import { optional, problemsOf, text, where } from '../../internal/schema/schema.js'
import { list, object } from '../../internal/schema/object.js'
import { size } from '../../internal/schema/size.js'

/** A size as a range; an unknown size is never zero. */
export interface SizeBounds {
  /** Minimum bytes. */
  readonly least: Int64
  /** Maximum bytes; absent: unknown. */
  readonly most?: Int64
}

/** The download of a layer, shared by digest. */
export interface Blob {
  readonly digest: string
  readonly size: SizeBounds
}

/** One unpacked layer; equal contents on different parents are different layers. */
export interface Layer {
  /** The chain id, or whatever the store calls it. */
  readonly id: string
  /** The layer below; absent: it is the lowest. */
  readonly parent?: string
  /** Bytes on disk by itself. */
  readonly unpacked: SizeBounds
  /** Its download, if the store keeps downloads, as containerd does. */
  readonly blob?: Blob
}

/** One image. */
export interface StoredImage {
  readonly id: string
  /** Its top layer, if it has any. */
  readonly topLayer?: string
  /** Bytes outside its layers: manifest, configuration. */
  readonly own: SizeBounds
}

/** Something other than an image that keeps a layer, such as a container's writable layer. */
export interface Holder {
  readonly id: string
  readonly layer: string
}

/** Layers, images and holders of an image filesystem. Parents and holders name layers in the list. */
export interface LayerStore {
  readonly layers: ReadonlyArray<Layer>
  readonly images: ReadonlyArray<StoredImage>
  readonly holders: ReadonlyArray<Holder>
}

/** A size that is known. */
export const exactly = (bytes: Int64): SizeBounds => ({ least: bytes, most: bytes })

/** A size of which nothing is known. */
export const unknownSize: SizeBounds = { least: 0 }

/** Bounds of a sum; `most` is null as soon as one part has no upper bound. */
interface Sum {
  least: bigint
  most: bigint | null
}

/** The bounds of the sum of sizes. */
export const sumOf = (sizes: Iterable<SizeBounds>): SizeBounds => {
  const sum: Sum = { least: 0n, most: 0n }
  for (const { least, most } of sizes) {
    sum.least += int64ToBigint(least)
    sum.most = sum.most === null || most === undefined ? null : sum.most + int64ToBigint(most)
  }
  const least = int64FromBigint(sum.least)
  return sum.most === null ? { least } : { least, most: int64FromBigint(sum.most) }
}

const bounds = where(
  object<SizeBounds>({ least: size, most: optional(size) }),
  'bounds of which the lower is not above the upper',
  ({ least, most }) => most === undefined || int64ToBigint(least) <= int64ToBigint(most),
)

const store = object<LayerStore>({
  layers: list(
    object<Layer>({
      id: text,
      parent: optional(text),
      unpacked: bounds,
      blob: optional(object<Blob>({ digest: text, size: bounds })),
    }),
  ),
  images: list(object<StoredImage>({ id: text, topLayer: optional(text), own: bounds })),
  holders: list(object<Holder>({ id: text, layer: text })),
})

/** The problems of a store's shape; null when there is none. */
export const findStoreProblems: (input: unknown) => InvalidInput | null = problemsOf('layers', store)
