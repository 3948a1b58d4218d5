import { existsSync, readFileSync } from 'node:fs'

import type { taskEither as TE } from 'fp-ts'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { OwnerFamily } from '../../src/controllers/owner/index.js'
import { known, unknown } from '../../src/core/index.js'
import type { Plan } from '../../src/core/plan.js'
import { executeWith } from '../../src/execute/index.js'
import {
  admitApproved,
  approvedOnly,
  byOwner,
  confirm,
  explainProtection,
  explainRefusal,
  guards,
  listingOf,
  maxCount,
  maxGrowth,
  maxPercent,
  maxPolicyChange,
  maxSnapshotAge,
  minAge,
  noSightings,
  observeSightings,
  protectByEvidence,
  protectDoubtfulOwners,
  protectFinalizers,
  protectIrreplaceable,
  protectKinds,
  protectPinned,
  requireCoverage,
  requireDesired,
  requireKept,
  requireSameScope,
  requireWorking,
  unlessApproved,
  withinPlan,
} from '../../src/guard/index.js'
import { clusterOf, object, planOf as planOwners, to } from '../controllers/owner/build.js'
import { image, node, planned, record } from '../kubelet/image/build.js'
import type { Toy } from './build.js'
import {
  approving,
  goes,
  keptIn,
  noon,
  passed,
  planOf,
  reasonFor,
  refusalsOf,
  removed,
  removing,
  stays,
} from './build.js'

const many = (count: number, prefix = 'r') => Array.from({ length: count }, (_, index) => `${prefix}${index}`)

const images = (...names: ReadonlyArray<readonly [id: string, ...tags: ReadonlyArray<string>]>) =>
  planned(
    node([], {
      images: names.map(([id, ...tags]) => image(id, { tags })),
      memory: { records: names.map(([id]) => record(id, null)) },
    }),
    { entrance: 'DeleteUnusedImages' },
  )

describe('incidents', () => {
  it('kopiur 265: an owner recreated under its name takes nothing along, and no owner takes more than its share', () => {
    const backups = many(600).map((id) => object(id, [to('gone', { name: 'repo' })]))
    const cluster = clusterOf([object('new', [], { name: 'repo' }), ...backups])
    const plan: Plan<OwnerFamily> = planOwners(cluster)
    expect(plan.passes.flatMap(({ removals }) => removals)).toHaveLength(600)
    const held = protectDoubtfulOwners()<OwnerFamily>(plan)
    if (E.isLeft(held)) throw new Error('refused')
    expect(held.right.passes.flatMap(({ removals }) => removals)).toEqual([])
    const [first] = held.right.passes.flatMap(({ kept }) => kept).filter(({ target }) => target.id === 'r0')
    expect(first?.reasons).toEqual([
      { _tag: 'OwnerRecreated', owner: { kind: 'ConfigMap', name: 'repo' }, was: 'gone', now: 'new' },
    ])
    const capped = maxCount(50, { per: byOwner })<OwnerFamily>(plan)
    expect(E.isLeft(capped) && capped.left.map(explainRefusal)).toEqual([
      'owner ConfigMap repo (gone): 600 removals, more than 50',
    ])
    const waiting = confirm({ wait: { minutes: 10 } })(observeSightings<OwnerFamily>(plan)(noSightings))<OwnerFamily>(
      plan,
    )
    expect(E.isRight(waiting) && waiting.right.passes.flatMap(({ removals }) => removals)).toEqual([])
  })

  it('crossplane 895: an owner in another namespace is said to be there, and its dependent stays', () => {
    const cluster = clusterOf([object('owner', [], { namespace: 'other' }), object('a', [to('owner')])])
    const held = protectDoubtfulOwners()<OwnerFamily>(planOwners(cluster))
    if (E.isLeft(held)) throw new Error('refused')
    expect(held.right.passes.flatMap(({ removals }) => removals)).toEqual([])
    const said = held.right.passes.flatMap(({ kept }) => kept).find(({ target }) => target.id === 'a')?.reasons[0]
    expect(said !== undefined && explainProtection(said as never)).toBe(
      'its owner ConfigMap owner is not where its reference says: uid owner is ConfigMap other/owner',
    )
  })

  it('kubernetes 88097: an owner that only looks absent is asked for once more, seen twice, and never in an old snapshot', () => {
    const plan = removing('a', 'b')
    const live = new Map<string, E.Either<string, boolean>>([
      ['a', E.right(true)],
      ['b', E.left('the server is starting')],
    ])
    const asked = protectByEvidence('owner is there')(({ id }) => live.get(id) ?? E.left('nobody looked'))(plan)
    expect(keptIn(asked)).toEqual({ a: ['ProtectedByRule'], b: ['EvidenceMissing'] })
    expect(removed(confirm({ sightings: 2 })(observeSightings(plan)(noSightings))(plan))).toEqual([])
    expect(refusalsOf(maxSnapshotAge({ maxAge: { seconds: 30 } })(noon(31_000))(plan))).toMatchObject([
      { _tag: 'SnapshotTooOld' },
    ])
    expect(refusalsOf(requireCoverage(['apps/v1 ReplicaSet'])(() => false)(plan))).toMatchObject([
      { _tag: 'NotCovered' },
    ])
  })

  it('kubernetes 65200: an owner found by its uid under other coordinates is no absent owner', () => {
    const cluster = clusterOf([object('u', [], { name: 'right' }), object('a', [to('u', { name: 'wrong' })])])
    const held = protectDoubtfulOwners()<OwnerFamily>(planOwners(cluster))
    if (E.isLeft(held)) throw new Error('refused')
    expect(held.right.passes.flatMap(({ removals }) => removals)).toEqual([])
    expect(held.right.passes[1]?.kept.find(({ target }) => target.id === 'a')?.reasons[0]).toMatchObject({
      _tag: 'OwnerLivesElsewhere',
      livesAs: 'ConfigMap ns/right',
    })
  })

  it('origin 22119: partial discovery refuses the plan, for an unknown kind is not a kind without owners', () => {
    const covers = (place: string) => place !== 'metrics.k8s.io'
    expect(refusalsOf(requireCoverage(['apps', 'metrics.k8s.io'])(covers)(removing('a'))).map(explainRefusal)).toEqual([
      'not listed in full: metrics.k8s.io',
    ])
  })

  it('kubernetes 111354: a kind that cannot be listed is reported as stalled, not as an empty plan', () => {
    const parts = [{ what: 'listing of widgets', state: E.left('conversion webhook failed') }]
    const verdict = requireWorking(parts)(planOf([{ kept: [stays('a')] }]))
    expect(refusalsOf(verdict).map(explainRefusal)).toEqual([
      'listing of widgets does not work: conversion webhook failed',
    ])
  })

  it('argo-cd 15058: an empty desired state, most of an application, or a namespace does not go', () => {
    const plan = planOf([
      {
        removals: [goes('ns', { target: { kind: 'Namespace' } }), ...many(9).map((id) => goes(id))],
        kept: [stays('k')],
      },
    ])
    expect(refusalsOf(requireDesired(0)(plan)).map(({ _tag }) => _tag)).toEqual(['NothingDesired'])
    expect(refusalsOf(maxPercent({ percent: 50 })(plan)).map(({ _tag }) => _tag)).toEqual(['OverMaxPercent'])
    expect(keptIn(protectKinds()(plan))).toMatchObject({ ns: ['ProtectedKind'] })
  })

  it('KEP-3659: a scope that grew or shrank unseen refuses the plan', () => {
    const verdict = requireSameScope(['apps/v1 Deployment in web'])(['apps/v1 Deployment in every namespace'])(
      removing('a'),
    )
    expect(refusalsOf(verdict).map(explainRefusal)).toEqual([
      'the scope changed since the last plan: added apps/v1 Deployment in every namespace; dropped apps/v1 Deployment in web',
    ])
  })

  it('containerd 1674: content that is younger than a pull may take, or of unknown age, stays', () => {
    const ages = new Map([
      ['old', known(noon(-86_400_000))],
      ['new', known(noon(-1000))],
    ])
    const verdict = minAge({ minAge: { hours: 1 } })(({ id }) => ages.get(id) ?? unknown)(
      removing('old', 'new', 'strange'),
    )
    expect(removed(verdict)).toEqual(['old'])
    expect(keptIn(verdict)).toEqual({ new: ['TooYoung'], strange: ['AgeUnknown'] })
  })

  it('rke2 1830: the pause image stays by its reference, even where the runtime says nothing of a pin', () => {
    const plan = images(['sha256:p', 'registry.k8s.io/pause:3.10'], ['sha256:w', 'registry.example.com/web:1'])
    const verdict = protectPinned(['registry.k8s.io/pause'])(plan)
    if (E.isLeft(verdict)) throw new Error('refused')
    expect(verdict.right.passes.flatMap(({ removals }) => removals).map(({ target }) => target.id)).toEqual([
      'sha256:w',
    ])
  })

  it('docuum 137: an image that was just built, or that nobody could pull again, stays', () => {
    const plan = removing('built', 'local', 'public')
    const young = minAge({ minAge: { minutes: 10 } })(({ id }) => known(noon(id === 'built' ? -1 : -3_600_000)))
    const local = protectIrreplaceable(({ id }) => known(id !== 'local'))
    const verdict = guards(young, local)(plan)
    expect(removed(verdict)).toEqual(['public'])
    expect(keptIn(verdict)).toEqual({ built: ['TooYoung'], local: ['CannotBeBroughtBack'] })
  })

  it('kubernetes 91235: a pod whose Job still counts it stays', () => {
    const { finalizersOf } = listingOf([
      { metadata: { uid: 'counted', finalizers: ['batch.kubernetes.io/job-tracking'] } },
      { metadata: { uid: 'done' } },
    ])
    const verdict = protectFinalizers(['batch.kubernetes.io/job-tracking'])(finalizersOf)(removing('counted', 'done'))
    expect(removed(verdict)).toEqual(['done'])
  })

  it('k8s-cleaner 397: nothing is removed by planning, guarding or approving, and nothing without an approval', async () => {
    const plan = removing('a', 'b')
    const calls: string[] = []
    const perform = (action: Toy['Action']): TE.TaskEither<string, unknown> => {
      calls.push(action.id)
      return () => Promise.resolve(E.right(undefined))
    }
    const clock = { now: () => noon(), sleep: () => () => Promise.resolve() }
    approving(passed(guards(protectKinds(), maxCount(5))(plan)))
    expect(calls).toEqual([])
    const nothing = approving(planOf([{}]))
    const report = await executeWith<Toy, string>({ perform, clock, admit: admitApproved(nothing) })(plan)()
    expect(calls).toEqual([])
    expect(report.passes.flatMap(({ outcomes }) => outcomes.map(({ _tag }) => _tag))).toEqual(['Refused', 'Refused'])
  })

  it('trinity 1644: a retention window mistyped by a figure refuses the plan, and so does what it would cost', () => {
    const policy = maxPolicyChange(50)({ retention: { days: 90 } }, { retention: { days: 9 } })
    const plan = removing(...many(40))
    expect(
      refusalsOf(guards(policy, maxGrowth({ percent: 100, floor: 5 })(4), maxCount(25))(plan)).map(explainRefusal),
    ).toEqual([
      "the policy's retention.days moved from 90 to 9, by more than 50 %",
      '40 removals after 4 in the last plan, over the allowed growth of 100 % and more than 5',
      '40 removals, more than 25',
    ])
  })

  it('signetai 1790: a limit of -1 is no limit at all, and lets nothing pass', () => {
    expect(refusalsOf(maxCount(-1)(removing('a'))).map(({ _tag }) => _tag)).toEqual(['InvalidSetting'])
  })

  it('btrfs-backup-ng 59: a policy that keeps nothing refuses its own plan', () => {
    expect(refusalsOf(requireKept(0)(removing('a', 'b'))).map(explainRefusal)).toEqual([
      'all 2 targets considered would be removed, and at most 0 may be',
    ])
  })

  it('konode 18: a share has a floor for small sets, and one plan may be excepted by its digest', () => {
    const small = planOf([{ removals: [goes('a')], kept: [stays('b')] }])
    expect(refusalsOf(maxPercent({ percent: 10 })(small))).toHaveLength(1)
    expect(removed(maxPercent({ percent: 10, floor: 1 })(small))).toEqual(['a'])
    const large = removing('a', 'b', 'c')
    const guard = unlessApproved(approving(large))(maxPercent({ percent: 10, floor: 1 }))
    expect(removed(guard(large))).toHaveLength(3)
    expect(refusalsOf(guard(removing('a', 'b', 'd')))).toHaveLength(1)
  })

  it('docker/cli 3014: what changed between the preview and the yes does not go, and nothing else in its place', async () => {
    const seen = planOf([{ removals: [goes('a', { version: '1' }), goes('b', { version: '1' })] }])
    const now = planOf([
      { removals: [goes('a', { version: '1' }), goes('b', { version: '2' }), goes('c', { version: '1' })] },
    ])
    const approval = approving(seen)
    expect(removed(approvedOnly(approval)(now))).toEqual(['a'])
    expect(keptIn(approvedOnly(approval)(now))).toEqual({ b: ['Moved'], c: ['NotApproved'] })
    const calls: string[] = []
    const perform = (action: Toy['Action']): TE.TaskEither<string, unknown> => {
      calls.push(action.id)
      return () => Promise.resolve(E.right(undefined))
    }
    const clock = { now: () => noon(), sleep: () => () => Promise.resolve() }
    await executeWith<Toy, string>({ perform, clock, admit: admitApproved(approval) })(now)()
    expect(calls).toEqual(['a'])
  })

  it('gascity 4202: a removal that would take along what the plan keeps does not go, and says what it reaches', () => {
    const dependents = new Map([['parent', ['child', 'stranger']]])
    const reached = ({ id }: { readonly id: string }) =>
      (dependents.get(id) ?? []).map((each) => ({ _tag: 'Object', id: each }))
    const verdict = withinPlan(reached)(removing('parent', 'child'))
    expect(removed(verdict)).toEqual(['child'])
    expect(reasonFor(verdict, 'parent')).toEqual({
      _tag: 'ReachesBeyondPlan',
      beyond: { _tag: 'Object', id: 'stranger' },
      others: 0,
    })
  })

  it('cri-tools rmi --prune: an image whose use could not be looked up stays', () => {
    const statuses = new Map([
      ['used', E.right(true)],
      ['idle', E.right(false)],
    ])
    const inUse = protectByEvidence('in use')(
      ({ id }) => statuses.get(id) ?? E.left('container status: deadline exceeded'),
    )
    expect(removed(inUse(removing('used', 'idle', 'broken')))).toEqual(['idle'])
  })
})

describe('the table of incidents', () => {
  it('has twenty incidents, each with a test of its name in this file', () => {
    const page = new URL('../../docs/guards.md', import.meta.url)
    expect(existsSync(page)).toBe(true)
    const section = readFileSync(page, 'utf8').split('## Incidents')[1]?.split('\n## ')[0] ?? ''
    const rows = section
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
    const source = readFileSync(new URL(import.meta.url), 'utf8')
    const shown = new Set([...source.matchAll(/^ {2}it\('([^:]+): /gm)].map(([, incident]) => incident))
    expect(rows).toHaveLength(20)
    for (const row of rows) {
      const [incident = ''] = (row.split('|')[1] ?? '').trim().replaceAll('`', '').replace('#', ' ').split(',')
      expect(shown, row).toContain(incident)
    }
  })
})
