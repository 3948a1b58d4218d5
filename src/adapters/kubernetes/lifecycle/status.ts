/** The status of a lifecycle policy: what came of the last turn. */
import { either as E } from 'fp-ts'

import { explainRefusal } from '../../../guard/index.js'
import { type Condition, type ConditionNow, conditionsAfter } from '../status/conditions.js'
import { type LifecycleCounts, lifecycleCounts } from './told.js'
import type { LifecycleTurn } from './turn.js'

/** A status as it is written. */
export interface LifecycleStatus {
  readonly observedGeneration?: number
  readonly nextWake: string
  /** Of the last turn that came to a plan. */
  readonly lastPlanTime?: string
  readonly counts?: LifecycleCounts
  readonly conditions: ReadonlyArray<Condition>
}

/** What a status is made of. */
export interface StatusParts {
  /** Of the policy that was read. */
  readonly generation?: number | undefined
  /** The conditions of the status before, as JSON. */
  readonly before: unknown
  readonly at: Date
  readonly wakeAt: Date
  /** A turn, or why there was none. */
  readonly turned: E.Either<string, LifecycleTurn>
}

/**
 * The status after a turn, for a merge patch: a turn that came to nothing leaves the last plan and its counts.
 *
 * Shape: the condition `Ready` says whether there was a plan, `WithinLimits` whether guards let anything of it be removed.
 */
export const lifecycleStatus = ({ generation, before, at, wakeAt, turned }: StatusParts): LifecycleStatus => ({
  ...(generation === undefined ? {} : { observedGeneration: generation }),
  nextWake: wakeAt.toISOString(),
  ...(E.isRight(turned)
    ? { lastPlanTime: at.toISOString(), counts: lifecycleCounts(turned.right.decision, turned.right.report) }
    : {}),
  conditions: conditionsAfter(before, conditionsOf(turned), at, generation),
})

const conditionsOf = (turned: StatusParts['turned']): ReadonlyArray<ConditionNow> => {
  if (E.isLeft(turned))
    return [
      { type: 'Ready', status: 'False', reason: 'NoPlan', message: turned.left },
      { type: 'WithinLimits', status: 'Unknown', reason: 'NoPlan', message: 'there is no plan' },
    ]
  const { refusals } = turned.right.decision
  return [
    { type: 'Ready', status: 'True', reason: 'Planned', message: 'planned' },
    refusals.length === 0
      ? { type: 'WithinLimits', status: 'True', reason: 'Allowed', message: '' }
      : { type: 'WithinLimits', status: 'False', reason: 'Refused', message: refusals.map(explainRefusal).join('; ') },
  ]
}
