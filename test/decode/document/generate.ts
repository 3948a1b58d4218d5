/**
 * Answers which snapshots and memories there can be, as far as their files are concerned.
 */
import { option as O } from 'fp-ts'
import fc from 'fast-check'

import type * as Containerd from '../../../src/containerd/index.js'
import type * as KubeletContainer from '../../../src/kubelet/container/index.js'
import type * as KubeletImage from '../../../src/kubelet/image/index.js'
import type { Int64, Knowledge } from '../../../src/core/index.js'
import { assumed, known, unknown } from '../../../src/core/index.js'

/** Instants of the years 1 to 9999 but the very first, which a file of memory reads as never. */
export const instants = fc.date({
  min: new Date(-62_135_596_799_999),
  max: new Date(253_402_300_799_999),
  noInvalidDate: true,
})
/** Texts, those that are no good as keys among them. */
export const texts = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '', 'sha256:a'))
const sizes: fc.Arbitrary<Int64> = fc.oneof(
  fc.maxSafeNat(),
  fc.bigInt({ min: 0n, max: 9223372036854775807n }).map((value): Int64 => `${value}`),
)

const option = <A>(inner: fc.Arbitrary<A>): fc.Arbitrary<O.Option<A>> =>
  fc.oneof(fc.constant(O.none), inner.map(O.some))

const knowledge = <A>(inner: fc.Arbitrary<A>): fc.Arbitrary<Knowledge<A>> =>
  fc.oneof(
    inner.map((value) => known(value)),
    fc.tuple(inner, texts).map(([value, because]) => assumed(value, because)),
    fc.constant(unknown),
  )

/** Lists of a few. */
export const list = <A>(item: fc.Arbitrary<A>): fc.Arbitrary<ReadonlyArray<A>> => fc.array(item, { maxLength: 4 })

const containerStates = fc.constantFrom<KubeletContainer.ContainerState[]>(
  'CONTAINER_CREATED',
  'CONTAINER_RUNNING',
  'CONTAINER_EXITED',
  'CONTAINER_UNKNOWN',
)

/** Snapshots of the container collector. */
export const containerSnapshots: fc.Arbitrary<KubeletContainer.Snapshot> = fc.record({
  at: instants,
  allSourcesReady: fc.boolean(),
  pods: list(
    fc.record({
      uid: texts,
      contentRemoved: knowledge(fc.boolean()),
      runtimeRemoved: knowledge(fc.boolean()),
    }),
  ),
  containers: list(
    fc.record({
      id: texts,
      sandboxId: texts,
      podUid: texts,
      name: texts,
      state: containerStates,
      createdAt: instants,
      identified: fc.boolean(),
    }),
  ),
  sandboxes: list(
    fc.record({
      id: texts,
      podUid: texts,
      state: fc.constantFrom<KubeletContainer.SandboxState[]>('SANDBOX_READY', 'SANDBOX_NOTREADY'),
      createdAt: instants,
    }),
  ),
  logDirectories: list(texts),
  logLinks: list(
    fc.record({
      path: texts,
      targetExists: fc.boolean(),
      containerStatus: option(fc.oneof(containerStates, fc.constantFrom<KubeletContainer.LinkStatus[]>('Nil', 'Gone'))),
    }),
  ),
})

/** Memories of the image collector. */
export const memories: fc.Arbitrary<KubeletImage.Memory> = fc.record({
  records: list(
    fc.record({
      id: texts,
      runtimeHandler: texts,
      firstDetected: knowledge(option(instants)),
      lastUsed: knowledge(option(instants)),
      size: sizes,
      pinned: fc.boolean(),
    }),
  ),
})

/** Snapshots of the image collector. */
export const imageSnapshots: fc.Arbitrary<KubeletImage.Snapshot> = fc.record({
  at: instants,
  beganGC: knowledge(instants),
  images: list(fc.record({ id: texts, runtimeHandler: texts, size: sizes, pinned: fc.boolean(), tags: list(texts) })),
  containers: list(
    fc.record({ id: texts, imageId: texts, imageRef: texts, runtimeHandler: texts, imageVolumes: list(texts) }),
  ),
  imageFs: knowledge(fc.record({ capacityBytes: option(sizes), availableBytes: option(sizes) })),
  memory: memories,
})

const names = fc.constantFrom('k8s.io', 'default', '__proto__')

const labels: fc.Arbitrary<Containerd.Labels> = fc.uniqueArray(
  fc.tuple(fc.constantFrom('__proto__', 'constructor', 'containerd.io/gc.root', '', 'a,b=c'), texts),
  { selector: ([key]) => key, maxLength: 3 },
)

const leaseResource = fc.record({
  type: fc.constantFrom('content', 'ingests', 'images', 'snapshots/overlayfs', 'snapshots/'),
  id: texts,
})

const namespace: fc.Arbitrary<Containerd.Namespace> = fc.record(
  {
    name: names,
    inMetadata: fc.boolean(),
    content: list(fc.record({ digest: texts, size: sizes, labels })),
    snapshots: list(
      fc.record(
        {
          ...{ snapshotter: names, key: texts, parent: texts, labels },
          ...{ usage: knowledge(sizes), goneChildren: knowledge(list(texts)) },
        },
        { requiredKeys: ['snapshotter', 'key', 'parent', 'labels'] },
      ),
    ),
    images: list(fc.record({ name: texts, target: texts, labels })),
    containers: list(fc.record({ id: texts, snapshotter: texts, snapshotKey: texts, image: texts, labels })),
    leases: list(fc.record({ id: texts, createdAt: instants, labels, resources: knowledge(list(leaseResource)) })),
    ingests: list(fc.record({ ref: texts, expected: knowledge(texts), expireAt: knowledge(texts) })),
    sandboxes: list(fc.record({ id: texts, labels })),
    streams: list(fc.record({ name: texts, lease: texts })),
    mounts: list(fc.record({ name: texts, lease: knowledge(texts), labels })),
    unseen: list(
      fc.record({
        kind: fc.constantFrom<Containerd.Unseen['kind'][]>('Sandboxes', 'Others'),
        what: texts,
        holdsNothing: option(texts),
      }),
    ),
  },
  {
    requiredKeys: [
      ...(['name', 'inMetadata', 'content', 'snapshots', 'images', 'containers', 'leases', 'ingests'] as const),
      ...(['sandboxes', 'streams', 'mounts'] as const),
    ],
  },
)

/** Snapshots of containerd. */
export const containerdSnapshots: fc.Arbitrary<Containerd.Snapshot> = fc.record({
  at: instants,
  namespaces: fc.array(namespace, { maxLength: 2 }),
})
