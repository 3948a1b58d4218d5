import fc from 'fast-check'
import { describe } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import * as History from '../../../src/controllers/history/index.js'
import * as Lifecycle from '../../../src/controllers/lifecycle/index.js'
import * as Owner from '../../../src/controllers/owner/index.js'
import * as PodGc from '../../../src/controllers/pod/index.js'
import * as ControlPlane from '../../../src/simulate/control-plane/index.js'
import * as Ttl from '../../../src/controllers/ttl/index.js'
import { viewsOf } from '../../../src/simulate/control-plane/views.js'
import { known } from '../../../src/core/index.js'
import * as arbitrary from '../../../src/testing/arbitrary/index.js'
import {
  arbitraryPolicies as togetherPolicies,
  arbitrarySnapshot as togetherSnapshot,
} from '../../simulate/control-plane/arbitrary.js'
import { later, noon, object } from '../../../src/testing/arbitrary/lifecycle-objects.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { clusterWorld, storable } from './cluster.js'
import { suffers } from './suffers.js'

/** A cluster of which only objects and instant matter. */
const clusterOf = (at: Date, objects: ReadonlyArray<object>, more: Partial<ControlPlane.Snapshot> = {}) => ({
  ...{
    at,
    scopes: [],
    coverage: { _tag: 'Everything' } as const,
    apiNodes: known([]),
    memory: ControlPlane.emptyMemory,
  },
  ...more,
  objects: storable(objects as ReadonlyArray<WholeObject>),
})

const ofVersion = ({ deletePreconditions }: Owner.Policy): 'uid' | 'version' =>
  deletePreconditions === 'uid' ? 'uid' : 'version'

/** Events that were written last some time ago, with rules of their own. */
const events: fc.Arbitrary<Lifecycle.Snapshot> = fc
  .array(
    fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd'),
      group: fc.constantFrom('v1', 'events.k8s.io/v1'),
      written: fc.integer({ min: -100, max: 20 }),
      ttlSeconds: fc.constantFrom(0, 10, 60),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((all) => ({
    ...{ at: noon, owners: [], memory: Lifecycle.emptyMemory, coverage: { _tag: 'Everything' } as const },
    scopes: scopes_1_36.scopes.filter(({ kind }) => kind === 'Event'),
    objects: storable(
      all.map(({ name, group, written, ttlSeconds }, index) =>
        object(
          group,
          'Event',
          name,
          { enabled: true, afterFinished: true, ttlSeconds },
          {
            metadata: { uid: `u${index}` },
            lastTimestamp: later(written),
          },
        ),
      ),
    ),
  }))

/** A pod as a server holds it: with a uid. */
const stored = (pod: PodGc.Pod): WholeObject => ({
  ...pod,
  metadata: { ...pod.metadata, uid: pod.metadata.uid ?? `uid of ${pod.metadata.name}` },
})

describe('in chaos, a cluster', () => {
  suffers('owners', {
    policy: arbitrary.Owner.arbitraryPolicy,
    snapshot: arbitrary.Owner.arbitrarySnapshot.map((look) => ({ ...look, objects: storable(look.objects) })),
    plan: Owner.plan,
    world: (policy, { at, objects, ...more }) =>
      clusterWorld<Owner.OwnerFamily, Owner.Snapshot>({
        start: clusterOf(at, objects, more),
        view: (whole) => viewsOf(whole).Owner,
        perform: ({ owner }) => Owner.perform(owner),
        insists: () => ofVersion(policy),
      }),
  })

  suffers('pod GC', {
    policy: arbitrary.PodGc.arbitraryPolicy,
    snapshot: arbitrary.PodGc.arbitrarySnapshot.map((look) => ({
      ...look,
      pods: storable(look.pods.map(stored)) as ReadonlyArray<PodGc.Pod>,
    })),
    plan: PodGc.plan,
    world: (_policy, look) => {
      const nodes = look.nodes.map((node) => ({
        ...node,
        ...{ apiVersion: 'v1', kind: 'Node', metadata: { ...node.metadata, uid: `node ${node.metadata.name}` } },
      }))
      return clusterWorld<PodGc.PodFamily, PodGc.Snapshot>({
        start: clusterOf(look.at, [...look.pods, ...nodes], {
          ...{ coverage: look.coverage, apiNodes: look.apiNodes, failedLookups: look.failedLookups },
          memory: { ...ControlPlane.emptyMemory, pod: look.memory },
        }),
        view: (whole) => viewsOf(whole).Pod,
        perform: ({ pod }) => PodGc.perform(pod),
        insists: () => 'name',
      })
    },
  })

  suffers('finished Jobs', {
    policy: arbitrary.Ttl.arbitraryPolicy,
    snapshot: arbitrary.Ttl.arbitrarySnapshot.map((look) => ({
      ...look,
      jobs: storable(look.jobs) as ReadonlyArray<Ttl.Job>,
    })),
    plan: Ttl.plan,
    world: (_policy, { at, jobs }) =>
      clusterWorld<Ttl.JobFamily, Ttl.Snapshot>({
        start: clusterOf(at, jobs),
        view: (whole) => viewsOf(whole).Ttl,
        perform: ({ ttl }) => Ttl.perform(ttl),
        insists: () => 'uid',
      }),
  })

  suffers('histories', {
    policy: arbitrary.History.arbitraryPolicy,
    snapshot: arbitrary.History.arbitrarySnapshot().map(({ at, coverage, ...lists }) => {
      const kept = Object.entries(lists).map(([name, list]) => [name, storable(list)] as const)
      return { at, coverage, ...(Object.fromEntries(kept) as unknown as typeof lists) }
    }),
    plan: History.plan,
    world: (_policy, { at, coverage, ...lists }) =>
      clusterWorld<History.HistoryFamily, History.Snapshot>({
        start: clusterOf(at, Object.values(lists).flat(), { coverage }),
        view: (whole) => viewsOf(whole).History,
        perform: ({ history }) => History.perform(history),
        insists: () => 'name',
      }),
  })

  const lifecycles = {
    plan: Lifecycle.plan,
    world: (_policy: Lifecycle.Policy, { at, objects, owners, memory, ...more }: Lifecycle.Snapshot) =>
      clusterWorld<Lifecycle.LifecycleFamily, Lifecycle.Snapshot>({
        start: clusterOf(at, objects, { ...more, memory: { ...ControlPlane.emptyMemory, lifecycle: memory } }),
        view: (whole) => ({ ...viewsOf(whole).Lifecycle, owners }),
        perform: ({ lifecycle }) => Lifecycle.perform(lifecycle),
        insists: () => 'version',
      }),
  }
  suffers('lifecycles', {
    ...lifecycles,
    policy: arbitrary.Lifecycle.arbitraryPolicy,
    snapshot: arbitrary.Lifecycle.arbitrarySnapshot.map((look) => ({ ...look, objects: storable(look.objects) })),
  })

  suffers('events', {
    ...lifecycles,
    policy: arbitrary.Lifecycle.arbitraryPolicy.map((policy) => ({
      ...policy,
      ...{ period: { _tag: 'Enabled', epoch: 'e1' } as const, capacities: [] },
      finished: Lifecycle.eventObservers,
    })),
    snapshot: events,
  })

  suffers('all together', {
    policy: togetherPolicies,
    snapshot: togetherSnapshot.map((look) => ({ ...look, objects: storable(look.objects) })),
    plan: ControlPlane.planKubernetes,
    world: (policies, look) =>
      clusterWorld<ControlPlane.ClusterFamily, ControlPlane.Snapshot>({
        start: look,
        view: (whole) => whole,
        perform: ControlPlane.perform,
        insists: (action) => {
          switch (action._tag) {
            case 'Pod':
            case 'History':
              return 'name'
            case 'Ttl':
              return 'uid'
            case 'Lifecycle':
              return 'version'
            case 'Owner':
              return ofVersion(policies.owner)
          }
        },
      }),
  })
})
