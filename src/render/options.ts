/** Options of the renderers: how a plan is laid out, and in which colours. */
import type { Decision, Listing } from '../view/plan/wording.js'

/** The role of a piece of text, which determines its colour. */
export type Role = Decision | 'heading' | 'event' | 'refusal' | 'note'

/** Adds colour to a piece of text that is already aligned; must not change the text itself. */
export type Paint = (role: Role, text: string) => string

/** What a plan document needs beyond the plan. */
export interface Speech<R> {
  /** The name of the collector, e.g. `kubelet-image`. */
  readonly collector: string
  /** The collector's `explain`: one sentence for a reason or a refusal. */
  readonly explain: (fact: R) => string
}

/** How a plan is laid out as text or as a table. */
export interface Layout extends Listing {
  /** Adds colour. Default: plain text. */
  readonly paint?: Paint
  /** The heading of the label column. Default: NAME. */
  readonly labelHeading?: string
  /** Names stand without ids where a target has one, but for `wide`. Default: both stand. */
  readonly namesAlone?: boolean
  /** How many of the kept targets stay only because the input does not tell. Default: not said. */
  readonly undecided?: number
}

/** Paints nothing. */
export const unpainted: Paint = (_role, text) => text
