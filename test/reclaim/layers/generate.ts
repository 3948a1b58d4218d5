/**
 * Answers which stores the laws of layers are tried on: few layers of few sizes, so that images share, end in the same
 * layer and stand on nothing.
 */
import fc from 'fast-check'

import type { LayerStore, SizeBounds } from '../../../src/reclaim/layers/store.js'
import { exactly } from '../../../src/reclaim/layers/store.js'

const bytes = fc.constantFrom(0, 1, 5, 10, 10, 100)

/** Sizes that are known. */
const known: fc.Arbitrary<SizeBounds> = bytes.map(exactly)

/** Sizes of which a bound may be missing. */
export const bounded: fc.Arbitrary<SizeBounds> = fc.oneof(
  { weight: 3, arbitrary: known },
  { weight: 1, arbitrary: bytes.map((least) => ({ least })) },
  { weight: 1, arbitrary: fc.tuple(bytes, bytes).map(([least, more]) => ({ least, most: least + more })) },
)

/** Stores of up to so many images. */
export const stores = (images: number, size: fc.Arbitrary<SizeBounds> = known): fc.Arbitrary<LayerStore> =>
  fc
    .record({
      layers: fc.array(fc.record({ on: fc.nat(1000), size, digest: fc.option(fc.nat(4), { nil: undefined }) }), {
        minLength: 1,
        maxLength: 2 * images,
      }),
      images: fc.array(fc.record({ top: fc.nat(1000), own: size }), { maxLength: images }),
      holders: fc.array(fc.nat(1000), { maxLength: 1 }),
      download: size,
    })
    .map(({ layers, images: tops, holders, download }) => {
      const name = (number: number): string => `layer ${number % layers.length}`
      return {
        layers: layers.map(({ on, size: unpacked, digest }, at) => ({
          id: name(at),
          unpacked,
          ...(at === 0 || on % 4 === 0 ? {} : { parent: name(on % at) }),
          ...(digest === undefined ? {} : { blob: { digest: `blob ${digest}`, size: download } }),
        })),
        images: tops.map(({ top, own }, at) => ({
          id: `image ${at}`,
          own,
          ...(top % 9 === 0 ? {} : { topLayer: name(top) }),
        })),
        holders: holders.map((layer, at) => ({ id: `container ${at}`, layer: name(layer) })),
      }
    })
