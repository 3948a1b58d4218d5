/** Options of the renderers: sentences, labels and colours. */
import type { Family } from '../core/plan.js'

/**
 * What a plan says of a target: it goes, it goes next if another removal fails, it is changed, it stays. What is changed stays
 * as well.
 */
export type Decision = 'remove' | 'next' | 'amend' | 'keep'

/** What a piece of text is, for whoever paints it. */
export type Role = Decision | 'heading' | 'event' | 'refusal' | 'note'

/** Adds colour to a piece of text that is already aligned; the text itself has to stay. */
export type Paint = (role: Role, text: string) => string

/** The sentences and labels of one collector. `R` is what its `explain` accepts, `T` its target. */
export interface Wording<R, T> {
  /** The collector's `explain`: one sentence for a reason or a refusal. */
  readonly explain: (fact: R) => string
  /** A name for the reader beside the id, e.g. an image's tag; empty for none. No names when left out. */
  readonly label?: (target: T) => string
}

/** What a document of a plan needs beside the plan. */
export interface Speech<R> {
  /** The name of the collector, e.g. `kubelet-image`. */
  readonly collector: string
  /** The collector's `explain`: one sentence for a reason or a refusal. */
  readonly explain: (fact: R) => string
}

/** How a plan is laid out as text or as a table. */
export interface Layout {
  /** Adds colour; plain text when left out. */
  readonly paint?: Paint
  /** The heading of labels in a table; NAME when left out. */
  readonly labelHeading?: string
  /** The decisions whose targets are listed; figures count all of them. All of them when left out. */
  readonly decisions?: ReadonlyArray<Decision>
  /** Passes whose targets nobody listed; their headings say so in place of `nothing to remove`. None when left out. */
  readonly notLookedAt?: ReadonlyArray<string>
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
