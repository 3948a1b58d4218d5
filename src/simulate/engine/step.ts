/**
 * What the engine tells of a run.
 */
import type { Effect } from '../../apiserver/answer.js'
import type { ApiRequest } from '../../apiserver/request.js'
import type { Reconciled } from '../../controllers/controller.js'

/** One reconcile, and what it brought about. */
export interface Step<Why> {
  /** The name of the controller. */
  readonly by: string
  /** Keys of one wave all waited when it began; what they bring about is the next wave's. */
  readonly wave: number
  readonly key: string
  readonly reconciled: Reconciled<Why>
  /** Requests that the server carried out. */
  readonly accepted: ReadonlyArray<Effect<ApiRequest>>
}

/** How a run ended. */
export interface Run<Why> {
  /** `Quiet`: nobody has anything to do. `CutOff`: the limit of steps came first. */
  readonly ended: 'Quiet' | 'CutOff'
  readonly steps: ReadonlyArray<Step<Why>>
}
