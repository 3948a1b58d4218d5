/** What a graph shows: boxes, and arrows from a holder to what it holds. Positions are left to the layout. */

/** What has become of the thing that a box stands for, at the moment that is shown. */
export type Fate = 'stays' | 'changed' | 'made' | 'marked' | 'goes' | 'gone' | 'lost' | 'stuck' | 'absent' | 'unknown'

/** One thing. */
export interface GraphBox {
  /** Distinct within the graph; not shown. */
  readonly id: string
  readonly kind: string
  readonly label: string
  readonly fate: Fate
  /** It stays without being held. */
  readonly isRoot?: boolean
  /** Drawn with emphasis, such as a step of a path. */
  readonly isOnPath?: boolean
  /** One more sentence for who listens or looks closely. */
  readonly note?: string
}

/** One arrow. */
export interface GraphArrow {
  readonly from: string
  readonly to: string
  readonly label: string
  /** It keeps its target, it would keep it too, or it keeps nothing. */
  readonly line: 'keeps' | 'holds' | 'idle'
  readonly isOnPath?: boolean
}

/** Boxes with arrows. An arrow whose ends are not among the boxes is left out. */
export interface Graph {
  readonly boxes: ReadonlyArray<GraphBox>
  readonly arrows: ReadonlyArray<GraphArrow>
}

/** The words for fates, which no colour replaces. */
export const fateWords: Readonly<Record<Fate, string>> = {
  stays: 'stays',
  changed: 'changed',
  made: 'created',
  marked: 'being deleted',
  goes: 'goes',
  gone: 'gone',
  lost: 'data lost',
  stuck: 'stuck',
  absent: 'not there',
  unknown: 'unknown',
}

/** The size of a box, in units of the drawing. */
export const boxSize = { width: 188, height: 46 } as const
