import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Plan, Snapshot } from '../../../src/controllers/history/index.js'
import { apply } from '../../../src/controllers/history/index.js'
import { carryOut } from '../../laws.js'
import { arbitraryPolicy, arbitrarySnapshot } from './arbitrary.js'
import { planOf } from './build.js'

const gone = ({ passes }: Plan, ...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  passes
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .flatMap(({ removals }) => removals.map(({ target }) => target.id))

const raised = (by: number) => (limit: number | undefined) => (limit === undefined ? limit : limit + by)

const withLimits = (change: (limit: number | undefined) => number | undefined, snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  ...Object.fromEntries(
    (['deployments', 'statefulSets', 'daemonSets'] as const).map((list) => [
      list,
      snapshot[list].map(({ spec, ...rest }) => ({
        ...rest,
        spec: { ...spec, revisionHistoryLimit: change(spec?.revisionHistoryLimit) },
      })),
    ]),
  ),
  cronJobs: snapshot.cronJobs.map(({ spec, ...rest }) => ({
    ...rest,
    spec: {
      successfulJobsHistoryLimit: change(spec?.successfulJobsHistoryLimit),
      failedJobsHistoryLimit: change(spec?.failedJobsHistoryLimit),
    },
  })),
})

describe('a clean-up of histories', () => {
  it('deletes no more when every limit is higher', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot(), (policy, snapshot) => {
        const before = { ...withLimits((limit) => (limit === 2 ** 31 - 1 || (limit ?? 0) < 0 ? 1 : limit), snapshot) }
        const less = gone(planOf(withLimits(raised(1), before), policy))
        expect(gone(planOf(before, policy))).toEqual(expect.arrayContaining([...less]))
      }),
    )
  })

  it('deletes no more when a pod is added, but of DaemonSets as many at most', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot(), (policy, snapshot) => {
        const fewer = { ...snapshot, pods: snapshot.pods.slice(1) }
        const [more, less] = [planOf(fewer, policy), planOf(snapshot, policy)]
        const others = ['deployment', 'statefulset', 'cronjob']
        expect(gone(more, ...others)).toEqual(expect.arrayContaining([...gone(less, ...others)]))
        expect(gone(less, 'daemonset').length).toBeLessThanOrEqual(gone(more, 'daemonset').length)
      }),
    )
  })

  it('deletes no more when less is covered', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot(), (policy, snapshot) => {
        const whole = { ...snapshot, coverage: { _tag: 'Everything' } as const }
        expect(gone(planOf(whole, policy))).toEqual(expect.arrayContaining([...gone(planOf(snapshot, policy))]))
      }),
    )
  })

  it('deletes no more when an old object is not listed', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot(), (policy, snapshot) => {
        const fewer = { ...snapshot, jobs: snapshot.jobs.slice(1), replicaSets: snapshot.replicaSets.slice(1) }
        const readable = snapshot.replicaSets.every(
          ({ metadata }) => metadata.annotations?.['deployment.kubernetes.io/revision'] !== 'x',
        )
        const names = readable ? ['deployment', 'cronjob'] : ['cronjob']
        expect(gone(planOf(snapshot, policy), ...names)).toEqual(
          expect.arrayContaining([...gone(planOf(fewer, policy), ...names)]),
        )
      }),
    )
  })

  it('never deletes what pods are made from, nor a ReplicaSet with replicas', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot(), (policy, snapshot) => {
        const removed = new Set(gone(planOf(snapshot, policy), 'deployment'))
        return snapshot.replicaSets.every(({ metadata, spec }) => spec?.replicas === 0 || !removed.has(metadata.uid))
      }),
    )
  })

  it('attempts nothing of a history after a failure in it, and all of the others', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryPolicy, arbitrarySnapshot(), fc.nat(9), async (policy, snapshot, which) => {
        const plan = planOf(snapshot, policy)
        // Found by itself, not by its identity: here a ReplicaSet and a ControllerRevision may share one.
        const all = plan.passes.flatMap(({ removals }) => removals)
        const failing = all[which % Math.max(all.length, 1)]
        if (failing === undefined) return
        const bad = failing.actions.at(-1)
        const { report } = await carryOut(plan, (action) => action === bad)
        const owner = failing.reasons[0].owner.uid
        const at = all.indexOf(failing)
        for (const { name, outcomes } of report.passes)
          for (const { _tag, removal } of outcomes) {
            const isLater = all.indexOf(removal) > at && removal.reasons[0].owner.uid === owner
            const expected = removal === failing ? 'Failed' : isLater && name !== 'cronjob' ? 'Skipped' : 'Removed'
            expect(_tag).toBe(expected)
          }
      }),
    )
  })

  it('comes to an end once nothing is held: no plan after it removes the same', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot(false), (policy, snapshot) => {
        const first = planOf(snapshot, policy)
        const again = gone(planOf(apply(first)(snapshot), policy))
        return again.every((id) => !gone(first).includes(id) || id.startsWith('r'))
      }),
    )
  })
})
