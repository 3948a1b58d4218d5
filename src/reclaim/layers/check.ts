import { int64ToBigint, isInt64 } from '../../core/int64.js'
import type { InvalidInput } from '../../core/problem.js'
import { all, arrayOf, expecting, fieldOf, fields, findProblems, isText, maybe } from '../../internal/check.js'
import { isSize } from '../../internal/size-check.js'

const bounds = all(
  fields({ least: isSize, most: maybe(isSize) }),
  expecting('bounds of which the lower is not above the upper', (value) => {
    const [least, most] = [fieldOf(value, 'least'), fieldOf(value, 'most')]
    return !(isInt64(least) && isInt64(most)) || int64ToBigint(least) <= int64ToBigint(most)
  }),
)

const store = fields({
  layers: arrayOf(
    fields({
      id: isText,
      parent: maybe(isText),
      unpacked: bounds,
      blob: maybe(fields({ digest: isText, size: bounds })),
    }),
  ),
  images: arrayOf(fields({ id: isText, topLayer: maybe(isText), own: bounds })),
  holders: arrayOf(fields({ id: isText, layer: isText })),
})

/** The problems of a store's shape; null when there is none. */
export const findStoreProblems = (input: unknown): InvalidInput | null => findProblems('layers', store, input)
