/** A cascade as a plan that guards read: each object that goes is a removal. */
import type { Family, Plan, Removal } from 'gcplan'
import type { Target } from 'gcplan/controllers/owner'
import type { CascadePlan } from 'gcplan/simulate/cascade'

/** The types of a deletion, for guards. */
export interface DeletionFamily extends Family {
  readonly Pass: 'deletion'
  readonly Target: Target
  readonly Action: { readonly _tag: 'Delete' }
  readonly Reason: { readonly _tag: 'GoesAlong' }
}

/**
 * Everything that goes, or whose data may: at once, later, or through an outside party. Each once; what the garbage collector
 * would delete without the request is not its doing.
 */
export const goingIn = ({ waves, later, data }: CascadePlan): ReadonlyArray<Target> => {
  const going = waves.flatMap(({ changes }) =>
    changes.flatMap(({ _tag, target }) => (_tag === 'Removed' || _tag === 'Marked' ? [target] : [])),
  )
  const losing = data.flatMap(({ verdict, target }) => (verdict === 'lost' || verdict === 'unknown' ? [target] : []))
  return [...new Map([...going, ...later, ...losing].map((target) => [target.id, target])).values()]
}

/** What goes, and what never does of what is there in the end, also if its deletion was asked for before. */
export const goingOrEndless = (plan: CascadePlan): ReadonlyArray<Target> => [
  ...new Map(
    [...goingIn(plan), ...plan.never.map(({ target }) => target)].map((target) => [target.id, target]),
  ).values(),
]

/** The plan of a deletion with which these go. */
export const asPlan = (at: Date, targets: ReadonlyArray<Target>): Plan<DeletionFamily> => ({
  at,
  passes: [
    {
      name: 'deletion',
      observesAgain: false,
      goal: { _tag: 'RemoveAll' },
      onFailure: 'continue',
      removals: targets.map(removal),
      reserve: [],
      kept: [],
      events: [],
      refusal: { _tag: 'None' },
    },
  ],
  wakeAt: { _tag: 'None' },
  assumptions: [],
})

const removal = (target: Target): Removal<DeletionFamily> => ({
  target,
  actions: [{ _tag: 'Delete' }],
  reasons: [{ _tag: 'GoesAlong' }],
  requires: [],
  frees: 0,
})
