/**
 * Answers what a vector shape is to the runner: how a case of it is replayed through the public API, and which fields
 * of `expected` are compared, each as the vectors' README says.
 */

/**
 * How the arrays of one field are compared: item by item, or as a multiset of items (order is random in the real
 * component). The word holds for the first array at or below the path; inside its items everything is exact unless a
 * longer path says otherwise.
 */
export type Comparison = 'ordered' | 'set'

/** One recorded case. */
export interface Case {
  readonly name: string
  readonly kind?: string
  readonly input: unknown
  /** The recorded answer. Withheld (`undefined`) while a case is replayed. */
  readonly expected: unknown
  /** What the file says of all its cases. */
  readonly meta?: unknown
  /** Versions of the real component for which the answer was recorded, where the case names any. */
  readonly versions?: ReadonlyArray<string>
  /** The answers of other versions. Withheld (empty) while a case is replayed. */
  readonly alternatives?: ReadonlyArray<Alternative>
  /** The version asked about, while a case that names versions is replayed. */
  readonly version?: string
  /** Whatever else the case carries (`ties`, ...). */
  readonly [other: string]: unknown
}

/** The answer of versions that answer otherwise. */
export interface Alternative {
  readonly versions: ReadonlyArray<string>
  readonly expected: unknown
}

/** What the public API gave, in the layout of `expected`; `skipped` names what the public API cannot replay, and why. */
export type Replayed =
  | {
      readonly _tag: 'Replayed'
      readonly actual: unknown
      /** Tags of the reasons that the plan gave, for the fidelity table. */
      readonly tags?: ReadonlyArray<string>
    }
  | { readonly _tag: 'Skipped'; readonly because: string }

/** One vector shape, dispatched on `meta.shape`. */
export interface Shape {
  /** Value of `meta.shape`. */
  readonly shape: string
  /**
   * Compared fields, as paths below `expected` with `*` for any array item or any key, and how. A path covers
   * everything below it, exactly. A case may not carry all of them: one that `expected` lacks is not compared.
   */
  readonly compared: Readonly<Record<string, Comparison>>
  /**
   * Fields at the top of `expected` that hold for some versions only, though the case names more: they are not compared
   * for the others.
   */
  readonly recordedFor?: Readonly<Record<string, ReadonlyArray<string>>>
  /**
   * Recasts a recorded answer before it is compared, for lists of which a part only is in order; {@link compared} then
   * speaks of the new layout.
   */
  readonly layOut?: (expected: unknown) => unknown
  /** Replays a case, for the version in its field `version` where it names versions. */
  readonly replay: (recorded: Case) => Promise<Replayed>
}
