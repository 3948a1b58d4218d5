/** Signals, commands and state of the owner collector's loop. */
import type { Attempt, Event, Memory, Observation, Program, Work } from '../../../controllers/owner/index.js'
import type { Trie } from '../../../internal/trie/branch.js'

/** Something that happened. */
export type Signal<Err> =
  /** A watch reports an object. */
  | { readonly _tag: 'Observed'; readonly observation: Observation }
  /** An attempt has ended. */
  | { readonly _tag: 'AttemptEnded'; readonly work: Work; readonly attempt: Attempt<Err>; readonly at: Date }
  /** The time has come to try again. */
  | { readonly _tag: 'TimerDue'; readonly work: Work }

/** Something for the driver of the loop to do. */
export type Command<Err> =
  /** Ask what the program asks, then send AttemptEnded. */
  | { readonly _tag: 'Attempt'; readonly work: Work; readonly program: Program<Err, Attempt<Err>> }
  /** Send TimerDue at this time; every piece of work has one timer at most. */
  | { readonly _tag: 'SetTimer'; readonly work: Work; readonly at: Date }
  | { readonly _tag: 'RecordEvent'; readonly event: Event }

/** Everything that is carried from signal to signal. States share what they have in common. */
export interface State {
  readonly memory: Memory
  /** What is under way, by {@link workKey}; true when it is to be attempted again afterwards. No more than workers. */
  readonly underWay: ReadonlyMap<string, boolean>
  /** How often in a row work has failed. */
  readonly failures: Trie<Failures>
}

/** Failures of one piece of work in a row. */
export interface Failures {
  readonly key: string
  readonly count: number
}

/** One text for one piece of work. */
export const workKey = ({ _tag, item }: Work): string => `${_tag} ${item.serial}`
