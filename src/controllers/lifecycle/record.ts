/**
 * What is remembered of an object: since when it has been unneeded, and in which enabled period that was found.
 */

/** The mark of one object. */
export interface Mark {
  /** The uid of the object. */
  readonly uid: string
  /** The instant from which its time to live counts. */
  readonly since: Date
  /** The period in which the mark was set; a mark of another period is none. */
  readonly epoch: string
}

/** What is carried from run to run. */
export interface Memory {
  /** Each uid once, in any order. */
  readonly marks: ReadonlyArray<Mark>
}
