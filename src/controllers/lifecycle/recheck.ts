/**
 * Checks a removal again just before it is carried out: something may have begun to need the object since it was
 * planned.
 */
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { type PlanError, plan } from './plan.js'
import type { Policy } from './policy.js'
import type { Removal } from './reason.js'
import type { Snapshot } from './snapshot.js'

/**
 * The removal decided again on fresh data, with the current version; none if the object is gone or stays. A new user
 * may still appear before the delete; use a TTL above zero.
 *
 * Fails: as {@link plan}.
 */
export const stillDue =
  (policy: Policy) =>
  ({ target }: Pick<Removal, 'target'>) =>
  (fresh: Snapshot): E.Either<PlanError, O.Option<Removal>> =>
    fp.map(({ passes }: { readonly passes: ReadonlyArray<{ readonly removals: ReadonlyArray<Removal> }> }) => {
      const found = passes.flatMap(({ removals }) => removals).find((removal) => removal.target.id === target.id)
      return found === undefined ? fp.none : fp.some(found)
    })(plan(policy)(fresh))
