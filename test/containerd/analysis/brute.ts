/**
 * Answers what a node keeps alone the slow way: take its record out, plan again, subtract.
 */
import { option as O } from 'fp-ts'

import type { Namespace, Node, Policy, Snapshot } from '../../../src/containerd/index.js'
import { known } from '../../../src/core/index.js'
import { int64FromBigint, int64ToBigint } from '../../../src/core/int64.js'
import { planOf } from '../graph.js'

const inNamespace = (name: string, map: (held: Namespace) => Namespace, snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  namespaces: snapshot.namespaces.map((held) => (held.name === name ? map(held) : held)),
})

/** Every node of a snapshot. */
export const nodesOf = ({ namespaces }: Snapshot): ReadonlyArray<Node> =>
  namespaces.flatMap((held) => {
    const nodes = (_tag: Exclude<Node['_tag'], 'FsSnapshot'>, keys: ReadonlyArray<string>): ReadonlyArray<Node> =>
      keys.map((key) => ({ _tag, id: `${held.name}/${key}`, namespace: held.name, key }))
    return [
      ...nodes(
        'Lease',
        held.leases.map(({ id }) => id),
      ),
      ...nodes(
        'Ingest',
        held.ingests.map(({ ref }) => ref),
      ),
      ...nodes(
        'Content',
        held.content.map(({ digest }) => digest),
      ),
      ...nodes(
        'Image',
        held.images.map(({ name }) => name),
      ),
      ...nodes(
        'Container',
        held.containers.map(({ id }) => id),
      ),
      ...nodes(
        'Sandbox',
        held.sandboxes.map(({ id }) => id),
      ),
      ...nodes(
        'Stream',
        held.streams.map(({ name }) => name),
      ),
      ...nodes(
        'Mount',
        held.mounts.map(({ name }) => name),
      ),
      ...held.snapshots.map(({ snapshotter, key }) => ({
        _tag: 'FsSnapshot' as const,
        id: `${held.name}/${snapshotter}/${key}`,
        namespace: held.name,
        snapshotter,
        key,
      })),
    ]
  })

/** The snapshot without one record, container or sandbox. */
export const without = (node: Node, snapshot: Snapshot): Snapshot =>
  inNamespace(
    node.namespace,
    (held) => {
      switch (node._tag) {
        case 'Lease':
          return { ...held, leases: held.leases.filter(({ id }) => id !== node.key) }
        case 'Ingest':
          return { ...held, ingests: held.ingests.filter(({ ref }) => ref !== node.key) }
        case 'Content':
          return { ...held, content: held.content.filter(({ digest }) => digest !== node.key) }
        case 'Image':
          return { ...held, images: held.images.filter(({ name }) => name !== node.key) }
        case 'Container':
          return { ...held, containers: held.containers.filter(({ id }) => id !== node.key) }
        case 'Sandbox':
          return { ...held, sandboxes: held.sandboxes.filter(({ id }) => id !== node.key) }
        case 'Stream':
          return { ...held, streams: held.streams.filter(({ name }) => name !== node.key) }
        case 'Mount':
          return { ...held, mounts: held.mounts.filter(({ name }) => name !== node.key) }
        case 'FsSnapshot': {
          const { snapshotter, key } = node
          const stays = (one: Namespace['snapshots'][number]): boolean =>
            one.snapshotter !== snapshotter || one.key !== key
          return { ...held, snapshots: held.snapshots.filter(stays) }
        }
      }
    },
    snapshot,
  )

/** The snapshot with what is unknown holding nothing. */
export const settled = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  namespaces: snapshot.namespaces.map(({ unseen, ...held }) => ({
    ...held,
    ...(unseen === undefined ? {} : { unseen: unseen.filter(({ holdsNothing }) => O.isSome(holdsNothing)) }),
    leases: held.leases.map((lease) =>
      lease.resources._tag === 'Unknown' ? { ...lease, resources: known([]) } : lease,
    ),
    ingests: held.ingests.map(({ ref, expected, expireAt }) => ({
      ref,
      expected: expected._tag === 'Unknown' ? known('') : expected,
      expireAt: expireAt._tag === 'Unknown' ? known('') : expireAt,
    })),
    mounts: held.mounts.map((mount) => (mount.lease._tag === 'Unknown' ? { ...mount, lease: known('') } : mount)),
  })),
})

const isSized = ({ _tag }: { readonly _tag: string }): boolean => _tag === 'Content' || _tag === 'FsSnapshot'

/** Blobs and snapshots that stay, as `_tag id`. */
export const staying = (policy: Policy, snapshot: Snapshot): ReadonlySet<string> =>
  new Set(
    planOf(snapshot, policy).passes[0].kept.flatMap(({ target }) =>
      isSized(target) ? [`${target._tag} ${target.id}`] : [],
    ),
  )

/** Figures of some blobs and snapshots. */
export const extentOf = (snapshot: Snapshot, ids: ReadonlySet<string>): object => {
  let records = 0
  let bytes = 0n
  let unknown = 0
  for (const { name, content, snapshots } of snapshot.namespaces) {
    for (const { digest, size } of content)
      if (ids.has(`Content ${name}/${digest}`)) {
        records++
        bytes += int64ToBigint(size)
      }
    for (const { snapshotter, key, usage } of snapshots)
      if (ids.has(`FsSnapshot ${name}/${snapshotter}/${key}`)) {
        records++
        if (usage === undefined || usage._tag === 'Unknown') unknown++
        else bytes += int64ToBigint(usage.value)
      }
  }
  return { records, bytes: int64FromBigint(bytes), unknown }
}

/** Bytes of some blobs and snapshots that leave the disk when the second snapshot is collected. */
export const onDiskOf = (
  policy: Policy,
  before: Snapshot,
  after: Snapshot,
  ids: ReadonlySet<string>,
): number | string => {
  const { kept } = planOf(after, policy).passes[0]
  const stays = new Set(kept.map(({ target }) => `${target._tag} ${target.id}`))
  const files = new Set<string>()
  for (const { name, content, ingests } of after.namespaces) {
    for (const { digest } of content) if (stays.has(`Content ${name}/${digest}`)) files.add(digest)
    for (const { ref, expected } of ingests)
      if (stays.has(`Ingest ${name}/${ref}`) && expected._tag !== 'Unknown') files.add(expected.value)
  }
  let bytes = 0n
  for (const { name, content, snapshots } of before.namespaces) {
    for (const { digest, size } of content)
      if (ids.has(`Content ${name}/${digest}`) && !files.has(digest)) bytes += int64ToBigint(size)
    for (const { snapshotter, key, usage } of snapshots)
      if (ids.has(`FsSnapshot ${name}/${snapshotter}/${key}`) && usage !== undefined && usage._tag !== 'Unknown')
        bytes += int64ToBigint(usage.value)
  }
  return int64FromBigint(bytes)
}

/** What is in the first set and not in the second. */
export const difference = (left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...left].filter((id) => !right.has(id)))
