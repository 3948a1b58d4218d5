/** Answers what the parts of a cluster decide otherwise than the whole, and that the reduce step mends it. */
import { either as E, function as F, readonlyNonEmptyArray as RNEA } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import * as PodGc from '../../src/controllers/pod/index.js'
import { known, removalsOf } from '../../src/core/index.js'
import { cutPods, unionOf } from '../../src/fleet/index.js'
import { clusterOf, enabled, going, job, later, planOf } from '../controllers/lifecycle/build.js'

/** A terminated pod, named by its namespace and the minute in which it was made. */
const ended = (namespace: string, minute: number): PodGc.Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    ...{ namespace, name: `${namespace}-${minute}`, uid: `${namespace}-${minute}` },
    creationTimestamp: new Date(Date.UTC(2026, 0, 1, 12, minute)),
  },
  status: { phase: 'Succeeded' },
})

const cluster: PodGc.Snapshot = {
  at: new Date('2026-01-01T13:00:00Z'),
  pods: [...[0, 1, 2, 3].map((minute) => ended('shop', minute)), ...[4, 5].map((minute) => ended('mail', minute))],
  nodes: [],
  coverage: { _tag: 'Everything' },
  apiNodes: known([]),
  memory: PodGc.emptyMemory,
}

const removedFrom =
  (policy: PodGc.Policy) =>
  (snapshot: PodGc.Snapshot): ReadonlyArray<string> =>
    F.pipe(
      PodGc.plan(policy)(snapshot),
      E.match(
        (error): ReadonlyArray<string> => [JSON.stringify(error)],
        (plan) => removalsOf(plan).map(({ target }) => target.id),
      ),
    )

const removedByUnion = (policy: PodGc.Policy): ReadonlyArray<string> =>
  F.pipe(
    cutPods(cluster),
    RNEA.traverse(E.Applicative)((cut) =>
      E.map((plan: PodGc.Plan) => ({ ...cut, plan }))(PodGc.plan(policy)(cut.snapshot)),
    ),
    E.chainW((parts) => unionOf<PodGc.PodFamily>(parts)),
    E.match(
      (error): ReadonlyArray<string> => [JSON.stringify(error)],
      (plan) => removalsOf(plan).map(({ target }) => target.id),
    ),
  )

const removedInParts = (policy: PodGc.Policy): ReadonlyArray<string> =>
  cutPods(cluster)
    .filter(({ namespaces }) => namespaces.length > 0)
    .flatMap(({ snapshot }) => removedFrom(policy)(snapshot))

describe('terminated pods beyond a threshold of the cluster', () => {
  it('go by age: no namespace alone is over it, the reduce step removes the oldest of all', () => {
    const policy: PodGc.Policy = { ...PodGc.defaultPolicy, terminatedPodGcThreshold: 4 }
    expect(removedInParts(policy)).toEqual([])
    expect(removedFrom(policy)(cluster)).toEqual(['shop-0', 'shop-1'])
    expect(removedByUnion(policy)).toEqual(['shop-0', 'shop-1'])
  })

  it('go by fair shares: a namespace alone has the whole threshold for itself, the reduce step shares it', () => {
    const policy: PodGc.Policy = {
      ...{ ...PodGc.defaultPolicy, terminatedPodGcThreshold: 3, terminatedShares: 'namespace' },
    }
    expect(removedInParts(policy)).toEqual(['shop-0'])
    expect(removedFrom(policy)(cluster)).toHaveLength(3)
    expect([...removedByUnion(policy)].sort()).toEqual([...removedFrom(policy)(cluster)].sort())
  })
})

describe('objects that nobody needs beyond a capacity of the cluster', () => {
  it('stay in each namespace alone, and go by the plan of the whole, which is the reduce step', () => {
    const jobs = ['shop', 'mail'].map((namespace) =>
      [0, 1].map((age) =>
        job(`${namespace}-${age}`, later(-age), { enabled: true, afterFinished: true }, { namespace }),
      ),
    )
    const policy = enabled({ capacities: [{ group: 'batch', kind: 'Job', limit: 2, share: { _tag: 'Equal' } }] })
    expect(jobs.map((own) => going(planOf(clusterOf(own), policy)))).toEqual([[], []])
    expect(going(planOf(clusterOf(jobs.flat()), policy))).toEqual(['mail-1', 'shop-1'])
  })
})
