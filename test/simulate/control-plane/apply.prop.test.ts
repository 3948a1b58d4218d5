import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { apply as applyHistory } from '../../../src/controllers/history/index.js'
import { apply as applyLifecycle } from '../../../src/controllers/lifecycle/index.js'
import { apply as applyOwner } from '../../../src/controllers/owner/index.js'
import { apply as applyPod } from '../../../src/controllers/pod/index.js'
import { apply as applyTtl } from '../../../src/controllers/ttl/index.js'
import type { CollectorName, Plan, Snapshot } from '../../../src/simulate/control-plane/index.js'
import { apply, planKubernetes } from '../../../src/simulate/control-plane/index.js'
import { viewsOf } from '../../../src/simulate/control-plane/views.js'
import { right } from '../../decode/reading.js'
import { runs } from '../../runs.js'
import { arbitraryPolicies, arbitrarySnapshot } from './arbitrary.js'

/** The calls of one collector, as a plan of its own. */
const planOf = (collector: CollectorName, { at, passes: [{ removals, amendments }] }: Plan): never =>
  ({
    at,
    passes: [
      {
        removals: [...amendments, ...removals].flatMap(({ target, actions }) => {
          const own = actions.flatMap((call) => (call._tag === collector ? [call.action] : []))
          return own.some(({ _tag }) => _tag !== 'Recheck') ? [{ target, actions: own }] : []
        }),
      },
    ],
  }) as never

const replaced = (
  snapshot: Snapshot,
  before: ReadonlyArray<WholeObject>,
  after: ReadonlyArray<WholeObject>,
): Snapshot => {
  const now = new Map(after.map((object) => [object.metadata.uid, object]))
  const own = new Set(before.map(({ metadata }) => metadata.uid))
  return {
    ...snapshot,
    objects: snapshot.objects.flatMap((object) => {
      const { uid } = object.metadata
      const last = own.has(uid) ? now.get(uid) : object
      return last === undefined ? [] : [last]
    }),
  }
}

/** Every collector applies its own calls to its own lists. */
const byThemselves = (plan: Plan, snapshot: Snapshot): Snapshot => {
  let now = snapshot
  const pods = viewsOf(now).Pod
  now = replaced(now, pods.pods, applyPod(planOf('Pod', plan))(pods).pods)
  const jobs = viewsOf(now).Ttl
  now = replaced(now, jobs.jobs, applyTtl(planOf('Ttl', plan))(jobs).jobs)
  const before = viewsOf(now).History
  const after = applyHistory(planOf('History', plan))(before)
  for (const list of ['replicaSets', 'controllerRevisions', 'jobs', 'cronJobs', 'pods'] as const)
    now = replaced(now, before[list], after[list])
  const marked = applyLifecycle(planOf('Lifecycle', plan))({ ...viewsOf(now).Lifecycle, owners: [] })
  now = { ...now, objects: marked.objects, memory: { ...now.memory, lifecycle: marked.memory } }
  return { ...now, objects: applyOwner(planOf('Owner', plan))(viewsOf(now).Owner).objects }
}

/** A reference that says nothing of blocking blocks nothing. */
const plain = ({ objects, memory }: Snapshot) => ({
  memory,
  objects: objects.map((object) => ({
    ...object,
    metadata: {
      ...object.metadata,
      ownerReferences: object.metadata.ownerReferences?.map((reference) => ({
        ...reference,
        blockOwnerDeletion: reference.blockOwnerDeletion === true,
      })),
    },
  })),
})

describe('what the engine makes of a plan of all collectors', () => {
  it('is what every collector makes of its own calls, one after the other', () => {
    fc.assert(
      fc.property(arbitraryPolicies, arbitrarySnapshot, (policies, snapshot) => {
        const plan = right(planKubernetes(policies)(snapshot))
        expect(plain(apply(plan)(snapshot))).toEqual(plain(byThemselves(plan, snapshot)))
      }),
      { numRuns: runs(300) },
    )
  })
})
