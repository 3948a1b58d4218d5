/**
 * Replays `containerd/graph`: one collection of a recorded metadata database, once per version.
 */
import { either as E, option as O } from 'fp-ts'

import * as Containerd from '../../src/containerd/index.js'
import { known } from '../../src/core/index.js'
import { isObject } from '../json.js'
import type { Case, Replayed, Shape } from '../shape.js'
import { tagsOf } from '../tags.js'

type Labelled<A> = Omit<A, 'labels'> & { readonly labels?: Readonly<Record<string, string>> }

interface RecordedNamespace {
  readonly name: string
  readonly inMetadata?: boolean
  readonly content?: ReadonlyArray<Labelled<Containerd.Content>>
  readonly snapshots?: ReadonlyArray<Labelled<Containerd.FsSnapshot>>
  readonly images?: ReadonlyArray<Labelled<Containerd.Image>>
  readonly containers?: ReadonlyArray<Labelled<Containerd.Container>>
  readonly leases?: ReadonlyArray<RecordedLease>
  readonly ingests?: ReadonlyArray<{ readonly ref: string; readonly expected: string; readonly expireAt: string }>
  readonly sandboxes?: ReadonlyArray<Labelled<Containerd.Sandbox>>
  readonly streams?: ReadonlyArray<Containerd.Stream>
  readonly mounts?: ReadonlyArray<Omit<Labelled<Containerd.Mount>, 'lease'> & { readonly lease: string }>
}

interface RecordedLease {
  readonly id: string
  /** Empty where the metadata has no time. */
  readonly createdAt?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly resources?: ReadonlyArray<Containerd.LeaseResource>
}

/** A recorded metadata database. */
export interface RecordedGraph {
  readonly now: string
  readonly namespaces: ReadonlyArray<RecordedNamespace>
}

/** The rules of each recorded version. */
export const policyOf: ReadonlyMap<string, Containerd.Policy> = new Map([
  ['1.6.20', Containerd.presets.containerd_1_6],
  ['1.7.24', Containerd.presets.containerd_1_7],
  ['2.1.9', Containerd.presets.containerd_2_0],
  ['2.2.7', Containerd.presets.containerd_2_2],
  ['2.3.4', Containerd.presets.containerd_2_3],
])

/** The snapshot that a recorded database is. */
const snapshotOf = ({ now, namespaces }: RecordedGraph): Containerd.Snapshot => ({
  at: new Date(now),
  namespaces: namespaces.map((namespace) => ({
    name: namespace.name,
    inMetadata: namespace.inMetadata ?? true,
    content: (namespace.content ?? []).map(labelled),
    snapshots: (namespace.snapshots ?? []).map(labelled),
    images: (namespace.images ?? []).map(labelled),
    containers: (namespace.containers ?? []).map(labelled),
    leases: (namespace.leases ?? []).map(({ resources, createdAt = '', ...lease }) => ({
      ...labelled(lease),
      ...(createdAt === '' ? {} : { createdAt: new Date(createdAt) }),
      resources: known(resources ?? []),
    })),
    ingests: (namespace.ingests ?? []).map(({ ref, expected, expireAt }) => ({
      ref,
      expected: known(expected),
      expireAt: known(expireAt),
    })),
    sandboxes: (namespace.sandboxes ?? []).map(labelled),
    streams: namespace.streams ?? [],
    mounts: (namespace.mounts ?? []).map(({ lease, ...mount }) => ({ ...labelled(mount), lease: known(lease) })),
  })),
})

const labelled = <A extends { readonly labels?: Readonly<Record<string, string>> }>(
  item: A,
): Omit<A, 'labels'> & { readonly labels: Containerd.Labels } => ({
  ...item,
  labels: Object.entries(item.labels ?? {}),
})

const words = {
  Lease: 'lease',
  FsSnapshot: 'snapshot',
  Ingest: 'ingest',
  Content: 'content',
  Image: 'image',
  Container: 'container',
  Sandbox: 'sandbox',
  Stream: 'stream',
  Mount: 'mount',
} as const

/** A node as the recordings write it: type, namespace, key. */
export const encode = (node: Containerd.Node, suffix: string = ''): readonly [string, string, string] => [
  words[node._tag] + suffix,
  node.namespace,
  node._tag === 'FsSnapshot' ? `${node.snapshotter}/${node.key}` : node.key,
]

/** An event as the recordings write it. */
const published = (event: Containerd.Event): object => ({ ...event, _tag: undefined })

/**
 * What was removed, by how far its order is fixed: the metadata is swept in order; which of the streams and mounts goes
 * first is left open by the real component, which only takes them last.
 */
const inSweepOrder = (removed: ReadonlyArray<unknown>): ReadonlyArray<object> => {
  const groups: { readonly isOpen: boolean; readonly items: unknown[] }[] = []
  for (const item of removed) {
    const isOpen = Array.isArray(item) && (item[0] === words.Stream || item[0] === words.Mount)
    const last = groups.at(-1)
    if (last?.isOpen === isOpen) last.items.push(item)
    else groups.push({ isOpen, items: [item] })
  }
  return groups.map(({ isOpen, items }) => (isOpen ? { inAnyOrder: items } : { inOrder: items }))
}

const layOut = (expected: unknown): unknown =>
  isObject(expected) && Array.isArray(expected['removed'])
    ? { ...expected, removed: inSweepOrder(expected['removed']) }
    : expected

const replay = (recorded: Case): Promise<Replayed> => {
  const { version } = recorded
  const policy = version === undefined ? undefined : policyOf.get(version)
  if (policy === undefined) return Promise.resolve({ _tag: 'Skipped', because: noRules(version) })
  const snapshot = snapshotOf(recorded.input as RecordedGraph)
  const planned = Containerd.plan(policy)(snapshot)
  const roots = Containerd.roots(policy)(snapshot)
  if (E.isLeft(planned) || E.isLeft(roots))
    return Promise.resolve({ _tag: 'Replayed', actual: { refused: E.isLeft(planned) ? planned.left : null } })
  const [sweep] = planned.right.passes
  const { snapshotters, content } = Containerd.cleanup(planned.right)(snapshot)
  const report = { passes: [] }
  const concluded = Containerd.conclude(String)(planned.right)(report)
  return Promise.resolve({
    _tag: 'Replayed',
    tags: [...tagsOf(planned.right), ...concluded.events.map(({ _tag }) => _tag)],
    actual: layOut({
      removed: sweep.removals.map(({ target }) => encode(target)),
      kept: sweep.kept.map(({ target }) => encode(target)),
      roots: roots.right.map(({ node, flat }) => encode(node, flat ? '.flat' : '')),
      cleanup: { snapshotters, content },
      events: O.isNone(concluded.error) ? concluded.events.map(published) : [],
    }),
  })
}

/** Why a version is not replayed. */
export const noRules = (version: string | undefined): string =>
  version === undefined ? 'names no version of containerd' : `no rules for containerd ${version}`

/** The collector of containerd, all recorded versions. Roots and cleanup were recorded for the last one alone. */
export const containerdGraph: Shape = {
  shape: 'containerd/graph',
  compared: {
    'removed.*.inOrder': 'ordered',
    'removed.*.inAnyOrder': 'set',
    kept: 'set',
    roots: 'set',
    cleanup: 'ordered',
    events: 'ordered',
  },
  recordedFor: { roots: ['2.3.4'], cleanup: ['2.3.4'], events: ['2.1.9', '2.2.7', '2.3.4'] },
  layOut,
  replay,
}
