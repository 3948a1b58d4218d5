/**
 * What a namespace that is being deleted says of itself, and what is left in it.
 */
import { type Condition, conditionsOf } from '../../apiserver/definition.js'
import { type Target, type WholeObject, isBeingDeleted, isPod, targetOf } from '../../apiserver/object.js'
import { type NextSweep, nextSweepOf } from '../../controllers/namespace/controller.js'
import { epochOfRfc3339, instant } from '../../core/time.js'
import { compareText, ownField } from '../../internal/lists.js'
import type { Blocker } from './reason.js'

/** A condition as the status of a namespace has it. */
export interface ReportedCondition extends Condition {
  /** Since when it is so. */
  readonly since?: Date
}

/** The state of a namespace that is being deleted. */
export interface NamespaceState {
  /** Its conditions that are True, word for word. */
  readonly reported: ReadonlyArray<ReportedCondition>
  /** Pods that are left; while one is, nothing else is deleted. */
  readonly pods: ReadonlyArray<Target>
  /** Finalizers on its content, and on how many objects, by name. */
  readonly finalizers: ReadonlyArray<FinalizerCount>
  readonly nextSweep: NextSweep
}

/** A finalizer on the content of a namespace. */
export interface FinalizerCount {
  readonly finalizer: string
  readonly objects: number
  readonly first: Target
}

/** The state of a namespace that is being deleted, at an instant. */
export const namespaceStateOf = (
  namespace: WholeObject,
  content: ReadonlyArray<WholeObject>,
  blockers: ReadonlyArray<Blocker>,
  at: Date,
): NamespaceState => {
  const conditions = conditionsOf(namespace).map(reportedOf)
  const reported = conditions.filter(({ status }) => status === 'True')
  return {
    reported,
    pods: content.filter(isPod).map(targetOf),
    finalizers: finalizersOn(content.filter(isBeingDeleted)),
    nextSweep: nextSweepOf(namespace, content, {
      at,
      failed: blockers.some(({ _tag }) => _tag === 'GroupNotListed') || reported.some(({ type }) => failures.has(type)),
      changed: latestOf(conditions.flatMap(({ since }) => since ?? [])),
    }),
  }
}

const failures: ReadonlySet<string> = new Set([
  'NamespaceDeletionDiscoveryFailure',
  'NamespaceDeletionGroupVersionParsingFailure',
  'NamespaceDeletionContentFailure',
])

/** A condition with the time in it. */
export const reportedOf = (condition: Condition): ReportedCondition => {
  const { type, status, reason, message } = condition
  const time = ownField(condition, 'lastTransitionTime')
  const epoch = typeof time === 'string' ? epochOfRfc3339(time) : null
  return { type, status, reason, message, ...(epoch === null ? {} : { since: instant(epoch) }) }
}

const latestOf = (times: ReadonlyArray<Date>): Date | undefined =>
  times.reduce<Date | undefined>((latest, time) => (latest === undefined || time > latest ? time : latest), undefined)

const finalizersOn = (content: ReadonlyArray<WholeObject>): ReadonlyArray<FinalizerCount> => {
  const counts = new Map<string, FinalizerCount>()
  for (const object of content)
    for (const finalizer of object.metadata.finalizers ?? []) {
      const { objects, first } = counts.get(finalizer) ?? { objects: 0, first: targetOf(object) }
      counts.set(finalizer, { finalizer, objects: objects + 1, first })
    }
  return [...counts.values()].sort((a, b) => compareText(a.finalizer, b.finalizer))
}
