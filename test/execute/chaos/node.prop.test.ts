import fc from 'fast-check'
import { describe } from 'vitest'

import * as Containerd from '../../../src/containerd/index.js'
import * as KubeletContainer from '../../../src/kubelet/container/index.js'
import * as KubeletImage from '../../../src/kubelet/image/index.js'
import * as Reclaim from '../../../src/reclaim/index.js'
import * as arbitrary from '../../../src/testing/arbitrary/index.js'
import { bounded, stores } from '../../reclaim/layers/generate.js'
import { nodeWith } from '../../reclaim/build.js'
import { containerWorld, imageWorld } from './node.js'
import { storeWorld } from './store.js'
import { suffers } from './suffers.js'

/** Images as a runtime lists them: one of an id. */
const distinct = (look: KubeletImage.Snapshot): KubeletImage.Snapshot => ({
  ...look,
  images: [...new Map(look.images.map((image) => [image.id, image])).values()],
})

/** A node of few things, so that there may be many of them. */
const few = (look: KubeletContainer.Snapshot): KubeletContainer.Snapshot => ({
  ...look,
  containers: look.containers.slice(0, 5),
  sandboxes: look.sandboxes.slice(0, 3),
  logDirectories: look.logDirectories.slice(0, 2),
  logLinks: look.logLinks.slice(0, 2),
})

/** A database of one namespace with few records. */
const fewRecords = ({ at, namespaces }: Containerd.Snapshot): Containerd.Snapshot => ({
  at,
  namespaces: namespaces.slice(0, 1).map((namespace) => ({
    ...namespace,
    content: namespace.content.slice(0, 3),
    snapshots: namespace.snapshots.slice(0, 3),
    images: namespace.images.slice(0, 2),
    leases: namespace.leases.slice(0, 2),
    ingests: namespace.ingests.slice(0, 2),
  })),
})

describe('in chaos, a node', () => {
  suffers<KubeletContainer.Family, KubeletContainer.Snapshot, KubeletContainer.Policy>('dead containers', {
    policy: arbitrary.KubeletContainer.policies,
    snapshot: arbitrary.KubeletContainer.snapshots.map(few),
    plan: KubeletContainer.plan,
    world: (_policy, look) => containerWorld(look),
  })

  suffers<KubeletImage.Family, KubeletImage.Snapshot, KubeletImage.Policy, KubeletImage.Memory>('images', {
    policy: arbitrary.KubeletImage.policies,
    snapshot: arbitrary.KubeletImage.snapshots.map(distinct),
    plan: KubeletImage.plan,
    world: (_policy, start) =>
      imageWorld<KubeletImage.Family, KubeletImage.Snapshot>({
        start,
        view: (node) => node,
        perform: KubeletImage.perform,
      }),
    recall: (policy, { memory }) => ({
      memory,
      remember: () => KubeletImage.remember(policy),
      memoryOf: (look) => look.memory,
      applyReport: KubeletImage.applyReport,
    }),
  })

  suffers<Reclaim.Family, Reclaim.Snapshot, Reclaim.Policy>('image reclaim', {
    policy: fc.record({
      mode: fc.constantFrom('kubelet', 'least-recently-used', 'least-cost'),
      target: fc.oneof(
        fc.constant({ _tag: 'Thresholds' } as const),
        fc.nat(250).map((bytes) => ({ _tag: 'Bytes', bytes }) as const),
      ),
      cost: fc.constant({ _tag: 'PerImage' }),
      irreplaceable: fc.constantFrom('keep', 'may-go'),
      image: fc.constant(Reclaim.defaultPolicy.image),
    }),
    snapshot: fc
      .record({ store: stores(6, bounded), used: fc.nat(20), lost: fc.nat(20) })
      .map(({ store, used, lost }) => ({
        ...nodeWith(store, { inUse: [`image ${used}`] }),
        cannotPullAgain: new Set([`image ${lost}`]),
      })),
    plan: Reclaim.plan,
    world: (_policy, start) =>
      imageWorld<Reclaim.Family, Reclaim.Snapshot>({
        start: start.node,
        view: (node) => {
          const there = new Set(node.images.map(({ id }) => id))
          const images = start.layers.images.filter(({ id }) => there.has(id))
          return { ...start, node, layers: { ...start.layers, images } }
        },
        perform: KubeletImage.perform,
      }),
  })

  suffers<Containerd.ContainerdFamily, Containerd.Snapshot, Containerd.Policy>('records of containerd', {
    policy: arbitrary.Containerd.arbitraryPolicy,
    snapshot: arbitrary.Containerd.arbitrarySnapshot.map(fewRecords),
    plan: Containerd.plan,
    world: (_policy, look) => storeWorld(look),
  })
})
