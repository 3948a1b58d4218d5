/**
 * The snapshot after a plan, or after what a report says was done. Removing a record leaves references to its name in
 * place.
 */
import { plannedTargets } from '../core/plan.js'
import { type Report, removedTargets } from '../core/report.js'
import type { ContainerdFamily, Plan } from './reason.js'
import { addTo } from '../internal/lists.js'
import { type Target, recordOf, snapshotKey } from './record.js'
import type { Namespace, Snapshot } from './snapshot.js'

/**
 * The snapshot after a plan, if every removal succeeds.
 *
 * Order: lists keep their order; empty namespaces stay. A collection leaves a snapshot in its parent's list of children:
 * `goneChildren` of that grows where it is known.
 */
export const apply =
  (plan: Plan) =>
  (snapshot: Snapshot): Snapshot =>
    without(plannedTargets(plan), snapshot, stillListed)

/** The snapshot without what a report says was removed; containerd itself would roll a failed transaction back. */
export const applyReport =
  <Err>(report: Report<ContainerdFamily, Err>) =>
  (snapshot: Snapshot): Snapshot =>
    without(removedTargets(report), snapshot)

const without = (targets: ReadonlyArray<Target>, snapshot: Snapshot, snapshotsOf: Remaining = unchanged): Snapshot => {
  if (targets.length === 0) return snapshot
  const gone = new Map<Target['_tag'], Set<string>>()
  for (const { _tag, id } of targets) {
    const ids = gone.get(_tag)
    if (ids === undefined) gone.set(_tag, new Set([id]))
    else ids.add(id)
  }
  return { ...snapshot, namespaces: snapshot.namespaces.map((namespace) => withoutIn(gone, namespace, snapshotsOf)) }
}

type Snapshots = Namespace['snapshots']

/** What is kept of the snapshots that are left. */
type Remaining = (left: Snapshots, before: Snapshots) => Snapshots

const unchanged: Remaining = (left) => left

/** What is left, with what went in the lists of its parents, where those are known. */
const stillListed: Remaining = (left, before) => {
  if (left.length === before.length || !left.some(isListed)) return left
  const stays = new Set(left)
  const gone = new Map<string, string[]>()
  for (const one of before) if (!stays.has(one)) addTo(gone, snapshotKey(one.snapshotter, one.parent), one.key)
  return left.map((one) => {
    const { goneChildren } = one
    const more = gone.get(snapshotKey(one.snapshotter, one.key))
    return goneChildren === undefined || goneChildren._tag === 'Unknown' || more === undefined
      ? one
      : { ...one, goneChildren: { ...goneChildren, value: [...new Set([...goneChildren.value, ...more])] } }
  })
}

const isListed = ({ goneChildren }: Snapshots[number]): boolean =>
  goneChildren !== undefined && goneChildren._tag !== 'Unknown'

const withoutIn = (
  gone: ReadonlyMap<Target['_tag'], ReadonlySet<string>>,
  namespace: Namespace,
  snapshotsOf: Remaining,
): Namespace => {
  const left = <A>(
    kind: Target['_tag'],
    items: ReadonlyArray<A>,
    record: (namespace: string, item: A) => Target,
  ): ReadonlyArray<A> => {
    const ids = gone.get(kind)
    return ids === undefined ? items : items.filter((item) => !ids.has(record(namespace.name, item).id))
  }
  return {
    ...namespace,
    leases: left('Lease', namespace.leases, recordOf.leases),
    snapshots: snapshotsOf(left('FsSnapshot', namespace.snapshots, recordOf.snapshots), namespace.snapshots),
    ingests: left('Ingest', namespace.ingests, recordOf.ingests),
    content: left('Content', namespace.content, recordOf.content),
    images: left('Image', namespace.images, recordOf.images),
    streams: left('Stream', namespace.streams, recordOf.streams),
    mounts: left('Mount', namespace.mounts, recordOf.mounts),
  }
}
