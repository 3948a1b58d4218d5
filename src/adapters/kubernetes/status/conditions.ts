/** Conditions of an object, with the time since which each has its status. */
import { ownField } from '../../../internal/lists.js'
import { itemsOf, textOf } from '../json.js'

/** One condition, as it is now. */
export interface ConditionNow {
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  /** Why, in one word in PascalCase. */
  readonly reason: string
  readonly message: string
}

/** A condition as it is written. */
export interface Condition extends ConditionNow {
  readonly lastTransitionTime: string
  readonly observedGeneration?: number
}

/**
 * Conditions to write into a status: the time of one changes only when its status does.
 *
 * Shape: `before` are the conditions of the object, as JSON; what cannot be read there counts as not there. `at` is the time of a
 * condition that is new or has another status. Order: of `now`.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/api/meta/conditions.go SetStatusCondition
 *
 * @example
 * ```ts
 * import { conditionsAfter } from 'gcplan/adapters/kubernetes'
 *
 * const ready = { type: 'Ready', status: 'True', reason: 'Planned', message: '' } as const
 * const first = conditionsAfter([], [ready], new Date('2026-01-01T12:00:00Z'))
 * const next = conditionsAfter(first, [ready], new Date('2026-01-01T12:05:00Z'))
 * console.log(next[0]?.lastTransitionTime) // 2026-01-01T12:00:00Z
 * ```
 */
export const conditionsAfter = (
  before: unknown,
  now: ReadonlyArray<ConditionNow>,
  at: Date,
  observedGeneration?: number,
): ReadonlyArray<Condition> => {
  const since = new Map(
    itemsOf(before).map((each) => [
      JSON.stringify([ownField(each, 'type'), ownField(each, 'status')]),
      textOf(ownField(each, 'lastTransitionTime')),
    ]),
  )
  return now.map((condition) => ({
    ...condition,
    lastTransitionTime: since.get(JSON.stringify([condition.type, condition.status])) ?? secondOf(at),
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
  }))
}

/** Times of the API have whole seconds. */
const secondOf = (at: Date): string => at.toISOString().replace(/[.]\d+Z$/, 'Z')
