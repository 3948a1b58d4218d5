import type { task as T } from 'fp-ts'

import { explainFault } from '../../execute/fault.js'
import { withDeadline } from '../../execute/wait.js'

/** Does some work; what it throws is turned into a result. Never rejects. */
export const unfailing =
  <A>(work: () => T.Task<A>, onThrow: (text: string) => A): T.Task<A> =>
  async () => {
    const done = await withDeadline(() => work()(), {})
    return done._tag === 'Happened' ? done.value : onThrow(explainFault(done.fault))
  }
