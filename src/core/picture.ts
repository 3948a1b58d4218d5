/**
 * Pictures of a decision: nodes, edges, and what is removed or kept. Collectors make them, renderers print them.
 */

/**
 * The fate of a node: it is removed, it stays, it is named but does not exist, or it stays because it is unknown
 * whether it may be removed.
 */
export type PictureState = 'goes' | 'stays' | 'absent' | 'unknown'

/** The role of an edge: it keeps its target, it would keep it too, or it keeps nothing. */
export type PictureLine = 'keeps' | 'holds' | 'idle'

/** One thing. */
export interface PictureNode {
  /** Distinct within the picture; not shown. */
  readonly id: string
  /** Its kind, in a word. */
  readonly kind: string
  /** Its name for the reader. */
  readonly label: string
  readonly state: PictureState
  /** True if it stays without being referenced. */
  readonly isRoot: boolean
  /** Id of its cluster; empty for none. */
  readonly cluster: string
  /** One more sentence; empty for none. */
  readonly note: string
  /** How many of its neighbours the picture omits. */
  readonly beside: number
}

/** One line, from the holder to what it holds. */
export interface PictureEdge {
  /** Id of the holder. */
  readonly from: string
  /** Id of what is held. */
  readonly to: string
  /** The label, such as the kind of reference; may be empty. */
  readonly label: string
  readonly line: PictureLine
}

/** Things that belong together, such as those of one namespace. */
export interface PictureCluster {
  readonly id: string
  readonly label: string
}

/** Things and what holds them. A large picture may be an excerpt that counts what it omits. */
export interface Picture {
  readonly clusters: ReadonlyArray<PictureCluster>
  readonly nodes: ReadonlyArray<PictureNode>
  readonly edges: ReadonlyArray<PictureEdge>
  /** How many nodes the picture omits. */
  readonly omitted: number
}
