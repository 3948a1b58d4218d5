/** The pods that a set wants: those that are missing are made, those that have ended are replaced. */
import { type WholeObject, isBeingDeleted } from '../../apiserver/object.js'
import { deleteOf } from '../acts.js'
import { phaseOf } from '../volumes.js'
import { claimActs, hasStaleClaim, missingClaims } from './claim-acts.js'
import { availabilityOf } from '../workload/availability.js'
import { newPod } from './pod.js'
import type { SetWhy } from './reason.js'
import type { Act, Part, SetAtWork } from './work.js'

/** What is done about the pods that are wanted. */
export interface Step extends Part {
  /** What comes after it has to wait. In parallel, a pod stops no other pod. */
  readonly ends: boolean
  /** It can't be done: in parallel, too, what comes later has to wait. */
  readonly fails: boolean
}

/** So many pods are made at once; the changes that follow bring the set back for the rest. */
const mostAtOnce = 500

/** A set of more pods than this is not filled up: a number of any size may be asked for. */
const largest = 10_000

/** The pods that the set wants, the lowest ordinal first. One that is not up stops those after it, unless in parallel. */
export const replicas = (work: SetAtWork, wanted: ReadonlyMap<number, WholeObject>): Step => {
  const { start, end, isParallel } = work.spec
  const acts: Act[] = []
  let waits = false
  let fails = false
  let made = 0
  for (let ordinal = start; ordinal < end; ordinal++) {
    // They are handled in batches of 1, 2, 4 and so on; a failure in one ends the work after its batch.
    if (fails && isBatchStart(ordinal - start)) break
    const pod = wanted.get(ordinal)
    if (pod === undefined && (made === mostAtOnce || wanted.size + made >= largest))
      return { acts, waits, fails, ends: true }
    const step = pod === undefined ? onMissing(work, ordinal) : onPresent(work, pod, ordinal)
    acts.push(...step.acts)
    waits ||= step.waits
    fails ||= step.fails
    if (pod === undefined) made++
    if (step.ends && !isParallel) return { acts, waits, fails, ends: true, due: step.due }
  }
  return { acts, waits, fails, ends: fails }
}

const isBatchStart = (index: number): boolean => (index & (index + 1)) === 0

/**
 * An ordinal without a pod. A claim that goes with the former pod has to go first.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_pod_control.go PodClaimIsStale
 */
const onMissing = (work: SetAtWork, ordinal: number): Step => {
  const { view, set, spec, revision } = work
  const pod = newPod(set, spec, ordinal, revision)
  if (pod === undefined || !view.covers('v1', 'Pod', set.metadata.namespace)) return halt([])
  if (hasStaleClaim(work, pod, ordinal)) return { ...halt([]), waits: true }
  const { acts, isGoing } = missingClaims(work, ordinal)
  if (isGoing) return { ...halt(acts), waits: true, fails: true }
  const why: SetWhy = { _tag: 'SetPodMissing', set: set.metadata.name, ordinal }
  return halt([...acts, { request: { _tag: 'Create', object: pod }, why }])
}

const halt = (acts: ReadonlyArray<Act>): Step => ({ acts, waits: false, fails: false, ends: true })

/**
 * A pod that the set wants, and that is there.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go processReplica
 */
const onPresent = (work: SetAtWork, pod: WholeObject, ordinal: number): Step => {
  const { view, spec } = work
  const phase = phaseOf(pod)
  if (phase === 'Failed' || phase === 'Succeeded') {
    const requests = isBeingDeleted(pod) ? [] : deleteOf(view, pod, {})
    return halt(requests.map((request): Act => ({ request, why: { _tag: 'SetPodEnded', phase } })))
  }
  const isPending = phase === 'Pending'
  const missing = isPending ? missingClaims(work, ordinal) : { acts: [], isGoing: false }
  if (missing.isGoing) return { ...halt(missing.acts), waits: true, fails: true }
  const availability = isBeingDeleted(pod) ? 'not ready' : availabilityOf(pod, spec.minReadySeconds, view.at)
  const isUp = availability === 'available'
  const owners = isUp || isPending || spec.isParallel ? claimActs(work, pod, ordinal) : []
  return {
    acts: [...missing.acts, ...owners],
    waits: false,
    fails: false,
    ends: !isUp,
    due: availability instanceof Date ? availability : undefined,
  }
}
