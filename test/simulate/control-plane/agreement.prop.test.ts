import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { HistoryFamily } from '../../../src/controllers/history/index.js'
import * as History from '../../../src/controllers/history/index.js'
import * as Lifecycle from '../../../src/controllers/lifecycle/index.js'
import * as Owner from '../../../src/controllers/owner/index.js'
import * as PodGc from '../../../src/controllers/pod/index.js'
import type { Plan, Policies, Snapshot, CollectorName } from '../../../src/simulate/control-plane/index.js'
import {
  apply,
  applyReport,
  lookAgain,
  ownerStatuses,
  planKubernetes,
  collectorNames,
} from '../../../src/simulate/control-plane/index.js'
import * as Ttl from '../../../src/controllers/ttl/index.js'
import type { Family, Plan as AnyPlan } from '../../../src/core/plan.js'
import { right } from '../../decode/reading.js'
import { carryOut, identity } from '../../laws.js'
import { runs } from '../../runs.js'
import { arbitraryPolicies, arbitrarySnapshot, shuffled } from './arbitrary.js'
import type { Unasked } from '../../../src/simulate/control-plane/vote.js'
import { objector } from '../../../src/simulate/control-plane/vote.js'

type Said = ReadonlyMap<CollectorName, AnyPlan<Family>>

/** What each collector plans of its own lists, asked without the others. */
const saidOf = (policies: Policies, snapshot: Snapshot): Said => {
  const of = (kind: string): ReadonlyArray<WholeObject> => snapshot.objects.filter((object) => object.kind === kind)
  const jobs = of('Job') as ReadonlyArray<Ttl.Job>
  const pods = of('Pod') as ReadonlyArray<PodGc.Pod & WholeObject>
  const { at, objects, scopes, coverage, apiNodes, failedLookups, memory } = snapshot
  const { period } = policies.lifecycle
  const said = new Map<CollectorName, AnyPlan<Family>>()
  const note = <F extends Family>(collector: CollectorName, plan: AnyPlan<F>): void => {
    said.set(collector, plan)
  }
  note(
    'Pod',
    right(
      PodGc.plan(policies.pod)({
        at,
        pods,
        nodes: of('Node') as ReadonlyArray<PodGc.Node>,
        coverage,
        apiNodes,
        failedLookups,
        memory: memory.pod,
      }),
    ),
  )
  note('Ttl', right(Ttl.plan(policies.ttl)({ at, jobs })))
  note<HistoryFamily>(
    'History',
    right(
      History.plan(policies.history)({
        ...History.emptySnapshot,
        at,
        coverage,
        deployments: of('Deployment') as ReadonlyArray<History.Deployment>,
        replicaSets: of('ReplicaSet') as ReadonlyArray<History.ReplicaSet>,
        cronJobs: of('CronJob') as ReadonlyArray<History.CronJob>,
        jobs,
        pods,
      }),
    ),
  )
  if (period._tag === 'Enabled' || (period.marks === 'clear' && memory.lifecycle.marks.length > 0)) {
    const owners = period._tag === 'Disabled' ? [] : ownerStatuses(policies.owner)({ at, objects, scopes, coverage })
    note(
      'Lifecycle',
      right(Lifecycle.plan(policies.lifecycle)({ at, objects, scopes, coverage, owners, memory: memory.lifecycle })),
    )
  }
  note('Owner', right(Owner.plan(policies.owner)({ at, objects, scopes, coverage })))
  return said
}

/** Reasons as text, by the uid of what they are about: why each goes, or stays. */
const reasonsIn = (said: Said, which: 'removals' | 'kept'): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, string[]>()
  for (const collector of collectorNames)
    for (const pass of said.get(collector)?.passes ?? [])
      for (const { target, reasons } of pass[which]) {
        const texts = found.get(target.id) ?? []
        found.set(target.id, texts)
        texts.push(...reasons.map((reason) => JSON.stringify({ _tag: collector, reason })))
      }
  return found
}

const textsOf = (reasons: ReadonlyArray<object>): ReadonlyArray<string> => reasons.map((one) => JSON.stringify(one))

const planOf = (policies: Policies, snapshot: Snapshot): Plan => right(planKubernetes(policies)(snapshot))
const idsOf = (all: ReadonlyArray<{ readonly target: { readonly id: string } }>): ReadonlyArray<string> =>
  all.map(({ target }) => target.id)

const check = (holds: (policies: Policies, snapshot: Snapshot) => void, numRuns = runs(400)): void => {
  fc.assert(fc.property(arbitraryPolicies, arbitrarySnapshot, holds), { numRuns })
}

const each = (policies: Policies): Policies => ({ ...policies, agreement: 'each-on-its-own' })
const agreed = (policies: Policies): Policies => ({ ...policies, agreement: 'all-agree' })

describe('each collector on its own', () => {
  it('gets all that it wants, and nothing else goes', () => {
    check((policies, snapshot) => {
      const said = saidOf(policies, snapshot)
      const [{ removals }] = planOf(each(policies), snapshot).passes
      expect(idsOf(removals).toSorted()).toEqual([...reasonsIn(said, 'removals').keys()].toSorted())
      for (const { target, actions } of removals) {
        const wanted = collectorNames.flatMap((collector) =>
          (said.get(collector)?.passes ?? [])
            .flatMap((pass) => pass.removals)
            .filter((removal) => removal.target.id === target.id)
            .flatMap((removal) => removal.actions.map((action) => ({ _tag: collector, action }))),
        )
        expect(actions).toEqual(wanted)
      }
    })
  })

  it('wakes no sooner than the first of them would', () => {
    check((policies, snapshot) => {
      const wakes = [...saidOf(policies, snapshot).values()].flatMap(({ wakeAt }) =>
        wakeAt._tag === 'Some' ? [wakeAt.value.getTime()] : [],
      )
      const { wakeAt } = planOf(policies, snapshot)
      expect(wakeAt._tag === 'Some' ? wakeAt.value.getTime() : Infinity).toBeGreaterThanOrEqual(
        Math.min(...wakes, Infinity),
      )
    })
  })
})

describe('a plan of all collectors', () => {
  it('has every reason that any of them gives, and none besides', () => {
    check((policies, snapshot) => {
      const said = saidOf(policies, snapshot)
      const [going, staying] = [reasonsIn(said, 'removals'), reasonsIn(said, 'kept')]
      const [{ removals, kept }] = planOf(policies, snapshot).passes
      for (const { target, reasons } of removals) expect(textsOf(reasons)).toEqual(going.get(target.id))
      for (const { target, reasons } of kept) {
        const [first, ...more] = reasons
        if (first._tag === 'NobodysMatter') expect([more, staying.get(target.id)]).toEqual([[], undefined])
        else if (first._tag === 'Held') {
          expect(textsOf(first.wanted)).toEqual(going.get(target.id))
          expect(textsOf(more)).toEqual(staying.get(target.id))
        } else expect(textsOf(reasons)).toEqual(staying.get(target.id))
      }
    })
  })

  it('names objects of the snapshot alone, each once, and what it requires is planned before', () => {
    check((policies, snapshot) => {
      const [{ removals, kept, amendments }] = planOf(policies, snapshot).passes
      const there = snapshot.objects.map(({ metadata }) => metadata.uid)
      const decided = [...idsOf(removals), ...idsOf(kept)]
      expect(decided.toSorted()).toEqual(there.toSorted())
      // Marks of objects that are gone are taken off as well.
      for (const { target, actions } of amendments)
        if (actions[0]._tag !== 'Lifecycle') expect(there).toContain(target.id)
      for (const { requires } of removals)
        for (const required of requires)
          expect([...removals, ...amendments].map(({ target }) => identity(target))).toContain(identity(required))
    })
  })

  it('decides the same of objects in another order, if the owner collector does', () => {
    const pairs = arbitrarySnapshot.chain((snapshot) =>
      shuffled(snapshot.objects).map((objects) => [snapshot, { ...snapshot, objects }] as const),
    )
    fc.assert(
      fc.property(arbitraryPolicies, pairs, (policies, [one, other]) => {
        const owners = [one, other].map((snapshot) => {
          const { passes } = right(Owner.plan(policies.owner)(snapshot))
          return passes.map((pass) => ({ ...pass, kept: textsOf(pass.kept).toSorted(), examined: [] }))
        })
        fc.pre(JSON.stringify(owners[0]) === JSON.stringify(owners[1]))
        const [left, right_] = [one, other].map((snapshot) => planOf(policies, snapshot).passes[0])
        expect(right_?.removals).toEqual(left?.removals)
        expect(right_?.amendments).toEqual(left?.amendments)
        expect(textsOf(right_?.kept ?? []).toSorted()).toEqual(textsOf(left?.kept ?? []).toSorted())
      }),
      { numRuns: runs(300) },
    )
  })
})

/** The owner that an object names, if it is there as it is named. */
const ownerIn = ({ objects }: Snapshot, { metadata }: WholeObject): WholeObject | undefined => {
  const [reference] = metadata.ownerReferences ?? []
  return objects.find((owner) => owner.metadata.uid === reference?.uid && owner.metadata.name === reference.name)
}

const isFactOfNode = (tag: string): boolean => ['NodeGone', 'NodeOutOfService', 'UnscheduledTerminating'].includes(tag)

describe('what goes where all have to agree', () => {
  const goes = (policies: Policies, snapshot: Snapshot) =>
    planOf(agreed(policies), snapshot).passes[0].removals.flatMap(({ target, reasons }) => {
      const object = snapshot.objects.find(({ metadata }) => metadata.uid === target.id)
      return object === undefined || object.metadata.deletionTimestamp !== undefined
        ? []
        : [{ object, collectors: reasons.map(({ _tag }) => _tag), tags: reasons.map(({ reason }) => reason._tag) }]
    })

  it('is wanted by one of them, and what is wanted and stays is held', () => {
    check((policies, snapshot) => {
      const [alone] = planOf(each(policies), snapshot).passes
      const [together] = planOf(agreed(policies), snapshot).passes
      const held = together.kept.filter(({ reasons: [first] }) => first._tag === 'Held')
      expect([...idsOf(together.removals), ...idsOf(held)].toSorted()).toEqual(idsOf(alone.removals).toSorted())
      for (const { reasons } of held) {
        const [first, ...more] = reasons
        if (first._tag !== 'Held') continue
        for (const collector of first.by) {
          expect(more.some(({ _tag }) => _tag === collector)).toBe(true)
          expect(first.wanted.some(({ _tag }) => _tag === collector)).toBe(false)
        }
      }
    })
  })

  it('is called for by one collector alone', () => {
    check((policies, snapshot) => {
      for (const { actions, reasons } of planOf(agreed(policies), snapshot).passes[0].removals)
        expect(new Set([...actions.map(({ _tag }) => _tag), reasons[0]._tag]).size).toBe(1)
    })
  })

  it('has no owner, unless that one clears it up itself or the node is to blame', () => {
    check((policies, snapshot) => {
      for (const { object, collectors: wanting, tags } of goes(policies, snapshot)) {
        if (wanting.includes('History') || tags.some(isFactOfNode) || wanting.includes('Owner')) continue
        expect(ownerIn(snapshot, object)).toBe(undefined)
      }
    })
  })

  it('has no owner of a kind that nobody listed', () => {
    check((policies, snapshot) => {
      if (snapshot.coverage._tag === 'Everything' || policies.owner.uncovered === 'absent') return
      for (const { object, collectors: wanting, tags } of goes(policies, snapshot)) {
        if (wanting.includes('History') || tags.some(isFactOfNode)) continue
        const [reference] = object.metadata.ownerReferences ?? []
        const isThere = snapshot.objects.some(({ metadata }) => metadata.uid === reference?.uid)
        if (!isThere) expect([undefined, 'Job', 'Node']).toContain(reference?.kind)
      }
    })
  })

  it('is no Job before its time to live is over', () => {
    check((policies, snapshot) => {
      if (policies.ttl.controller === 'off') return
      for (const { object } of goes(policies, snapshot)) {
        if (object.kind !== 'Job') continue
        const left = Ttl.timeLeft(snapshot.at)(object as Ttl.Job)
        if (left._tag === 'Right') expect(left.right.remaining).toBeLessThanOrEqual(0)
      }
    })
  })
})

describe('what all collectors leave behind', () => {
  it('comes to rest: no plan of one instant follows from another forever', () => {
    check((policies, snapshot) => {
      let now = snapshot
      const looks = 4 * snapshot.objects.length + 4
      for (let look = 0; look < looks; look++) {
        const then = apply(planOf(policies, now))(now)
        if (JSON.stringify(then.objects) === JSON.stringify(now.objects)) return
        now = lookAgain(policies)(now.at)(then)
      }
      expect.fail(`still not at rest after ${looks} looks`)
    }, 200)
  })

  it('is as it was where a call failed before any other, and as planned elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryPolicies, arbitrarySnapshot, fc.constantFrom(...collectorNames), async (...args) => {
        const [policies, snapshot, failing] = args
        const plan = planOf(policies, snapshot)
        const { report } = await carryOut(plan, ({ _tag }) => _tag === failing)
        const after = applyReport(report)(snapshot)
        const untouched = report.passes.flatMap(({ outcomes }) =>
          outcomes.flatMap((outcome) =>
            outcome._tag === 'Failed' && outcome.removal.actions[0] === outcome.action
              ? [outcome.removal.target.id]
              : [],
          ),
        )
        const amended = new Set(idsOf(plan.passes[0].amendments))
        for (const id of untouched) {
          if (amended.has(id)) continue
          const [before, now] = [snapshot, after].map(({ objects }) =>
            objects.find(({ metadata }) => metadata.uid === id),
          )
          expect(now).toEqual(before)
        }
        if (report.passes.every(({ outcomes }) => outcomes.every(({ _tag }) => _tag === 'Removed')))
          if (report.passes.every(({ amended: all = [] }) => all.every(({ _tag }) => _tag === 'Amended')))
            expect(after).toEqual(apply(plan)(snapshot))
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('a reason that nobody is asked about', () => {
  const ofTerminating = [
    'BeingDeleted',
    'WaitsForBlockingDependents',
    'DependentsNotCovered',
    'DependentNotServed',
  ] as const satisfies ReadonlyArray<Unasked>

  it('is said of what is being deleted, or beside an objection', () => {
    fc.assert(
      fc.property(arbitrarySnapshot, arbitraryPolicies, (snapshot, policies) => {
        const [{ kept }] = right(planKubernetes(policies)(snapshot)).passes
        const deleted = new Map(snapshot.objects.map(({ metadata }) => [metadata.uid, metadata.deletionTimestamp]))
        for (const { target, reasons } of kept) {
          const tags = reasons.map((each) => ('reason' in each ? each.reason._tag : each._tag))
          if (ofTerminating.some((tag) => tags.includes(tag))) expect(deleted.get(target.id)).toBeDefined()
          if (tags.includes('NeededWithoutOwners')) expect(reasons.map(objector)).toContain('Lifecycle')
        }
      }),
      { numRuns: runs(1000) },
    )
  })
})
