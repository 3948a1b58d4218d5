/** The schema of a layer store. */
import { int64ToBigint } from '../../core/int64.js'
import type { InvalidInput } from '../../core/problem.js'
import { optional, problemsOf, text, where } from '../../internal/schema/schema.js'
import { list, object } from '../../internal/schema/object.js'
import { size } from '../../internal/schema/size.js'
import type { Blob, Holder, Layer, LayerStore, SizeBounds, StoredImage } from './store.js'

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
