/**
 * Removes single records, as clients do. A daemon refuses a snapshot that has children, so a plan is carried out in
 * another order than the sweep's, which has no such rule.
 */
import { taskEither as TE } from 'fp-ts'

import type { FsSnapshotRecord, MetadataRecord, Plan, Port, Removal, Snapshot } from '../../containerd/index.js'
import { snapshotKey } from '../../containerd/record.js'
import { addTo } from '../../internal/lists.js'
import type { SocketError } from '../socket/error.js'
import { attempt } from '../socket/attempt.js'
import type { Daemon } from '../socket/daemon.js'
import { inNamespace, servicesOf } from './daemon.js'

/** A port for `execute` with this adapter's `classify`: a record that is gone counts as removed. */
export const port = (daemon: Daemon): Port<SocketError> => {
  const services = servicesOf(daemon)
  const removals: Record<MetadataRecord['_tag'], (record: MetadataRecord) => TE.TaskEither<SocketError, unknown>> = {
    Lease: ({ namespace, key }) =>
      attempt(daemon, `delete lease ${key}`, () => services.leases.delete({ id: key }, inNamespace(daemon, namespace))),
    Ingest: ({ namespace, key }) =>
      attempt(daemon, `abort ingest ${key}`, () =>
        services.content.abort({ ref: key }, inNamespace(daemon, namespace)),
      ),
    Content: ({ namespace, key }) =>
      attempt(daemon, `delete content ${key}`, () =>
        services.content.delete({ digest: key }, inNamespace(daemon, namespace)),
      ),
    Image: ({ namespace, key }) =>
      attempt(daemon, `delete image ${key}`, () =>
        services.images.delete({ name: key }, inNamespace(daemon, namespace)),
      ),
    Mount: ({ namespace, key }) =>
      attempt(daemon, `deactivate mount ${key}`, () =>
        services.mounts.deactivate({ name: key }, inNamespace(daemon, namespace)),
      ),
    Stream: ({ key }) =>
      TE.left({ _tag: 'Unsupported', call: `delete stream ${key}`, message: 'no call removes a stream' }),
  }
  return {
    removeRecord: (record) => removals[record._tag](record),
    removeSnapshotRecord: ({ namespace, snapshotter, key }) =>
      attempt(daemon, `remove snapshot ${snapshotter}/${key}`, () =>
        services.snapshots.remove({ snapshotter, key }, inNamespace(daemon, namespace)),
      ),
  }
}

/**
 * The same plan in an order that a daemon accepts: every snapshot behind its children, and attempted only if they went.
 *
 * Order: as before, but each snapshot right behind the last of its children.
 */
export const childrenFirst =
  ({ namespaces }: Snapshot) =>
  (plan: Plan): Plan => {
    const parents = new Map<string, string>()
    for (const { name, snapshots } of namespaces)
      for (const { snapshotter, key, parent } of snapshots)
        if (parent !== '')
          parents.set(`${name}/${snapshotKey(snapshotter, key)}`, `${name}/${snapshotKey(snapshotter, parent)}`)
    const [first, ...rest] = plan.passes
    return { ...plan, passes: [{ ...first, removals: reordered(parents, first.removals) }, ...rest] }
  }

const reordered = (parents: ReadonlyMap<string, string>, removals: ReadonlyArray<Removal>): ReadonlyArray<Removal> => {
  const children = new Map<string, FsSnapshotRecord[]>()
  const byId = new Map<string, Removal>()
  for (const removal of removals) {
    const { target } = removal
    if (target._tag !== 'FsSnapshot') continue
    byId.set(target.id, removal)
    const parent = parents.get(target.id)
    if (parent !== undefined) addTo(children, parent, target)
  }
  const done = new Set<string>()
  const ordered: Removal[] = []
  const waiting = new Map([...children].map(([id, all]) => [id, all.length]))
  const put = (removal: Removal): void => {
    // Up the line of parents, as far as no other child is left.
    for (let one: Removal | undefined = removal; one !== undefined;) {
      const { target } = one
      const left = target._tag === 'FsSnapshot' ? (waiting.get(target.id) ?? 0) : 0
      if (left > 0 || done.has(`${target._tag} ${target.id}`)) return
      done.add(`${target._tag} ${target.id}`)
      ordered.push(target._tag === 'FsSnapshot' ? { ...one, requires: children.get(target.id) ?? [] } : one)
      const parent: string | undefined = target._tag === 'FsSnapshot' ? parents.get(target.id) : undefined
      if (parent === undefined) return
      waiting.set(parent, (waiting.get(parent) ?? 0) - 1)
      one = byId.get(parent)
    }
  }
  removals.forEach(put)
  // What is its own ancestor, which no daemon makes, stays in the order of the sweep.
  const rest = removals.filter(({ target }) => !done.has(`${target._tag} ${target.id}`))
  return [...ordered, ...rest]
}
