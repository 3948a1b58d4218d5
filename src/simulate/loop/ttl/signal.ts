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
  /** The timer has fired. */
  | { readonly _tag: 'TimerDue'; readonly at: Date }

/** A command to the driver. */
export type Command<Err> =
  /** Run the program, then send WorkEnded. */
  | { readonly _tag: 'Work'; readonly program: Program<Err, Result<Err>> }
  /** Send TimerDue at this time; at most one timer. */
  | { readonly _tag: 'SetTimer'; readonly at: Date }

/** The state of one Job's loop. */
export interface State {
  /** The Job as last seen; none once it is gone. */
  readonly job: Job | undefined
  readonly isUnderWay: boolean
  /** Work on it again once the current work has ended. */
  readonly comesAgain: boolean
  /** When its timer fires, if one is set. */
  readonly until: Date | undefined
  /** In a row. */
  readonly failures: number
}
