/**
 * Clean-up on disk after the commit: which backends a collection cleans, and which blobs it deletes.
 */
import type { Int64 } from '../core/int64.js'
import { plannedTargets } from '../core/plan.js'
import { targetKey } from '../core/target.js'
import { compareBytes } from '../internal/lists.js'
import type { Plan } from './reason.js'
import { type Target, recordOf } from './record.js'
import type { Snapshot } from './snapshot.js'

/** Which backends are cleaned, and what that certainly frees. */
export interface Cleanup {
  /** Snapshotters that had a record removed, by the collection or before, in byte order; each deletes what no record refers to. */
  readonly snapshotters: ReadonlyArray<string>
  /** True when a record of content or an ingest was removed, or content before the collection. */
  readonly content: boolean
  /**
   * Blobs that lose their last record and that no ingest of any namespace expects, in the order of the sweep; none while
   * an ingest whose expected blob is unknown stays.
   */
  readonly blobs: ReadonlyArray<{ readonly digest: string; readonly size: Int64 }>
}

/** What clients deleted since the last collection; no call of the daemon tells. */
export interface DeletedBefore {
  /** Some blob's record. */
  readonly content: boolean
  /** Snapshotters of which some snapshot was removed. */
  readonly snapshotters: ReadonlyArray<string>
}

const nothingBefore: DeletedBefore = { content: false, snapshotters: [] }

/**
 * What a collection cleans after its commit. A backend is cleaned that lost a record to the collection or, since the last
 * one, to a client.
 *
 * Shape: a plan, what clients deleted before (default: nothing), and the snapshot the plan was made of. `blobs` are those of
 * the plan alone: the snapshot no longer has what clients deleted.
 *
 * @upstream containerd v2.3.4 core/metadata/db.go GarbageCollect, core/metadata/content.go garbageCollect
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { cleanup, defaultPolicy, plan } from 'gcplan/containerd'
 *
 * const none = { snapshots: [], images: [], containers: [], leases: [], ingests: [], sandboxes: [], streams: [], mounts: [] }
 * const content = [{ digest: 'sha256:a', size: 12, labels: [] }]
 * const snapshot = { at: new Date(0), namespaces: [{ ...none, content, name: 'k8s.io', inMetadata: true }] }
 * const planned = plan(defaultPolicy)(snapshot)
 * console.log(E.isRight(planned) && cleanup(planned.right)(snapshot).blobs) // [ { digest: 'sha256:a', size: 12 } ]
 * ```
 */
export const cleanup =
  (plan: Plan, before: DeletedBefore = nothingBefore) =>
  (snapshot: Snapshot): Cleanup => {
    const targets = plannedTargets(plan)
    const snapshotters = new Set<string>(before.snapshotters)
    for (const target of targets) if (target._tag === 'FsSnapshot') snapshotters.add(target.snapshotter)
    return {
      snapshotters: [...snapshotters].sort(compareBytes),
      content: before.content || targets.some(({ _tag }) => _tag === 'Content' || _tag === 'Ingest'),
      blobs: lostBlobs(targets, snapshot),
    }
  }

const lostBlobs = (targets: ReadonlyArray<Target>, snapshot: Snapshot): Cleanup['blobs'] => {
  const removed = new Set(targets.filter(({ _tag }) => _tag === 'Content' || _tag === 'Ingest').map(targetKey))
  const held = new Set<string>()
  const sizes = new Map<string, Int64>()
  for (const { name, content, ingests } of snapshot.namespaces) {
    for (const blob of content)
      if (removed.has(targetKey(recordOf.content(name, blob)))) sizes.set(blob.digest, blob.size)
      else held.add(blob.digest)
    for (const ingest of ingests) {
      if (removed.has(targetKey(recordOf.ingests(name, ingest)))) continue
      const { expected } = ingest
      if (expected._tag === 'Unknown') return []
      held.add(expected.value)
    }
  }
  const lost: { digest: string; size: Int64 }[] = []
  for (const { _tag, key } of targets) {
    if (_tag !== 'Content') continue
    const size = held.has(key) ? undefined : sizes.get(key)
    if (size !== undefined) lost.push({ digest: key, size })
    sizes.delete(key)
  }
  return lost
}
