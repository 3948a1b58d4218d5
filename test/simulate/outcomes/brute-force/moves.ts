/** One step of somebody. */
import type { Moment } from './moment.js'

/** Who makes a step, and the moment after it. */
export interface Move {
  readonly by: string
  readonly go: () => Moment
}
