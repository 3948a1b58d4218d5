/**
 * Answers what a vector shape is to the runner: how a case of it is replayed through the public API, and which fields
 * of `expected` are compared, each as the vectors' README says.
 */

/** How two values of one field are compared: exactly, or as sets of items (order is random in the real component). */
export type Comparison = 'ordered' | 'set'

/** One recorded case. */
export interface Case {
  readonly name: string
  readonly kind?: string
  readonly input: unknown
  readonly expected: unknown
  /** Whatever else the case carries (`ties`, ...). */
  readonly [other: string]: unknown
}

/** What the public API gave, in the layout of `expected`; `skipped` names what the public API cannot replay, and why. */
export type Replayed =
  | { readonly _tag: 'Replayed'; readonly actual: unknown }
  | { readonly _tag: 'Skipped'; readonly because: string }

/** One vector shape, dispatched on `meta.shape`. */
export interface Shape {
  /** Value of `meta.shape`. */
  readonly shape: string
  /**
   * Compared fields, as paths below `expected` with `*` for array items, and how. A path covers everything below it.
   * A case may not carry all of them.
   */
  readonly compared: Readonly<Record<string, Comparison>>
  readonly replay: (recorded: Case) => Promise<Replayed>
}
