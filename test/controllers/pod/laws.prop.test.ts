import fc from 'fast-check'

import * as PodGc from '../../../src/controllers/pod/index.js'
import type { Policy, Snapshot } from '../../../src/controllers/pod/index.js'
import { keyOf } from '../../../src/controllers/pod/snapshot.js'
import { describeLaws } from '../../laws.js'
import { runs } from '../../runs.js'
import { arbitraryPolicy, arbitrarySnapshot } from './arbitrary.js'

const passes = ['terminated', 'terminating-out-of-service', 'orphaned', 'unscheduled-terminating']

const shuffled = <A>(items: ReadonlyArray<A>): fc.Arbitrary<ReadonlyArray<A>> =>
  fc.shuffledSubarray([...items], { minLength: items.length })

describeLaws({
  name: 'pod GC',
  collector: PodGc,
  policy: arbitraryPolicy,
  snapshot: arbitrarySnapshot,
  readAt: (at) => (snapshot) => ({ ...snapshot, at }),
  targets: (_: Policy, { pods }: Snapshot) =>
    new Map(passes.map((name) => [name, pods.map((pod) => `Pod ${keyOf(pod)}`)])),
  permuted: (snapshot) =>
    fc
      .tuple(shuffled(snapshot.pods), shuffled(snapshot.nodes), shuffled(snapshot.memory.waiting))
      .map(([pods, nodes, waiting]) => ({ ...snapshot, pods, nodes, memory: { ...snapshot.memory, waiting } })),
  // A pod that a finalizer holds is deleted again in every run.
  settles: (_, { pods }) => pods.every(({ metadata }) => (metadata.finalizers ?? []).length === 0),
  numRuns: runs(300),
})
