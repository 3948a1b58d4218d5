/** Options of the renderers: sentences, labels and colours. */
import type { Family } from '../core/plan.js'

/**
 * What a plan decides about a target: remove it, remove it next if another removal fails, amend it, or keep it. An
 * amended target also stays.
 */
export type Decision = 'remove' | 'next' | 'amend' | 'keep'

/** The role of a piece of text, which determines its colour. */
export type Role = Decision | 'heading' | 'event' | 'refusal' | 'note'

/** Adds colour to a piece of text that is already aligned; must not change the text itself. */
export type Paint = (role: Role, text: string) => string

/** The sentences and labels of one collector. `R` is what its `explain` accepts, `T` its target. */
export interface Wording<R, T> {
  /** The collector's `explain`: one sentence for a reason or a refusal. */
  readonly explain: (fact: R) => string
  /** A readable name in addition to the id, e.g. an image's tag; empty for none. Default: no names. */
  readonly label?: (target: T) => string
}

/** What a plan document needs beyond the plan. */
export interface Speech<R> {
  /** The name of the collector, e.g. `kubelet-image`. */
  readonly collector: string
  /** The collector's `explain`: one sentence for a reason or a refusal. */
  readonly explain: (fact: R) => string
}

/** How a plan is laid out as text or as a table. */
export interface Layout {
  /** Adds colour. Default: plain text. */
  readonly paint?: Paint
  /** The heading of the label column. Default: NAME. */
  readonly labelHeading?: string
  /** The decisions whose targets are listed; totals count all decisions. Default: all. */
  readonly decisions?: ReadonlyArray<Decision>
  /** Passes whose targets were not listed; their headings say so. Default: none. */
  readonly notLookedAt?: ReadonlyArray<string>
  /** Names stand without ids where a target has one, but for `wide`. Default: both stand. */
  readonly namesAlone?: boolean
  /** What the component says of a pass that misses its goal, e.g. the name of an event. Default: nothing. */
  readonly whenShort?: string
  /** How many of the kept targets stay only because the input does not tell. Default: not said. */
  readonly undecided?: number
}

/** A family whose reasons and refusals `explain` accepts and whose targets `label` accepts. */
export type Spoken<R, T> = Family & {
  readonly Reason: R
  readonly KeepReason: R
  readonly Refusal: R
  readonly AmendReason?: R
  readonly Target: T
}

/** Paints nothing. */
export const unpainted: Paint = (_role, text) => text

/** All decisions, in the order in which they are listed. */
export const allDecisions: ReadonlyArray<Decision> = ['remove', 'next', 'amend', 'keep']
