/** What happens to objects, one thing bringing about the next. */
/** Something that may happen to one object. */
export interface Cause {
  /**
   * `Write`: the server changes it. `Attempt`, `Orphan`: the collector works on it. `Graph`, `Show`: the graph, or typed
   * controllers, hear of a change. `Absence`: the graph hears that it was not found. `Sweep`: its content is deleted.
   * `Key`: a typed controller works on a key, which has the number.
   */
  readonly _tag: 'Write' | 'Attempt' | 'Orphan' | 'Graph' | 'Absence' | 'Show' | 'Sweep' | 'Key'
  readonly number: number
}

/** What a cause reads, writes and brings about. */
export interface Reaction {
  readonly reads: bigint
  readonly writes: bigint
  readonly causes: ReadonlyArray<Cause>
}

/** The same thing happening to several objects. */
export const causesOf = (_tag: Cause['_tag'], numbers: ReadonlyArray<number>): ReadonlyArray<Cause> =>
  numbers.map((number) => ({ _tag, number }))
