/** Pods of a set that are too many. */
import { isBeingDeleted } from '../../apiserver/object.js'
import { deleteOf } from '../acts.js'
import { claimActs } from './claim-acts.js'
import { isUnavailable } from '../workload/availability.js'
import type { SetWhy } from './reason.js'
import type { Act, Member, SetAtWork } from './work.js'

/**
 * Hands the claims of pods that are too many to these pods, as the policy says, then deletes the pods: all of them in
 * parallel, otherwise only the first, and only if it is up or is the lowest that is not.
 *
 * Order: highest ordinal first, as given.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go processCondemned
 */
export const scaledDown = (work: SetAtWork, condemned: ReadonlyArray<Member>): ReadonlyArray<Act> => {
  const { view, set, spec } = work
  const { start: from, end: before, isParallel, minReadySeconds } = spec
  const acts = condemned.flatMap(({ ordinal, pod }) => claimActs(work, pod, ordinal))
  const isDown = ({ pod }: Member): boolean => isUnavailable(pod, minReadySeconds, view.at)
  const lowestDown = condemned.findLast(isDown)
  for (const member of isParallel ? condemned : condemned.slice(0, 1)) {
    const { ordinal, pod } = member
    const mayGo = isParallel || !isDown(member) || member === lowestDown
    if (isBeingDeleted(pod) || !mayGo) continue
    const why: SetWhy = { _tag: 'SetScaledDown', set: set.metadata.name, ordinal, from, before }
    acts.push(...deleteOf(view, pod, {}).map((request): Act => ({ request, why })))
  }
  return acts
}
