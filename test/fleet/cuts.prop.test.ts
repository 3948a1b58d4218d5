/** Answers whether the plan of a whole is the union of its parts' plans, for every collector whose snapshots are cut. */
import fc from 'fast-check'
import { either as E, function as Fn, readonlyNonEmptyArray as RNEA } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { KubeObject } from '../../src/apiserver/index.js'
import * as Containerd from '../../src/containerd/index.js'
import * as CsrCleaner from '../../src/controllers/csr-cleaner/index.js'
import * as History from '../../src/controllers/history/index.js'
import * as Owner from '../../src/controllers/owner/index.js'
import * as PodGc from '../../src/controllers/pod/index.js'
import * as TokenCleaner from '../../src/controllers/token-cleaner/index.js'
import * as Ttl from '../../src/controllers/ttl/index.js'
import { type Family, type Plan, amendmentsOf } from '../../src/core/plan.js'
import {
  type Cut,
  cutContainerd,
  cutHistory,
  cutOwners,
  cutPods,
  cutTokens,
  cutTtl,
  unionOf,
} from '../../src/fleet/index.js'
import * as Arbitrary from '../../src/testing/arbitrary/index.js'
import { runs } from '../runs.js'

/** Everything that a plan says, without the order in which it says it. */
const saidBy = <F extends Family>(plan: Plan<F>): unknown => ({
  ...plan,
  assumptions: sorted(plan.assumptions.map((one) => ({ ...one, targets: sorted(one.targets) }))),
  passes: plan.passes.map((pass) => ({
    ...pass,
    ...Object.fromEntries(
      Object.entries({ ...pass, amendments: amendmentsOf(pass), examined: [] }).map(([name, value]) => [
        name,
        Array.isArray(value) ? sorted(value) : value,
      ]),
    ),
  })),
})

const sorted = (list: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  list
    .map((one) => [JSON.stringify(one), one] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, one]) => one)

interface Subject<F extends Family, S, P> {
  readonly name: string
  readonly plan: (policy: P) => (snapshot: S) => E.Either<unknown, Plan<F>>
  readonly cut: (snapshot: S) => RNEA.ReadonlyNonEmptyArray<Cut<F, S>>
  readonly snapshot: fc.Arbitrary<S>
  readonly policy: fc.Arbitrary<P>
}

const describeUnion = <F extends Family, S, P>({ name, plan, cut, snapshot, policy }: Subject<F, S, P>): void => {
  it(`${name}: the plan of the whole is the union of the plans of its parts`, () => {
    let parts = 0
    fc.assert(
      fc.property(policy, snapshot, (rules, whole) => {
        const cuts = cut(whole)
        parts = Math.max(parts, cuts.length)
        const planned = RNEA.traverse(E.Applicative)((one: Cut<F, S>) =>
          E.map((made: Plan<F>) => ({ ...one, plan: made }))(plan(rules)(one.snapshot)),
        )(cuts)
        const union = Fn.pipe(planned, E.flatMap(unionOf<F>), E.map(saidBy<F>))
        expect(union).toEqual(E.map((made: Plan<F>) => saidBy(made))(plan(rules)(whole)))
      }),
      { numRuns: runs(2000) },
    )
    expect(parts).toBeGreaterThan(1)
  })
}

/** The workloads of two clusters as those of one, the second ones in a namespace of their own. */
const beside = (one: History.Snapshot, other: History.Snapshot): History.Snapshot => {
  const { at: _at, coverage: _coverage, ...lists } = other
  return {
    ...one,
    deployments: [...one.deployments, ...lists.deployments.map(moved)],
    replicaSets: [...one.replicaSets, ...lists.replicaSets.map(moved)],
    statefulSets: [...one.statefulSets, ...lists.statefulSets.map(moved)],
    daemonSets: [...one.daemonSets, ...lists.daemonSets.map(moved)],
    controllerRevisions: [...one.controllerRevisions, ...lists.controllerRevisions.map(moved)],
    cronJobs: [...one.cronJobs, ...lists.cronJobs.map(moved)],
    jobs: [...one.jobs, ...lists.jobs.map(moved)],
    pods: [...one.pods, ...lists.pods.map(moved)],
  }
}

const moved = <A extends KubeObject>(object: A): A => {
  const { uid, ownerReferences, ...others } = object.metadata
  return {
    ...object,
    metadata: {
      ...others,
      namespace: 'mail',
      uid: `mail-${uid}`,
      ...(ownerReferences === undefined
        ? {}
        : { ownerReferences: ownerReferences.map((one) => ({ ...one, uid: `mail-${one.uid}` })) }),
    },
  }
}

/** Each signing request by itself. */
const cutRequests = (
  whole: CsrCleaner.Snapshot,
): RNEA.ReadonlyNonEmptyArray<Cut<CsrCleaner.CsrFamily, CsrCleaner.Snapshot>> => {
  const partOf = (requests: CsrCleaner.Snapshot['requests']) => ({
    ...{ namespaces: [], snapshot: { ...whole, requests }, decides: () => true, records: () => true },
  })
  const [first = [], ...others] = whole.requests.map((request) => [request])
  return [partOf(first), ...others.map(partOf)]
}

describe('cuts', () => {
  describeUnion({
    name: 'containerd',
    plan: Containerd.plan,
    cut: cutContainerd,
    snapshot: Arbitrary.Containerd.arbitrarySnapshot,
    policy: Arbitrary.Containerd.arbitraryPolicy,
  })
  describeUnion({
    name: 'owners',
    plan: Owner.plan,
    cut: cutOwners,
    snapshot: fc.oneof(Arbitrary.Owner.wholeSnapshot, Arbitrary.Owner.statedSnapshot),
    policy: Arbitrary.Owner.arbitraryPolicy,
  })
  describeUnion({
    name: 'TTL',
    plan: Ttl.plan,
    cut: cutTtl,
    snapshot: Arbitrary.Ttl.arbitrarySnapshot,
    policy: Arbitrary.Ttl.arbitraryPolicy,
  })
  describeUnion({
    name: 'tokens',
    plan: TokenCleaner.plan,
    cut: cutTokens,
    snapshot: Arbitrary.TokenCleaner.arbitrarySnapshot,
    policy: Arbitrary.TokenCleaner.arbitraryPolicy,
  })
  describeUnion({
    name: 'signing requests',
    plan: CsrCleaner.plan,
    cut: cutRequests,
    snapshot: Arbitrary.CsrCleaner.arbitrarySnapshot,
    policy: Arbitrary.CsrCleaner.arbitraryPolicy,
  })
  describeUnion({
    name: 'pod GC',
    plan: PodGc.plan,
    cut: cutPods,
    snapshot: Arbitrary.PodGc.arbitrarySnapshot,
    policy: Arbitrary.PodGc.arbitraryPolicy,
  })
  describeUnion({
    name: 'history',
    plan: History.plan,
    cut: cutHistory,
    snapshot: fc
      .tuple(Arbitrary.History.arbitrarySnapshot(), Arbitrary.History.arbitrarySnapshot())
      .map(([one, other]) => beside(one, other)),
    policy: Arbitrary.History.arbitraryPolicy,
  })
})
