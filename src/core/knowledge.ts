/**
 * Whether a fact is known, assumed or unknown. Tools do not print everything that a collector reads. What they leave
 * out is assumed for a stated reason or unknown, never silently zero.
 */

/** A fact that was observed. */
export interface Known<A> {
  readonly _tag: 'Known'
  readonly value: A
}

/** A fact that the author of the snapshot states without observing it. */
export interface Assumed<A> {
  readonly _tag: 'Assumed'
  readonly value: A
  /** Who assumes it and why; printed with the decisions that depend on it. */
  readonly because: string
}

/** A fact neither observed nor stated. Decisions that need it keep their target. */
export interface Unknown {
  readonly _tag: 'Unknown'
}

/** A fact that is observed, stated, or unknown. */
export type Knowledge<A> = Known<A> | Assumed<A> | Unknown

/** States an observed fact. */
export const known = <A>(value: A): Knowledge<A> => ({ _tag: 'Known', value })

/** States an assumption with its reason. */
export const assumed = <A>(value: A, because: string): Knowledge<A> => ({ _tag: 'Assumed', value, because })

/** States that a fact is unknown. */
export const unknown: Unknown = { _tag: 'Unknown' }
