/** A fake containerd store: records in memory behind the collector's port. */
import { either as E } from 'fp-ts'

import { type Report, removedTargets } from '../../core/report.js'
import * as Containerd from '../../containerd/index.js'
import { execute } from '../../execute/execute.js'
import { badInput, misuse } from '../misuse.js'
import { type Waiting, callOf } from '../ports.js'
import { type Failures, troublesOf } from '../trouble.js'
import { type VirtualClock, virtualClock } from '../virtual-clock.js'

/** Options of a fake store. */
export interface StoreOptions<Err> {
  readonly policy?: Containerd.Policy
  /** Scripted failures, by record id, e.g. `default/sha256:a`. */
  readonly failures?: Failures<keyof Containerd.Port<Err>, Err>
}

/** A store in memory. */
export interface FakeStore<Err> {
  readonly port: Containerd.Port<Err>
  /** One collection. */
  readonly collect: () => Promise<Report<Containerd.ContainerdFamily, Err>>
  /** Collects until nothing more is removed. The clock does not advance. */
  readonly settle: () => Promise<void>
  /** The store's clock; advance it with `advance`. */
  readonly clock: VirtualClock
  /** What the store holds now. */
  readonly snapshot: () => Containerd.Snapshot
}

const mostRounds = 1000

/**
 * A store with the content of a snapshot; its clock starts at the snapshot's instant.
 *
 * @example
 * ```ts
 * import { Containerd, fakeStore } from 'gcplan/testing'
 *
 * const { content, image, snapshot } = Containerd
 * const store = fakeStore(snapshot([{ content: [content('sha256:a'), content('sha256:b')], images: [image('web', 'sha256:a')] }]))
 * void store.settle().then(() => {
 *   console.log(store.snapshot().namespaces[0]?.content.map(({ digest }) => digest)) // [ 'sha256:a' ]
 * })
 * ```
 */
export const fakeStore = <Err = never>(
  initial: Containerd.Snapshot,
  { policy = Containerd.defaultPolicy, failures = {} }: StoreOptions<Err> = {},
): FakeStore<Err> => {
  const troubles = troublesOf(failures)
  let now = initial.at
  let namespaces = initial.namespaces
  const snapshot = (): Containerd.Snapshot => ({ at: now, namespaces })
  const remove = (record: Containerd.Target): E.Either<never, void> => {
    namespaces = namespaces.map((each) => (each.name === record.namespace ? without(record, each) : each))
    return E.right(undefined)
  }
  const portOf = (waiting: Waiting): Containerd.Port<Err> => {
    const call = (name: keyof Containerd.Port<Err>) => (record: Containerd.Target) =>
      callOf(
        () => troubles(name, [record.id]),
        () => remove(record),
        waiting,
      )
    return { removeRecord: call('removeRecord'), removeSnapshotRecord: call('removeSnapshotRecord') }
  }
  /** The store's own collections don't wait: a call that hangs counts as failed. */
  const own = portOf('waits-for-nothing')
  const collect = async (): Promise<Report<Containerd.ContainerdFamily, Err>> => {
    const planned = E.getOrElseW(badInput)(Containerd.plan(policy)(snapshot()))
    return await execute<Containerd.Action, Err>(Containerd.perform(own))<Containerd.ContainerdFamily>(planned)()
  }
  return {
    port: portOf('waits'),
    collect,
    settle: async () => {
      for (let round = 0; round < mostRounds; round++) if (removedTargets(await collect()).length === 0) return
      misuse(`nothing comes to rest within ${mostRounds} rounds`)
    },
    clock: virtualClock(
      () => now,
      (at) => {
        now = at
      },
    ),
    snapshot,
  }
}

const without = (record: Containerd.Target, namespace: Containerd.Namespace): Containerd.Namespace => {
  switch (record._tag) {
    case 'Lease':
      return { ...namespace, leases: namespace.leases.filter(({ id }) => id !== record.key) }
    case 'Ingest':
      return { ...namespace, ingests: namespace.ingests.filter(({ ref }) => ref !== record.key) }
    case 'Content':
      return { ...namespace, content: namespace.content.filter(({ digest }) => digest !== record.key) }
    case 'Image':
      return { ...namespace, images: namespace.images.filter(({ name }) => name !== record.key) }
    case 'Stream':
      return { ...namespace, streams: namespace.streams.filter(({ name }) => name !== record.key) }
    case 'Mount':
      return { ...namespace, mounts: namespace.mounts.filter(({ name }) => name !== record.key) }
    case 'FsSnapshot':
      return {
        ...namespace,
        snapshots: namespace.snapshots.filter(
          ({ snapshotter, key }) => snapshotter !== record.snapshotter || key !== record.key,
        ),
      }
  }
}
