/**
 * What a set does next, given what is there: makes and replaces the pods that it wants, by ordinal, then deletes those that
 * are too many.
 *
 * Rolling updates are left out: a pod of an older template stays.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go updateStatefulSet
 */
import type { WholeObject } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import type { View } from '../controller.js'
import { type Claimed, claimedBy } from '../workload/ownership.js'
import { meetsSelector } from '../workload/selector.js'
import { replicas } from './replicas.js'
import { revisionOf } from './revision.js'
import { scaledDown } from './scale-down.js'
import { type SetSpec, isWanted, memberName } from './set.js'
import type { Member, Sync } from './work.js'

/** What a set does next. One whose selector can't be read does nothing: it can't say which pods are its own. */
export const sync = (view: View, set: WholeObject, spec: SetSpec): Sync => {
  const { namespace = '', name } = set.metadata
  const meets = meetsSelector(ownField(set.spec, 'selector'))
  if (meets === undefined) return { toAdopt: [], toRelease: [], acts: [], waits: false }
  const isMember = (pod: WholeObject): boolean => memberName(pod.metadata.name)?.set === name && meets(pod)
  const pods = claimedBy(set, isMember, view.listOf('', 'Pod', namespace))
  const revisions = claimedBy(set, meets, view.listOf('apps', 'ControllerRevision', namespace))
  const revision = revisionOf(view, set, ownOf(revisions))
  const wanted = new Map<number, WholeObject>()
  const condemned: Member[] = []
  for (const pod of ownOf(pods)) {
    const ordinal = memberName(pod.metadata.name)?.ordinal ?? -1
    if (isWanted(spec, ordinal)) wanted.set(ordinal, pod)
    else condemned.push({ ordinal, pod })
  }
  condemned.sort((a, b) => b.ordinal - a.ordinal)
  const work = { view, set, spec, revision: revision.name }
  const { acts, waits, ends, due } = replicas(work, wanted)
  const removed = ends || !spec.isStated ? [] : scaledDown(work, condemned)
  return {
    toAdopt: [...revisions.toAdopt, ...pods.toAdopt],
    toRelease: pods.toRelease,
    acts: [...revision.acts, ...acts, ...removed],
    waits,
    due,
  }
}

const ownOf = ({ owned, toAdopt }: Claimed): ReadonlyArray<WholeObject> => [...owned, ...toAdopt]
