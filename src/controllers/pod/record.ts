/**
 * The memory of the pod garbage collector.
 */

/** A node in quarantine, and until when. */
export interface Quarantined {
  readonly node: string
  readonly until: Date
}

/** What is carried from run to run. */
export interface Memory {
  /** By name. */
  readonly waiting: ReadonlyArray<Quarantined>
  /** Nodes whose time was over at the last look, by name; they are looked up in that run and then forgotten. */
  readonly ripe: ReadonlyArray<string>
}
