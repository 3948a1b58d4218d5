/**
 * The snapshot after a plan, or after what a report says was done. Removing a record leaves references to its name in
 * place.
 */
import { plannedTargets } from '../core/plan.js'
import { type Report, removedTargets } from '../core/report.js'
import type { ContainerdFamily, Plan } from './reason.js'
import { type Target, recordOf } from './record.js'
import type { Namespace, Snapshot } from './snapshot.js'

/**
 * The snapshot after a plan, if every removal succeeds.
 *
 * Order: lists keep their order; empty namespaces stay.
 */
export const apply =
  (plan: Plan) =>
  (snapshot: Snapshot): Snapshot =>
    without(plannedTargets(plan), snapshot)

/** The snapshot without what a report says was removed; containerd itself would roll a failed transaction back. */
export const applyReport =
  <Err>(report: Report<ContainerdFamily, Err>) =>
  (snapshot: Snapshot): Snapshot =>
    without(removedTargets(report), snapshot)

const without = (targets: ReadonlyArray<Target>, snapshot: Snapshot): Snapshot => {
  if (targets.length === 0) return snapshot
  const gone = new Map<Target['_tag'], Set<string>>()
  for (const { _tag, id } of targets) {
    const ids = gone.get(_tag)
    if (ids === undefined) gone.set(_tag, new Set([id]))
    else ids.add(id)
  }
  return { ...snapshot, namespaces: snapshot.namespaces.map((namespace) => withoutIn(gone, namespace)) }
}

const withoutIn = (gone: ReadonlyMap<Target['_tag'], ReadonlySet<string>>, namespace: Namespace): Namespace => {
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
    snapshots: left('FsSnapshot', namespace.snapshots, recordOf.snapshots),
    ingests: left('Ingest', namespace.ingests, recordOf.ingests),
    content: left('Content', namespace.content, recordOf.content),
    images: left('Image', namespace.images, recordOf.images),
    streams: left('Stream', namespace.streams, recordOf.streams),
    mounts: left('Mount', namespace.mounts, recordOf.mounts),
  }
}
