import fc from 'fast-check'

import * as ControlPlane from '../../../src/simulate/control-plane/index.js'
import { describeLaws } from '../../laws.js'
import { runs } from '../../runs.js'
import { arbitraryPolicies, arbitrarySnapshot, shuffled } from './arbitrary.js'

describeLaws({
  name: 'all collectors of a cluster',
  collector: { ...ControlPlane, plan: ControlPlane.planKubernetes },
  policy: arbitraryPolicies,
  snapshot: arbitrarySnapshot,
  readAt: (at) => (snapshot) => ({ ...snapshot, at }),
  targets: (_, { objects }) => new Map([['cluster', objects.map(({ metadata }) => `Object ${metadata.uid}`)]]),
  // The order of objects is an input: the owner collector sees them one by one.
  permuted: (snapshot) =>
    fc
      .tuple(
        shuffled(snapshot.scopes),
        shuffled(snapshot.memory.pod.waiting),
        shuffled(snapshot.memory.pod.ripe),
        shuffled(snapshot.memory.lifecycle.marks),
      )
      .map(([scopes, waiting, ripe, marks]) => ({
        ...snapshot,
        scopes,
        memory: { pod: { waiting, ripe }, lifecycle: { marks } },
      })),
  // What a removal leaves without owners goes with the next plan, and what a finalizer holds is deleted again.
  settles: () => false,
  numRuns: runs(300),
})
