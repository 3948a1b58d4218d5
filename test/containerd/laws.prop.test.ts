import * as Containerd from '../../src/containerd/index.js'
import type { Policy, Snapshot } from '../../src/containerd/index.js'
import { describeLaws } from '../laws.js'
import { runs } from '../runs.js'
import { arbitraryPolicy, arbitrarySnapshot, permuted } from './arbitrary.js'

/** Everything that a collection could remove. */
const targets = (_policy: Policy, { namespaces }: Snapshot): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map([
    [
      'sweep',
      namespaces.flatMap(({ name, content, snapshots, images, leases, ingests, streams, mounts }) => [
        ...content.map(({ digest }) => `Content ${name}/${digest}`),
        ...snapshots.map(({ snapshotter, key }) => `FsSnapshot ${name}/${snapshotter}/${key}`),
        ...images.map((image) => `Image ${name}/${image.name}`),
        ...leases.map(({ id }) => `Lease ${name}/${id}`),
        ...ingests.map(({ ref }) => `Ingest ${name}/${ref}`),
        ...streams.map((stream) => `Stream ${name}/${stream.name}`),
        ...mounts.map((mount) => `Mount ${name}/${mount.name}`),
      ]),
    ],
    ['publish', []],
  ])

describeLaws({
  name: 'containerd',
  collector: Containerd,
  policy: arbitraryPolicy,
  snapshot: arbitrarySnapshot,
  readAt: (at) => (snapshot) => ({ ...snapshot, at }),
  targets,
  permuted,
  numRuns: runs(300),
})
