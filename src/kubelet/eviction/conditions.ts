/**
 * Node conditions: a condition is reported until the transition period has passed since it was last seen.
 */
import { type Millis, between } from '../../core/time.js'
import { compareText } from '../../internal/lists.js'
import type { NodeCondition } from './signal.js'

/** When each condition was last seen. */
export type ConditionsSeen = ReadonlyMap<NodeCondition, Date>

/**
 * The conditions seen less than a period ago; with a period of zero, none.
 *
 * Order: by name.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go nodeConditionsObservedSince
 *
 * @example
 * ```ts
 * import { millis } from 'gcplan'
 * import * as Eviction from 'gcplan/kubelet/eviction'
 *
 * const seen = new Map([['DiskPressure', new Date('2026-01-01T00:00:00Z')]] as const)
 * console.log(Eviction.conditionsSince(millis(300000))(new Date('2026-01-01T00:05:00Z'), seen)) // []
 * ```
 */
export const conditionsSince =
  (transitionPeriod: Millis) =>
  (at: Date, seen: ConditionsSeen): ReadonlyArray<NodeCondition> =>
    [...seen]
      .filter(([, last]) => between(last, at) < transitionPeriod)
      .map(([condition]) => condition)
      .sort(compareText)

/** A taint as the node controller puts it on a node under pressure. */
export interface Taint {
  readonly key:
    | 'node.kubernetes.io/disk-pressure'
    | 'node.kubernetes.io/memory-pressure'
    | 'node.kubernetes.io/pid-pressure'
  readonly effect: 'NoSchedule'
}

const taints: { readonly [C in NodeCondition]: Taint['key'] } = {
  DiskPressure: 'node.kubernetes.io/disk-pressure',
  MemoryPressure: 'node.kubernetes.io/memory-pressure',
  PIDPressure: 'node.kubernetes.io/pid-pressure',
}

/**
 * The taint that follows from a condition.
 *
 * @upstream kubernetes v1.36.2 pkg/controller/nodelifecycle/node_lifecycle_controller.go nodeConditionToTaintKeyStatusMap
 */
export const taintOf = (condition: NodeCondition): Taint => ({ key: taints[condition], effect: 'NoSchedule' })
