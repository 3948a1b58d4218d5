/** What is told of a lifecycle plan that was carried out: Events on the objects, and numbers. */
import { amendmentsOf, removalsOf, type Report } from '../../../core/index.js'
import * as Lifecycle from '../../../controllers/lifecycle/index.js'
import { type CallFault, explainFault, isCallFault } from '../../../execute/index.js'
import type { ObjectEvent } from '../events/series.js'
import { type CallError, sayCallError } from '../request.js'
import type { GuardedLifecycle, LifecycleDecision } from './decide.js'

/** What was carried out. */
export type LifecycleReport = Report<GuardedLifecycle, CallError | CallFault>

type Reasons = ReadonlyArray<Parameters<typeof Lifecycle.explain>[0]>

/**
 * Events on the objects that were marked or deleted, or that could not be.
 *
 * Shape: `Mark` and `Delete` with the reason of the plan, or `MarkFailed` and `DeleteFailed` with the error; nothing of objects that were
 * gone already. Order: of the report.
 */
export const lifecycleEvents = ({ passes }: LifecycleReport): ReadonlyArray<ObjectEvent> =>
  passes.flatMap(({ amended = [], outcomes }) => [
    ...amended.flatMap((outcome): ReadonlyArray<ObjectEvent> => {
      if (outcome._tag === 'Failed') return [failed('Mark', outcome.amendment.target, outcome.error)]
      const { target, reasons } = outcome.amendment
      return outcome._tag === 'Amended' ? [done('Mark', target, reasons)] : []
    }),
    ...outcomes.flatMap((outcome): ReadonlyArray<ObjectEvent> => {
      if (outcome._tag === 'Failed') return [failed('Delete', outcome.removal.target, outcome.error)]
      const { target, reasons } = outcome.removal
      return outcome._tag === 'Removed' && outcome.found !== 'gone' ? [done('Delete', target, reasons)] : []
    }),
  ])

const done = (action: 'Mark' | 'Delete', target: Lifecycle.Target, reasons: Reasons): ObjectEvent => ({
  ...{ regarding: regardingOf(target), type: 'Normal', action, reason: reasons[0]?._tag ?? action },
  note: reasons.map(Lifecycle.explain).join('; '),
})

const failed = (action: 'Mark' | 'Delete', target: Lifecycle.Target, error: CallError | CallFault): ObjectEvent => ({
  ...{ regarding: regardingOf(target), type: 'Warning', action, reason: `${action}Failed` },
  note: isCallFault(error) ? explainFault(error) : sayCallError(error),
})

const regardingOf = ({ id, apiVersion, kind, namespace, name }: Lifecycle.Target): ObjectEvent['regarding'] => ({
  ...{ apiVersion, kind, namespace, name, uid: id },
})

/** Numbers of one turn, for a status. */
export interface LifecycleCounts {
  /** Objects that the policy has a say in, or may have. */
  readonly considered: number
  /** Those that would go if guards let them. */
  readonly due: number
  readonly allowed: number
  readonly deleted: number
  readonly marked: number
  /** Marks that were not written, where namespaces rehearse. */
  readonly rehearsed: number
  readonly failed: number
}

/** Counts what was decided and what came of it. */
export const lifecycleCounts = (
  { planned, allowed }: LifecycleDecision,
  { passes }: LifecycleReport,
): LifecycleCounts => {
  const outcomes = passes.flatMap((pass) => pass.outcomes)
  const amended = passes.flatMap((pass) => pass.amended ?? [])
  const [expire] = planned.passes
  return {
    considered: expire.removals.length + expire.kept.length,
    due: removalsOf(planned).length,
    allowed: removalsOf(allowed).length,
    deleted: outcomes.filter(({ _tag }) => _tag === 'Removed').length,
    marked: amended.filter(({ _tag }) => _tag === 'Amended').length,
    rehearsed: planned.passes.flatMap(amendmentsOf).length - allowed.passes.flatMap(amendmentsOf).length,
    failed: [...outcomes, ...amended].filter(({ _tag }) => _tag === 'Failed').length,
  }
}
