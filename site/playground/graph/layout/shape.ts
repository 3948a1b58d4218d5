/** The question to the layout and its answer: boxes by number, so that little is copied between threads. */

/** A graph without words. */
export interface Shape {
  /** How many boxes there are. */
  readonly boxes: number
  /** Pairs of numbers: from, to. */
  readonly arrows: ReadonlyArray<readonly [number, number]>
  readonly width: number
  readonly height: number
  /** Width divided by height that the whole should come near to. */
  readonly ratio: number
}

/** A point. */
export type Point = readonly [x: number, y: number]

/** Where everything lies; boxes by their middle. */
export interface Placed {
  readonly boxes: ReadonlyArray<Point>
  /** The bends of each arrow, in the order asked. */
  readonly arrows: ReadonlyArray<ReadonlyArray<Point>>
  readonly width: number
  readonly height: number
}
