/**
 * What a set does next, given what is there: makes and replaces the pods that it wants, by ordinal; then hands the claims of
 * pods that are too many to these pods, and deletes the pods, the highest ordinal first.
 *
 * Rolling updates are left out: a pod of an older template stays.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go updateStatefulSet
 */
import { type WholeObject, isBeingDeleted, isPod } from '../../apiserver/object.js'
import { deleteOf } from '../acts.js'
import type { View } from '../controller.js'
import { claimObjects, selectorOf } from '../references.js'
import { phaseOf } from '../volumes.js'
import { claimActs, hasStaleClaim, missingClaims } from './claim-acts.js'
import { healthOf, isUnavailable } from './health.js'
import { newPod, podNamed } from './pod.js'
import type { Act, SetWhy } from './reason.js'
import { revisionOf } from './revision.js'
import { type SetSpec, isWanted, memberName } from './set.js'

/** What is done now. */
export interface Sync {
  /** In order; one that fails ends it. */
  readonly acts: ReadonlyArray<Act>
  /** It has to wait for a claim that goes: for the next change of anything. */
  readonly waits: boolean
  /** When a pod will have been up for long enough. */
  readonly due?: Date | undefined
}

/** One set at work. */
export interface SetAtWork {
  readonly view: View
  readonly set: WholeObject
  readonly spec: SetSpec
  /** The revision of new pods. */
  readonly revision: string
}

/** So many pods are made at once; the changes that follow bring it back for the rest. */
const mostAtOnce = 500

/** What a set does next. */
export const sync = (view: View, set: WholeObject, spec: SetSpec): Sync => {
  const { namespace = '', name } = set.metadata
  const inNamespace = view.listIn(namespace)
  const revision = revisionOf(view, set, inNamespace)
  const matches = selectorOf(set.spec)
  const { own, adopted, released } = claimObjects(
    view,
    set,
    inNamespace.filter(isPod),
    (pod) => memberName(pod.metadata.name)?.set === name && matches(pod),
  )
  const acts: Act[] = [
    ...revision.acts,
    ...adopted.map(({ request }): Act => ({ request, why: { _tag: 'SetAdopted', set: name } })),
    ...released.map(({ request }): Act => ({ request, why: { _tag: 'SetReleased', set: name } })),
  ]
  const wanted = new Map<number, WholeObject>()
  const condemned: { readonly ordinal: number; readonly pod: WholeObject }[] = []
  for (const pod of own) {
    const ordinal = memberName(pod.metadata.name)?.ordinal ?? -1
    if (isWanted(spec, ordinal)) wanted.set(ordinal, pod)
    else condemned.push({ ordinal, pod })
  }
  const work: SetAtWork = { view, set, spec, revision: revision.name }
  const kept = onWanted(work, wanted)
  acts.push(...kept.acts)
  if (kept.ends || !spec.isStated) return { acts, waits: kept.waits, due: kept.due }
  condemned.sort((a, b) => b.ordinal - a.ordinal)
  return { acts: [...acts, ...onCondemned(work, condemned)], waits: kept.waits }
}

interface Step extends Sync {
  /** Those after it have to wait, unless in parallel. */
  readonly ends: boolean
  /** It can't be done: not only those after it wait, but also pods that are too many. */
  readonly fails: boolean
}

/** The pods that the set wants, the lowest ordinal first. One that is not up stops those after it, unless in parallel. */
const onWanted = (work: SetAtWork, wanted: ReadonlyMap<number, WholeObject>): Step => {
  const { start, end, isParallel } = work.spec
  const acts: Act[] = []
  let waits = false
  let fails = false
  let made = 0
  for (let ordinal = start; ordinal < end; ordinal++) {
    // They are handled in batches of 1, 2, 4 and so on; a failure in one ends the work after its batch.
    if (fails && isBatchStart(ordinal - start)) break
    const pod = wanted.get(ordinal)
    const step = pod === undefined ? onMissing(work, ordinal) : onPresent(work, pod, ordinal)
    acts.push(...step.acts)
    waits ||= step.waits
    fails ||= step.fails
    if (pod === undefined) made++
    if ((step.ends && !isParallel) || made === mostAtOnce) return { acts, waits, fails, ends: true, due: step.due }
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
  const { set, spec, revision } = work
  const pod = newPod(set, spec, ordinal, revision)
  if (pod === undefined) return halt([])
  if (hasStaleClaim(work, pod, ordinal)) return { ...halt([]), waits: true }
  const { acts, isGoing } = missingClaims(work, ordinal)
  if (isGoing) return { ...halt(acts), waits: true, fails: true }
  const why: SetWhy = { _tag: 'SetPodMissing', set: set.metadata.name, ordinal }
  const ifAbsent = podNamed(set.metadata.namespace, pod.metadata.name)
  return halt([...acts, { request: { _tag: 'Create', object: pod }, why, ifAbsent }])
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
  const health = isBeingDeleted(pod) ? 'not ready' : healthOf(pod, spec.minReadySeconds, view.at)
  const isUp = health === 'available'
  const owners = isUp || isPending || spec.isParallel ? claimActs(work, pod, ordinal) : []
  return {
    acts: [...missing.acts, ...owners],
    waits: false,
    fails: false,
    ends: !isUp,
    due: health instanceof Date ? health : undefined,
  }
}

/**
 * Pods that are too many. In order, only the first goes, and only once it is up or is the first that is not.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go processCondemned
 */
const onCondemned = (
  work: SetAtWork,
  condemned: ReadonlyArray<{ readonly ordinal: number; readonly pod: WholeObject }>,
): ReadonlyArray<Act> => {
  const { view, set, spec } = work
  const { start: from, end: before, isParallel, minReadySeconds } = spec
  const acts = condemned.flatMap(({ ordinal, pod }) => claimActs(work, pod, ordinal))
  const isDown = ({ pod }: { readonly pod: WholeObject }): boolean => isUnavailable(pod, minReadySeconds, view.at)
  const firstDown = condemned.findLast(isDown)
  for (const one of condemned) {
    const { ordinal, pod } = one
    if (!isBeingDeleted(pod)) {
      if (!isParallel && isDown(one) && one !== firstDown) break
      const why: SetWhy = { _tag: 'SetScaledDown', set: set.metadata.name, ordinal, from, before }
      acts.push(...deleteOf(view, pod, {}).map((request): Act => ({ request, why })))
    }
    if (!isParallel) break
  }
  return acts
}
