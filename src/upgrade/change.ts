/** What one set of rules decides about a snapshot otherwise than another: decision by decision, and what is left behind. */
import type { Family, Plan } from '../core/plan.js'
import { type Difference, diff } from '../document/diff.js'

/** What a run leaves behind besides what it removes, by what it is called; one text each. */
export type Outcomes = Readonly<Record<string, string>>

/** What one set of rules makes of a snapshot. */
export interface View<F extends Family, P extends Plan<F> = Plan<F>> {
  readonly plan: P
  readonly outcomes: Outcomes
}

/** One difference between two releases. */
export type Change =
  | Difference
  /** E.g. the error text that a run ends with if every removal succeeds. */
  | {
      readonly _tag: 'OutcomeChanged'
      readonly outcome: string
      readonly before: string
      readonly after: string
    }

/** The changes: those of the plan in its order, then what is left behind. */
export const changesBetween = <F extends Family>(before: View<F>, after: View<F>): ReadonlyArray<Change> => [
  ...diff({ reasons: 'facts' })(before.plan)(after.plan),
  ...[...new Set([...Object.keys(before.outcomes), ...Object.keys(after.outcomes)])].flatMap(
    (outcome): ReadonlyArray<Change> => {
      const [was, is] = [before, after].map(({ outcomes }) => outcomes[outcome] ?? 'nothing')
      return was === is || was === undefined || is === undefined
        ? []
        : [{ _tag: 'OutcomeChanged', outcome, before: was, after: is }]
    },
  ),
]
