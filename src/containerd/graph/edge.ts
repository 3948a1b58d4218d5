/**
 * An edge's kind and, if it comes from a label, the label, packed into one integer. Of two edges between the same
 * nodes the smaller one counts: those without a label first, then by label key.
 */
import { compareText, elementAt } from '../../internal/lists.js'

/** Kinds of edges. The source holds the target. */
export const edge = {
  /** A forward label of the source. */
  label: 0,
  /** The target of an image. */
  imageTarget: 1,
  /** The parent of a snapshot. */
  parent: 2,
  /** The snapshot of a container. */
  containerSnapshot: 3,
  /** The digest that an ingest expects. */
  expected: 4,
  /** A resource, stream or mount of a lease. */
  leased: 5,
  /** A back reference: a label of the target names the source. */
  back: 6,
  /** A condition label of the source. */
  condition: 7,
} as const

/** One kind of {@link edge}. */
export type EdgeKind = (typeof edge)[keyof typeof edge]

/** Packs the tag of an edge; `place` is that of the label's key, -1 where no label makes it. */
export const tagOf = (kind: EdgeKind, place: number = -1): number => (place + 1) * 8 + kind

/** Kind of an edge. */
export const kindOf = (tag: number): EdgeKind => (tag & 7) as EdgeKind

/** Place of the key of its label. */
export const placeOf = (tag: number): number => (tag >> 3) - 1

/** Keys in order, and how a tag with their places of first sight is given their places in that order. */
export const rankKeys = (
  keys: ReadonlyArray<string>,
): {
  readonly ranked: ReadonlyArray<string>
  readonly rerank: (tag: number) => number
  readonly rerankAll: (tags: Int32Array) => void
} => {
  const order = keys.map((_, place) => place).sort((a, b) => compareText(elementAt(keys, a), elementAt(keys, b)))
  const ranks = new Int32Array(keys.length + 1)
  order.forEach((place, rank) => (ranks[place + 1] = rank + 1))
  const rerank = (tag: number): number => (ranks[tag >> 3] ?? 0) * 8 + (tag & 7)
  return {
    ranked: order.map((place) => elementAt(keys, place)),
    rerank,
    rerankAll: (tags) => {
      for (let index = 0; index < tags.length; index++) tags[index] = rerank(tags[index] ?? 0)
    },
  }
}
