import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import * as KubeletContainer from '../../../src/kubelet/container/index.js'
import type { PodState, Policy, Snapshot } from '../../../src/kubelet/container/index.js'
import { removalsOf, unknown } from '../../../src/core/index.js'
import { groupBy } from '../../../src/internal/lists.js'
import { describeLaws } from '../../laws.js'
import { runs } from '../../runs.js'
import { observed, policies, snapshots } from './generate.js'

const shuffled = <A>(items: ReadonlyArray<A>): fc.Arbitrary<A[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length })

describeLaws<KubeletContainer.Family, Snapshot, Policy>({
  name: 'kubelet-container',
  collector: KubeletContainer,
  policy: policies,
  snapshot: snapshots,
  readAt: (at) => (snapshot) => ({ ...snapshot, at }),
  targets: (_policy, { containers, sandboxes, logDirectories, logLinks }) =>
    new Map([
      ['containers', containers.map(({ id }) => `Container ${id}`)],
      ['sandboxes', sandboxes.map(({ id }) => `Sandbox ${id}`)],
      [
        'logs',
        [...logDirectories.map((name) => `LogDirectory ${name}`), ...logLinks.map(({ path }) => `LogLink ${path}`)],
      ],
    ]),
  // The runtime's lists stay as they are: their order decides ties and the order in which a whole unit goes.
  permuted: (snapshot) =>
    fc
      .record({
        pods: shuffled(snapshot.pods),
        logDirectories: shuffled(snapshot.logDirectories),
        logLinks: shuffled(snapshot.logLinks),
      })
      .map((order) => ({ ...snapshot, ...order })),
})

const right = (policy: Policy, snapshot: Snapshot): KubeletContainer.Plan => {
  const result = KubeletContainer.plan(policy)(snapshot)
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left))
  return result.right
}

it('never throws: garbage in the place of a policy is refused as a value', () => {
  fc.assert(
    fc.property(fc.anything(), observed, (garbage, snapshot) =>
      E.isLeft(KubeletContainer.plan(garbage as Policy)(snapshot)),
    ),
  )
})

it('never throws: a policy is built from anything, or refused as a value that plan would refuse too', () => {
  const inputs = fc.oneof(
    fc.anything(),
    fc.record({ minAge: fc.anything(), maxContainers: fc.anything(), sandboxes: fc.anything() }, { requiredKeys: [] }),
  )
  fc.assert(
    fc.property(inputs, observed, (garbage, snapshot) => {
      const policy = KubeletContainer.makePolicy(garbage as KubeletContainer.PolicyInput)
      return E.isLeft(policy) || E.isRight(KubeletContainer.plan(policy.right)(snapshot))
    }),
    { numRuns: runs(1000) },
  )
})

const withoutStated = (pod: PodState): PodState => ({
  ...pod,
  contentRemoved: pod.contentRemoved._tag === 'Assumed' ? unknown : pod.contentRemoved,
  runtimeRemoved: pod.runtimeRemoved._tag === 'Assumed' ? unknown : pod.runtimeRemoved,
})

it('names targets in an assumption only if they are decided anew without what is stated of their pod', () => {
  fc.assert(
    fc.property(policies, snapshots, (policy, snapshot) => {
      const plan = right(policy, snapshot)
      for (const { about, targets } of plan.assumptions.filter((each) => each.about !== 'pods')) {
        const pods = snapshot.pods.map((pod) =>
          about.startsWith(`pods[${JSON.stringify(pod.uid)}].`) ? withoutStated(pod) : pod,
        )
        const without = reasonsById(right(policy, { ...snapshot, pods }))
        const before = reasonsById(plan)
        for (const id of targets) expect(without.get(id), `${about} ${id}`).not.toEqual(before.get(id))
      }
    }),
    { numRuns: runs(500) },
  )
})

it('removes alike without what is stated where no assumption is named', () => {
  fc.assert(
    fc.property(policies, snapshots, (policy, snapshot) => {
      const plan = right(policy, snapshot)
      if (plan.assumptions.length > 0) return
      const without = right(policy, { ...snapshot, pods: snapshot.pods.map(withoutStated) })
      expect(removalsOf(without).map(({ target }) => target)).toEqual(removalsOf(plan).map(({ target }) => target))
    }),
    { numRuns: runs(1000) },
  )
})

const reasonsById = ({ passes }: KubeletContainer.Plan): ReadonlyMap<string, unknown> =>
  groupBy(
    ({ target }) => target.id,
    passes.flatMap(({ removals, kept }) => [...removals, ...kept].map(({ target, reasons }) => ({ target, reasons }))),
  )
