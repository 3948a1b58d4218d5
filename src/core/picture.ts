/**
 * Pictures of a decision: nodes, edges, and what is removed or kept. Collectors make them, renderers print them.
 */

/**
 * What becomes of a node: it is removed; it stays; something names it but it does not exist; it stays because
 * it is unknown whether it may be removed.
 */
export type PictureState = 'goes' | 'stays' | 'absent' | 'unknown'

/** What an edge does: it keeps its end; it would keep it as well; it holds nothing. */
export type PictureLine = 'keeps' | 'holds' | 'idle'

/** One thing. */
export interface PictureNode {
  /** Distinct within the picture; not shown. */
  readonly id: string
  /** What kind of thing it is, in a word. */
  readonly kind: string
  /** Its name for the reader. */
  readonly label: string
  readonly state: PictureState
  /** True when it stays of its own accord. */
  readonly isRoot: boolean
  /** Id of the cluster that it lies in; empty for none. */
  readonly cluster: string
  /** A sentence more; empty for none. */
  readonly note: string
  /** How many things beside it, holding it or held, the picture leaves out. */
  readonly beside: number
}

/** One line, from what holds to what is held. */
export interface PictureEdge {
  /** Id of the holder. */
  readonly from: string
  /** Id of what is held. */
  readonly to: string
  /** By what it is held; may be empty. */
  readonly label: string
  readonly line: PictureLine
}

/** Things that belong together, such as those of one namespace. */
export interface PictureCluster {
  readonly id: string
  readonly label: string
}

/** Things with what holds them; of much, an excerpt that says how much it leaves out. */
export interface Picture {
  readonly clusters: ReadonlyArray<PictureCluster>
  readonly nodes: ReadonlyArray<PictureNode>
  readonly edges: ReadonlyArray<PictureEdge>
  /** How many things the picture leaves out. */
  readonly omitted: number
}
