/**
 * A cluster cut by namespace for the owner collector: cluster-scoped objects go to every shard, because they own objects in
 * namespaces. What becomes of them is decided by the reduce step alone, since their dependents are in many namespaces.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { KubeObject } from '../apiserver/index.js'
import type * as Owner from '../controllers/owner/index.js'
import { compareText } from '../internal/lists.js'
import type { Cut } from './cut.js'
import { liesIn, placeOf } from './namespaces.js'

/** A part of a snapshot of owners, and the decisions that count in it. */
export type OwnerCut = Cut<Owner.OwnerFamily, Owner.Snapshot>

/**
 * A cluster by namespace, for the owner collector.
 *
 * Shape: one cut for each namespace, by name, with every cluster-scoped object in it; namespaces share one if an
 * object of one names an owner in another, or both name one that is not there. The last cut, of the reduce step, decides
 * on cluster-scoped objects: it has these and all their dependents.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go classifyReferences
 */
export const cutOwners = (snapshot: Owner.Snapshot): RNEA.ReadonlyNonEmptyArray<OwnerCut> => {
  const groups = groupsOf(snapshot.objects)
  const withCluster = groups.find((group) => group.has('')) ?? new Set([''])
  const cuts = groups
    .filter((group) => group !== withCluster)
    .map((group) =>
      cutOf(snapshot, group, ({ metadata: { namespace = '' } }) => namespace === '' || group.has(namespace)),
    )
  const clusterUids = new Set(
    snapshot.objects.flatMap((object) => (withCluster.has(placeOf(object)) ? [object.metadata.uid] : [])),
  )
  const reduce = cutOf(
    snapshot,
    withCluster,
    (object) =>
      withCluster.has(placeOf(object)) ||
      (object.metadata.ownerReferences ?? []).some(({ uid }) => clusterUids.has(uid)),
  )
  const [first, ...others] = cuts
  return first === undefined ? [reduce] : [first, ...others, reduce]
}

const cutOf = (
  snapshot: Owner.Snapshot,
  group: ReadonlySet<string>,
  reads: (object: KubeObject) => boolean,
): OwnerCut => ({
  namespaces: [...group].filter((namespace) => namespace !== ''),
  snapshot: { ...snapshot, objects: snapshot.objects.filter(reads) },
  decides: (_, target) => liesIn(group)(target),
  records: ({ involvedObject }) => liesIn(group)(involvedObject),
})

/** Namespaces by what joins them; the empty one stands for the cluster. */
const groupsOf = (objects: ReadonlyArray<KubeObject>): ReadonlyArray<ReadonlySet<string>> => {
  const groups = new Map<string, Set<string>>()
  const groupOf = (place: string): Set<string> => {
    const group = groups.get(place) ?? new Set([place])
    groups.set(place, group)
    return group
  }
  const namers = new Map<string, string>()
  const places = new Map(objects.map((object) => [object.metadata.uid, placeOf(object)] as const))
  for (const object of [...objects].sort((a, b) => compareText(placeOf(a), placeOf(b)))) {
    const place = placeOf(object)
    groupOf(place)
    for (const { uid } of object.metadata.ownerReferences ?? []) {
      const other = places.get(uid) ?? namers.get(uid)
      // Who else names an owner that is not there shares what is found out about it.
      if (other === undefined) namers.set(uid, place)
      if (other === undefined || (other === '' && places.has(uid)) || other === place) continue
      const joined = groupOf(other)
      if (joined === groupOf(place)) continue
      for (const member of joined) groups.set(member, groupOf(place).add(member))
    }
  }
  return [...new Set(groups.values())]
}
