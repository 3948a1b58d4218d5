/** Whether a pod counts as available, as its conditions tell. */
import { type WholeObject, isBeingDeleted } from '../../apiserver/object.js'
import { after, epochOfRfc3339, instant, isInstant, millis } from '../../core/time.js'
import { ownField } from '../../internal/lists.js'
import { phaseOf } from '../volumes.js'
import { listIn } from './fields.js'

/** How far a pod is: up for long enough, up but not before an instant long enough, or not up. */
export type Availability = 'available' | 'not ready' | Date

/**
 * How far a pod is.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_utils.go isRunningAndReady
 * @upstream kubernetes 1.36.2 pkg/api/v1/pod/util.go IsPodAvailable
 */
export const availabilityOf = (pod: WholeObject, minReadySeconds: number, now: Date): Availability => {
  const ready = listIn(pod.status, 'conditions').find((condition) => ownField(condition, 'type') === 'Ready')
  if (phaseOf(pod) !== 'Running' || ownField(ready, 'status') !== 'True') return 'not ready'
  if (minReadySeconds === 0) return 'available'
  const since = timeOf(ownField(ready, 'lastTransitionTime'))
  if (since === undefined) return 'not ready'
  const due = after(since, millis(minReadySeconds * 1000))
  return due <= now ? 'available' : due
}

/** True for a pod that is not up, or does not stay so. */
export const isUnavailable = (pod: WholeObject, minReadySeconds: number, now: Date): boolean =>
  isBeingDeleted(pod) || availabilityOf(pod, minReadySeconds, now) !== 'available'

const timeOf = (value: unknown): Date | undefined => {
  if (isInstant(value)) return value
  const epoch = typeof value === 'string' ? epochOfRfc3339(value) : null
  return epoch === null ? undefined : instant(epoch)
}
