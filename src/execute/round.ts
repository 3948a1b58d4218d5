/** Whether another round of a run is worthwhile. */
import { amendmentsOf } from '../core/amendment.js'
import type { Family, Plan } from '../core/plan.js'
import type { Report } from '../core/report.js'
import { targetKey } from '../core/target.js'

/** One text for everything that a plan would attempt; two plans with one text attempt the same. */
export const decisionsOf = <F extends Family>({ passes }: Plan<F>): string =>
  JSON.stringify(
    passes.map((pass) => [
      pass.name,
      pass.goal,
      ...[amendmentsOf(pass), pass.removals, pass.reserve].map((decisions) =>
        decisions.map(({ target, actions }) => [targetKey(target), actions]),
      ),
    ]),
  )

/** True when a plan attempts something, as far as it can tell before it looks again. */
export const attemptsAnything = <F extends Family>({ passes }: Plan<F>): boolean =>
  passes.some((pass) => pass.removals.length > 0 || amendmentsOf(pass).length > 0)

/** True when there was nothing to do, as far as could be seen. */
export const isQuiet = <F extends Family, E>({ passes }: Report<F, E>): boolean =>
  passes.every(
    ({ state, outcomes, amended = [] }) =>
      state._tag !== 'Unobserved' && state._tag !== 'NotReached' && outcomes.length === 0 && amended.length === 0,
  )

/** True when something was not as it had been seen. */
export const hasConflict = <F extends Family, E>({ passes }: Report<F, E>): boolean =>
  passes.some(({ outcomes, amended = [] }) =>
    [...amended, ...outcomes].some((outcome) => outcome._tag === 'Failed' && outcome.as === 'conflict'),
  )
