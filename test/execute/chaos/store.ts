/**
 * Answers how a metadata database of containerd is a world: a store in memory whose records others label as roots, remove, and
 * put under a lease meanwhile.
 */
import type * as Containerd from '../../../src/containerd/index.js'
import { perform } from '../../../src/containerd/index.js'
import { known } from '../../../src/core/index.js'
import { fakeStore } from '../../../src/testing/containerd/ports.js'
import type { World, Wrong } from './world.js'

const root = ['containerd.io/gc.root', 'since just now'] as const

/** A store that changes. */
export const storeWorld = (start: Containerd.Snapshot): World<Containerd.ContainerdFamily, Containerd.Snapshot> => {
  // Others change the store by putting another one in its place.
  let store = fakeStore<Wrong>(start)
  let now = start.at
  const rooted = new Set<string>()
  const replace = (change: (namespace: Containerd.Namespace) => Containerd.Namespace): void => {
    const { namespaces } = store.snapshot()
    store = fakeStore<Wrong>({ at: now, namespaces: namespaces.map(change) })
  }
  const things = (): ReadonlyMap<string, unknown> =>
    new Map(store.snapshot().namespaces.flatMap((namespace) => recordsOf(namespace)))
  return {
    now: () => now,
    moveTo: (at) => {
      now = at
    },
    look: () => ({ ...store.snapshot(), at: now }),
    perform: (through) =>
      perform<Wrong>({
        removeRecord: (record) => through(async () => await store.port.removeRecord(record)()),
        removeSnapshotRecord: (record) => through(async () => await store.port.removeSnapshotRecord(record)()),
      }),
    things,
    keyOf,
    isGoing: () => false,
    meddle: (roll, key) => {
      const all = [...things().keys()]
      const aim = key !== undefined && all.includes(key) ? key : all[roll % Math.max(1, all.length)]
      if (aim === undefined) return
      if (roll % 3 === 0) {
        replace((namespace) => without(namespace, aim))
        return
      }
      rooted.add(aim)
      if (roll % 3 === 1) replace((namespace) => labelled(namespace, aim))
      else replace((namespace) => leased(namespace, aim))
    },
    objection: (target) => (rooted.has(keyOf(target)) ? 'somebody holds it by now' : undefined),
    breach: (_action, target, { key }) => (key === keyOf(target) ? undefined : `is not ${keyOf(target)}`),
  }
}

const keyOf = ({ _tag, id }: Containerd.Target): string => `${_tag} ${id}`

const recordsOf = (namespace: Containerd.Namespace): ReadonlyArray<readonly [string, unknown]> => {
  const { name, leases, ingests, content, images, streams, mounts, snapshots } = namespace
  return [
    ...leases.map((each) => [`Lease ${name}/${each.id}`, each] as const),
    ...ingests.map((each) => [`Ingest ${name}/${each.ref}`, each] as const),
    ...content.map((each) => [`Content ${name}/${each.digest}`, each] as const),
    ...images.map((each) => [`Image ${name}/${each.name}`, each] as const),
    ...streams.map((each) => [`Stream ${name}/${each.name}`, each] as const),
    ...mounts.map((each) => [`Mount ${name}/${each.name}`, each] as const),
    ...snapshots.map((each) => [`FsSnapshot ${name}/${each.snapshotter}/${each.key}`, each] as const),
  ]
}

const without = (namespace: Containerd.Namespace, key: string): Containerd.Namespace => {
  const stays = new Map(
    recordsOf(namespace)
      .filter(([each]) => each !== key)
      .map(([, record]) => [record, true]),
  )
  const { content, images, snapshots, leases } = namespace
  return {
    ...namespace,
    content: content.filter((each) => stays.has(each)),
    images: images.filter((each) => stays.has(each)),
    snapshots: snapshots.filter((each) => stays.has(each)),
    leases: leases.filter((each) => stays.has(each)),
  }
}

const labelled = (namespace: Containerd.Namespace, key: string): Containerd.Namespace => {
  const records = new Map(recordsOf(namespace))
  const aim = records.get(key)
  const marked = <A extends { readonly labels: Containerd.Labels }>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
    all.map((each) =>
      each === aim ? { ...each, labels: [...each.labels.filter(([name]) => name !== root[0]), root] } : each,
    )
  const { content, snapshots } = namespace
  return { ...namespace, content: marked(content), snapshots: marked(snapshots) }
}

const leased = (namespace: Containerd.Namespace, key: string): Containerd.Namespace => {
  const { name, content, images, snapshots, leases } = namespace
  const resources = [
    ...content.flatMap(({ digest }) => (key === `Content ${name}/${digest}` ? [{ type: 'content', id: digest }] : [])),
    ...images.flatMap((each) => (key === `Image ${name}/${each.name}` ? [{ type: 'images', id: each.name }] : [])),
    ...snapshots.flatMap((each) =>
      key === `FsSnapshot ${name}/${each.snapshotter}/${each.key}`
        ? [{ type: `snapshots/${each.snapshotter}`, id: each.key }]
        : [],
    ),
  ]
  const id = `lease ${leases.length}`
  return resources.length === 0 || leases.some((each) => each.id === id)
    ? namespace
    : { ...namespace, leases: [...leases, { id, createdAt: at(namespace), labels: [], resources: known(resources) }] }
}

const at = ({ leases }: Containerd.Namespace): Date => leases[0]?.createdAt ?? new Date(0)
