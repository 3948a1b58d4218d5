/**
 * What the page and its worker say to each other. Everything is plain JSON, except that a file which was dropped travels as the
 * browser's own handle, so that the page itself never reads a large one.
 */
import type { FollowedView, Views } from './answers'
import type { KnownFile, Problem, SourceFile } from './known-files'
import type { Found, Nearly, Offer } from './offer'
import type { CascadeQuestion, Question, QuestionKind, QuestionOf } from './question'

/** A list that is longer than what was sent; the rest is asked for with `rows`. */
export interface Cut {
  /** Where the list is in the view, as a JSON pointer: `/waves/0/changes`. */
  readonly list: string
  readonly total: number
}

/** The answer to a question. No list in `view` is longer than 200 (nodes of a graph: 2,000); `cuts` names those that were. */
export interface Answer<K extends QuestionKind = QuestionKind> {
  readonly question: QuestionOf<K>
  readonly view: Views[K]
  readonly cuts: ReadonlyArray<Cut>
  /** What the files leave open, as the command notes it. */
  readonly notes: ReadonlyArray<string>
  /** The same question on the command line. */
  readonly command: string
  /** How long it took in the worker, in milliseconds. */
  readonly took: Readonly<Record<'read' | 'plan' | 'view', number>>
}

/** The part of a list that is wanted. */
export interface Window {
  readonly from: number
  /** At most 200. */
  readonly count: number
  /** Rows with this text in any of their texts, whatever its case. */
  readonly filter?: string
  /** Only rows whose field at `at` (dots go into objects) is this text. */
  readonly only?: { readonly at: string; readonly is: string }
  /** By the field at `by`; rows that are equal stay in their order. */
  readonly sort?: { readonly by: string; readonly descending: boolean }
}

export interface Rows {
  readonly rows: ReadonlyArray<unknown>
  /** How many rows pass the filter. */
  readonly total: number
}

/** What the page asks; `id` comes back with every reply. */
export type Request =
  /** Loads what a first question will need; it has no reply. */
  | { readonly id: number; readonly type: 'warm' }
  /** Takes the place of all files that were opened before. */
  | { readonly id: number; readonly type: 'open'; readonly files: ReadonlyArray<SourceFile> }
  /** Supersedes every question that is not answered yet. */
  | { readonly id: number; readonly type: 'ask'; readonly question: Question }
  /** Rows of a list of the last answer. */
  | { readonly id: number; readonly type: 'rows'; readonly list: string; readonly window: Window }
  /** What becomes of objects in every course; asked of a worker of its own, which may be ended when it takes too long. */
  | { readonly id: number; readonly type: 'follow'; readonly question: CascadeQuestion }
  /** What a question can be asked about, by a part of its name. */
  | { readonly id: number; readonly type: 'find'; readonly question: Question; readonly text: string }

/** What the worker says. */
export type Reply =
  | { readonly id: number; readonly type: 'progress'; readonly step: Step; readonly said: string }
  | {
      readonly id: number
      readonly type: 'opened'
      readonly files: ReadonlyArray<KnownFile>
      readonly problems: ReadonlyArray<Problem>
      readonly offers: ReadonlyArray<Offer>
      readonly nearly: ReadonlyArray<Nearly>
    }
  | { readonly id: number; readonly type: 'answered'; readonly answer: Answer }
  /** The files or the settings are wrong, or the component itself refuses. */
  | { readonly id: number; readonly type: 'refused'; readonly problems: ReadonlyArray<Problem> }
  /** A newer question came. */
  | { readonly id: number; readonly type: 'superseded' }
  | { readonly id: number; readonly type: 'rows'; readonly rows: Rows }
  | { readonly id: number; readonly type: 'followed'; readonly followed: FollowedView }
  | { readonly id: number; readonly type: 'found'; readonly found: ReadonlyArray<Found> }
  /** A bug in gcplan; the worker goes on. */
  | { readonly id: number; readonly type: 'broken'; readonly message: string }

export type Step = 'reading' | 'decoding' | 'planning' | 'viewing'
