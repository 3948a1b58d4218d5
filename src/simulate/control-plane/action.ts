import type { taskEither as TE } from 'fp-ts'

import * as History from '../../controllers/history/action.js'
import * as Lifecycle from '../../controllers/lifecycle/action.js'
import * as Owner from '../../controllers/owner/action.js'
import * as PodGc from '../../controllers/pod/action.js'
import * as Ttl from '../../controllers/ttl/action.js'
import type { Action } from './reason.js'

/** The ports of all collectors; `Err` is your error type. */
export interface Port<Err> {
  readonly pod: PodGc.Port<Err>
  readonly ttl: Ttl.Port<Err>
  readonly history: History.Port<Err>
  readonly lifecycle: Lifecycle.Port<Err>
  readonly owner: Owner.Port<Err>
}

/**
 * Executes one call on its collector's port.
 *
 * Fails: with the port's error, unchanged.
 */
export const perform =
  <Err>(port: Port<Err>) =>
  (call: Action): TE.TaskEither<Err, unknown> => {
    switch (call._tag) {
      case 'Pod':
        return PodGc.perform(port.pod)(call.action)
      case 'Ttl':
        return Ttl.perform(port.ttl)(call.action)
      case 'History':
        return History.perform(port.history)(call.action)
      case 'Lifecycle':
        return Lifecycle.perform(port.lifecycle)(call.action)
      case 'Owner':
        return Owner.perform(port.owner)(call.action)
    }
  }
