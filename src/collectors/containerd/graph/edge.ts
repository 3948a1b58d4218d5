/**
 * Answers what an edge is: its kind and, where a label makes it, the index of the label, packed into one integer.
 */

/** Kinds of edges. Whatever holds is the source. */
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

/** Packs the tag of an edge. */
export const tagOf = (kind: EdgeKind, labelIndex: number = 0): number => labelIndex * 8 + kind

/** Kind of an edge. */
export const kindOf = (tag: number): EdgeKind => (tag & 7) as EdgeKind

/** Index of its label in the labels of the object that carries it, in key order. */
export const labelOf = (tag: number): number => tag >> 3
