/**
 * Answers which nodes the growth of the kubelet's, containerd's and reclaim's plans is measured on: such as there are, and
 * such as somebody made to be slow.
 */
import * as Containerd from '../src/containerd/index.js'
import { emptyNamespace } from '../src/containerd/snapshot.js'
import { known } from '../src/core/index.js'
import * as Container from '../src/kubelet/container/index.js'
import * as Eviction from '../src/kubelet/eviction/index.js'
import * as Image from '../src/kubelet/image/index.js'
import { containerOf } from '../src/kubelet/image/snapshot.js'
import { lintContainerd } from '../src/lint/index.js'
import * as Reclaim from '../src/reclaim/index.js'
import { databaseOf, graphOf } from './containerd.input.js'
import type { Growing } from './growing.js'
import { containerSnapshot } from './kubelet-container.input.js'
import { imageSnapshot } from './kubelet-image.input.js'
import { nodeOf, reclaimPolicy, reclaimSnapshot } from './node-reclaim.input.js'
import { digestOf } from './random.js'

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

const work = <A>(name: string, inputOf: (size: number) => A, run: (input: A) => unknown): Growing => ({
  name,
  prepare: (size) => {
    const input = inputOf(size)
    return () => run(input)
  },
})

const at = new Date('2026-01-01T12:00:00Z')
const digest = (index: number): string => `sha256:${digestOf(index)}`

const namespaceOf = (more: Partial<Containerd.Namespace>): Containerd.Snapshot => ({
  at,
  namespaces: [{ ...emptyNamespace, name: 'k8s.io', inMetadata: true, ...more }],
})
const blobs = (size: number, labelsOf: (index: number) => Containerd.Content['labels']) =>
  times(size, (index) => ({ digest: digest(index), size: 1, labels: labelsOf(index) }))

const metadata: Readonly<Record<string, (size: number) => Containerd.Snapshot>> = {
  'images and layers': (size) => databaseOf(graphOf(size)),
  'a chain of snapshots': (size) =>
    namespaceOf({
      snapshots: times(size, (index) => ({
        ...{ snapshotter: 'overlayfs', key: `k${index}`, labels: [] },
        parent: index === 0 ? '' : `k${index - 1}`,
      })),
    }),
  'n images of one blob': (size) =>
    namespaceOf({
      content: blobs(1, () => []),
      images: times(size, (index) => ({ name: `i${index}`, target: digest(0), labels: [] })),
    }),
  'n leases on one record': (size) =>
    namespaceOf({
      content: blobs(1, () => []),
      leases: times(size, (index) => ({
        ...{ id: `l${index}`, labels: [] },
        resources: known([{ type: 'content', id: digest(0) }]),
      })),
    }),
  'one lease on n records': (size) =>
    namespaceOf({
      content: blobs(size, () => []),
      leases: [
        { id: 'l', labels: [], resources: known(times(size, (index) => ({ type: 'content', id: digest(index) }))) },
      ],
    }),
  'one blob with n labels': (size) =>
    namespaceOf({
      content: blobs(1, () =>
        times(size, (index) => [`containerd.io/gc.ref.content.${index}`, digest(index)] as const),
      ),
    }),
  'n blobs that name one back': (size) =>
    namespaceOf({ content: blobs(size, () => [['containerd.io/gc.bref.content.0', digest(0)]]) }),
  'n namespaces': (size) => ({
    at,
    namespaces: times(size, (index) => ({ ...emptyNamespace, name: `ns-${index}`, inMetadata: true })),
  }),
}

const containerd = Object.entries(metadata).flatMap(([name, of]) => [
  work(`plan containerd, ${name}`, of, Containerd.plan(Containerd.defaultPolicy)),
  work(`lint containerd, ${name}`, of, lintContainerd(Containerd.defaultPolicy)),
])

/** All containers of one pod and name, created at one instant. */
const oneUnit = (size: number): Container.Snapshot => {
  const snapshot = containerSnapshot(size)
  const [first] = snapshot.containers
  if (first === undefined) return snapshot
  const { podUid, name, createdAt } = first
  return { ...snapshot, containers: snapshot.containers.map((one) => ({ ...one, podUid, name, createdAt })) }
}

const limits = { ...Container.defaultPolicy, maxContainers: 10 }

/** One image with all the tags, used by as many containers. */
const oneImage = (size: number): Image.Snapshot => {
  const snapshot = imageSnapshot(1)
  const [first] = snapshot.images
  if (first === undefined) return snapshot
  return {
    ...snapshot,
    images: [{ ...first, tags: times(size, (index) => `registry.example/app:${index}`) }],
    containers: times(size, (index) => containerOf(`c${index}`, first.id)),
  }
}

/** All images were seen, and used, at one instant. */
const oneInstant = (size: number): Image.Snapshot => {
  const snapshot = imageSnapshot(size)
  const [first] = snapshot.memory.records
  const { firstDetected, lastUsed } = first ?? {}
  if (firstDetected === undefined || lastUsed === undefined) return snapshot
  return {
    ...snapshot,
    memory: { records: snapshot.memory.records.map((one) => ({ ...one, firstDetected, lastUsed })) },
  }
}

const pressure = (size: number): Eviction.PressureSnapshot => {
  const pods = times(size, (index) => ({
    metadata: { name: `p${index}`, namespace: 'ns', uid: `u${index}` },
    spec: { containers: [{ name: 'c' }] },
  }))
  return {
    ...{ at, layout: Eviction.oneFilesystem, pods },
    observations: new Map([['memory.available', { available: 1, capacity: 1e9 }]]),
    podStats: pods.map(({ metadata: { uid } }) => ({
      podRef: { uid },
      memory: { workingSetBytes: 10_000_000 },
      containers: [],
    })),
  }
}

export const nodes: ReadonlyArray<Growing> = [
  ...containerd,
  work('plan container', containerSnapshot, Container.plan(limits)),
  work('plan container, one unit, all equal timestamps', oneUnit, Container.plan(limits)),
  work('plan image', imageSnapshot, Image.plan(Image.defaultPolicy)),
  work('plan image, one image with n tags', oneImage, Image.plan(Image.defaultPolicy)),
  work('plan image, all equal timestamps', oneInstant, Image.plan(Image.defaultPolicy)),
  work(
    'plan eviction, pods alike',
    pressure,
    Eviction.synchronize(Eviction.defaultEvictionPolicy)(Eviction.emptyEvictionMemory),
  ),
  work('plan reclaim', (size) => reclaimSnapshot(nodeOf(size))(1), Reclaim.plan(reclaimPolicy)),
]
