/** Signals, commands and state of the owner collector's loop. */
import type { Attempt, Event, Memory, Observation, Work } from '../../../controllers/owner/index.js'
import type { Trie } from '../../../internal/trie/branch.js'

/** Something that happened. */
export type Signal<Err> =
  /** A watch reports an object. */
  | { readonly _tag: 'Observed'; readonly observation: Observation }
  /** A list reports objects, in order; nothing is attempted before all are known. */
  | { readonly _tag: 'Listed'; readonly observations: ReadonlyArray<Observation> }
  /** An attempt has ended. */
  | { readonly _tag: 'AttemptEnded'; readonly work: Work; readonly attempt: Attempt<Err>; readonly at: Date }
  /** A retry is due. */
  | { readonly _tag: 'TimerDue'; readonly work: Work }

/** A command to the driver. */
export type Command =
  /** Attempt the work by the memory as it is after each answer, then send AttemptEnded. */
  | { readonly _tag: 'Attempt'; readonly work: Work }
  /** Send TimerDue at this time; at most one timer per piece of work. */
  | { readonly _tag: 'SetTimer'; readonly work: Work; readonly at: Date }
  | { readonly _tag: 'RecordEvent'; readonly event: Event }

/** The state of the loop. */
export interface State {
  readonly memory: Memory
  /** Work in progress, by {@link workKey}; true: attempt it again afterwards. At most `workers`. */
  readonly underWay: ReadonlyMap<string, boolean>
  /** Failures in a row, by work. */
  readonly failures: Trie<Failures>
}

/** Failures of one piece of work in a row. */
export interface Failures {
  readonly key: string
  readonly count: number
}

/** A key for a piece of work. */
export const workKey = ({ _tag, item }: Work): string => `${_tag} ${item.serial}`
