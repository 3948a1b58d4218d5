/**
 * What a namespace that is being deleted says of itself, and when its controller looks at it next.
 */
import { type Condition, conditionsOf } from '../../apiserver/definition.js'
import { type Target, type WholeObject, isBeingDeleted, isPod, targetOf } from '../../apiserver/object.js'
import { sweepDelay } from '../../controllers/namespace/controller.js'
import { paceOf } from '../../controllers/namespace/sweep.js'
import { type Millis, after, epochOfRfc3339, instant, millis } from '../../core/time.js'
import { compareText, ownField } from '../../internal/lists.js'
import { isFinalized } from './namespace-blockers.js'
import type { Blocker } from './reason.js'

/** A condition as the status of a namespace has it. */
export interface ReportedCondition extends Condition {
  /** Since when it is so. */
  readonly since?: Date
}

/** When the namespace controller looks next. */
export interface NextSweep {
  /**
   * `FirstSweep`: 5 s after the deletion began. `AfterReport`: 5 s after it has changed a condition. `Estimate`: in half of
   * what it estimates, and a second. `BackOff`: after an error, at least once a minute. `Resync`: its own finalizer is off,
   * so that only events and a resync every 5 min lead to a sweep. `None`: no finalizer of the specification is left.
   */
  readonly because: 'FirstSweep' | 'AfterReport' | 'Estimate' | 'BackOff' | 'Resync' | 'None'
  /** Never before this. */
  readonly earliest?: Date
  /** When the last sweep was is not recorded; that it was long enough ago for this instant is. */
  readonly latest?: Date
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

interface Known {
  readonly at: Date
  /** The last sweep ended with an error. */
  readonly failed: boolean
  /** When a condition last changed. */
  readonly changed: Date | undefined
}

/**
 * When the next sweep comes.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/namespace/namespace_controller.go enqueueNamespace
 */
const nextSweepOf = (
  namespace: WholeObject,
  content: ReadonlyArray<WholeObject>,
  { at, failed, changed }: Known,
): NextSweep => {
  const finalizers = ownField(namespace.spec, 'finalizers')
  if (isFinalized(namespace) || (Array.isArray(finalizers) && finalizers.length === 0)) return { because: 'None' }
  const begun = namespace.metadata.deletionTimestamp
  const first = begun === undefined ? undefined : after(begun, sweepDelay)
  if (first !== undefined && first > at) return { because: 'FirstSweep', earliest: first, latest: first }
  const within = (because: NextSweep['because'], longest: Millis): NextSweep => {
    const latest = after(at, longest)
    const report = changed === undefined ? undefined : after(changed, sweepDelay)
    return report !== undefined && report > at && report < latest
      ? { because: 'AfterReport', earliest: at, latest: report }
      : { because, earliest: at, latest }
  }
  if (failed) return within('BackOff', longestBackOff)
  if (Array.isArray(finalizers) && !finalizers.includes('kubernetes')) return within('Resync', resync)
  const pods = content.filter(isPod)
  const { period } = paceOf(pods.length > 0 ? pods : content, begun, at)
  return period === undefined ? within('BackOff', longestBackOff) : within('Estimate', period)
}

const longestBackOff: Millis = millis(60_000)
const resync: Millis = millis(300_000)
