/** Signals, commands and state of the TTL-after-finished loop. Each Job has its own loop. */
import type { Job, Program, Result } from '../../../controllers/ttl/index.js'

/** Something that happened. */
export type Signal<Err> =
  /** A watch shows the Job. */
  | { readonly _tag: 'Seen'; readonly job: Job; readonly at: Date }
  /** A watch reports that it is gone. */
  | { readonly _tag: 'Vanished'; readonly at: Date }
  /** The work on it has ended. */
  | { readonly _tag: 'WorkEnded'; readonly result: Result<Err>; readonly at: Date }
  /** The time has come to look at it again. */
  | { readonly _tag: 'TimerDue'; readonly at: Date }

/** Something for the driver of the loop to do. */
export type Command<Err> =
  /** Ask what the program asks, then send WorkEnded. */
  | { readonly _tag: 'Work'; readonly program: Program<Err, Result<Err>> }
  /** Send TimerDue at this time; there is one timer at most. */
  | { readonly _tag: 'SetTimer'; readonly at: Date }

/** Everything that is carried from signal to signal. */
export interface State {
  /** As it was seen at last; nothing once it is gone. */
  readonly job: Job | undefined
  readonly isUnderWay: boolean
  /** It is worked on again once the work under way has ended. */
  readonly comesAgain: boolean
  /** Until when it waits; none while no timer is set. */
  readonly until: Date | undefined
  /** In a row. */
  readonly failures: number
}
