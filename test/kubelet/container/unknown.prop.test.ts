import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import type { Plan, PodState, Policy, Snapshot } from '../../../src/kubelet/container/index.js'
import { plan } from '../../../src/kubelet/container/index.js'
import type { Knowledge } from '../../../src/core/index.js'
import { known, removalsOf, unknown } from '../../../src/core/index.js'
import { identity } from '../../laws.js'
import { runs } from '../../runs.js'
import { crowdedWith, limitsOfTheNode, policies, snapshotsWith, uids } from './generate.js'

/** One pod in two is listed, one fact in three of a listed pod is unknown. */
const partly = fc.constantFrom(known(true), known(false), unknown)
const partlyKnown = snapshotsWith(partly)

/** What the facts turn out to be: two booleans for each uid. */
const truths = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: uids.length, maxLength: uids.length })

const settled = (fact: Knowledge<boolean> | undefined, truth: boolean): Knowledge<boolean> =>
  fact === undefined || fact._tag === 'Unknown' ? known(truth) : fact

/** The snapshot of somebody who knows every pod. */
const revealed = (snapshot: Snapshot, truth: ReadonlyArray<readonly [boolean, boolean]>): Snapshot => ({
  ...snapshot,
  pods: uids.map((uid, index): PodState => {
    const pod = snapshot.pods.find((each) => each.uid === uid)
    const [content, runtime] = truth[index] ?? [false, false]
    return {
      uid,
      contentRemoved: settled(pod?.contentRemoved, content),
      runtimeRemoved: settled(pod?.runtimeRemoved, runtime),
    }
  }),
})

const right = (policy: Policy, snapshot: Snapshot): Plan => {
  const result = plan(policy)(snapshot)
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left))
  return result.right
}

const removed = (of: Plan): ReadonlyArray<string> => removalsOf(of).map(({ target }) => identity(target))

it('removes nothing in ignorance that would stay if the pods were known, whatever they turn out to be', () => {
  fc.assert(
    fc.property(policies, partlyKnown, truths, (policy, snapshot, truth) => {
      const informed = new Set(removed(right(policy, revealed(snapshot, truth))))
      return removed(right(policy, snapshot)).every((target) => informed.has(target))
    }),
    { numRuns: runs(2000) },
  )
})

it('shares a limit of the node in ignorance so that no share proves too small', () => {
  fc.assert(
    fc.property(limitsOfTheNode, crowdedWith(partly), truths, (policy, snapshot, truth) => {
      const informed = new Set(removed(right(policy, revealed(snapshot, truth))))
      return removed(right(policy, snapshot)).every((target) => informed.has(target))
    }),
    { numRuns: runs(2000) },
  )
})

it('is in no doubt once every pod is known, in whatever order the pods are listed', () => {
  fc.assert(
    fc.property(policies, partlyKnown, truths, (policy, snapshot, truth) => {
      const informed = revealed(snapshot, truth)
      expect(removed(right(policy, { ...informed, pods: informed.pods.toReversed() }))).toEqual(
        removed(right(policy, informed)),
      )
      const reasons = right(policy, informed).passes.flatMap(({ kept }) => kept.flatMap((each) => each.reasons))
      expect(reasons.map(({ _tag }) => _tag)).not.toContain('PodStateUnknown')
      expect(reasons.map(({ _tag }) => _tag)).not.toContain('LimitRestsOnUnknownPods')
    }),
  )
})

it('still removes something in ignorance: what a limit takes from a unit, and what shares with certain units', () => {
  const removals = fc
    .sample(fc.tuple(policies, partlyKnown), { seed: 1, numRuns: 300 })
    .map(([policy, snapshot]) => right(policy, { ...snapshot, pods: [], allSourcesReady: true }))
    .flatMap(removalsOf)
  const tags = new Set(removals.map(({ reasons }) => reasons[0]._tag))
  expect(tags).toContain('OverMaxPerPodContainer')
  expect(tags).toContain('OverFairShareOfMaxContainers')
  expect(tags).not.toContain('OverMaxContainers')
  expect(tags).not.toContain('PodContentShouldBeRemoved')
  expect(tags).not.toContain('LogDirectoryOfRemovedPod')
})
