import { describe, expect, it } from 'vitest'

import { serverPresets } from '../../../src/apiserver/index.js'
import type { WholeObject } from '../../../src/apiserver/index.js'
import type { Policies, Schedule, Snapshot, Timeline } from '../../../src/simulate/control-plane/index.js'
import {
  apply,
  applyReport,
  defaultPolicies,
  mostLooks,
  planKubernetes,
  presets,
  scheduleOf,
  timeline,
} from '../../../src/simulate/control-plane/index.js'
import { millis } from '../../../src/core/index.js'
import { right } from '../../decode/reading.js'
import { after, cluster, complete, job, metadata, ownedBy, pod } from './building.js'

const policies: Policies = { ...defaultPolicies, pod: { ...defaultPolicies.pod, terminatedPodGcThreshold: 1 } }

const toldBy = ({ moments }: Timeline): ReadonlyArray<string> =>
  moments.flatMap(({ at, removals }) =>
    removals.map(
      ({ target, actions }) => `${(at.getTime() - after(0).getTime()) / 1000} ${target.name} by ${actions[0]._tag}`,
    ),
  )

const play = (snapshot: Snapshot, seconds: number, schedule?: Schedule, rules = policies): Timeline =>
  right(timeline(rules, schedule)(snapshot, after(seconds)))

const expiring = (name: string, ttlSecondsAfterFinished: number): WholeObject =>
  job(name, {}, { ttlSecondsAfterFinished }, complete)

const atOnce: Schedule = { pod: { _tag: 'AtOnce' }, cronJob: { _tag: 'AtOnce' } }

describe('a timeline', () => {
  const later = cluster(expiring('later', 90), pod('later-1', { ownerReferences: ownedBy('Job', 'later') }))

  it('has times to live and the cascades that follow from them at the very instant', () => {
    const played = play(later, 90)
    expect(toldBy(played)).toEqual(['90 later by Ttl', '90 later by Owner', '90 later-1 by Owner'])
    expect([played.ended, played.snapshot.objects, played.next._tag]).toEqual(['Quiet', [], 'None'])
  })

  it('ends before what comes after the instant, and tells when that is', () => {
    const played = play(later, 89.999)
    expect([played.ended, played.moments.length]).toEqual(['Reached', 0])
    expect(played.next).toEqual({ _tag: 'Some', value: after(90) })
    expect(played.snapshot.objects).toEqual(later.objects)
  })

  it('has pod garbage collection every 20 seconds from the first look on', () => {
    const first = cluster(pod('a'), pod('b'))
    expect(toldBy(play(first, 3600))).toEqual(['0 a by Pod'])
    const shifted: Schedule = { ...atOnce, pod: { _tag: 'Every', period: millis(20_000), from: after(-13) } }
    expect(toldBy(play(first, 3600, shifted))).toEqual(['7 a by Pod'])
  })

  it('waits for the first beat at which the quarantine of a node is over', () => {
    const lost = pod('lost', {}, { nodeName: 'gone' }, 'Running')
    const waiting = { waiting: [{ node: 'gone', until: after(33) }], ripe: [] }
    const snapshot = cluster(lost)
    const seen = { ...snapshot, memory: { ...snapshot.memory, pod: waiting } }
    expect(toldBy(play(seen, 3600))).toEqual(['40 lost by Pod'])
    expect(toldBy(play(seen, 3600, atOnce))).toEqual(['33 lost by Pod'])
    const reached = play(seen, 39.999)
    expect([reached.ended, reached.next]).toEqual(['Reached', { _tag: 'Some', value: after(40) }])
  })

  it('puts nodes in quarantine by itself at the run', () => {
    expect(toldBy(play(cluster(pod('lost', {}, { nodeName: 'gone' }, 'Running')), 3600))).toEqual(['60 lost by Pod'])
  })

  it('is quiet where pod garbage collection comes and finds nothing to do', () => {
    const played = play(cluster(pod('a', { finalizers: ['example.com/hold'] }), pod('b')), 3600)
    expect([played.ended, played.moments.length]).toEqual(['Quiet', 1])
    expect(play(cluster(expiring('soon', 5)), 10).ended).toBe('Quiet')
  })

  it('lets a CronJob controller that polls come every 10 seconds', () => {
    const rules = { ...policies, history: { ...policies.history, jobsOfCronJob: 'controller-uid' } } as const
    expect(scheduleOf(rules).cronJob).toEqual({ _tag: 'Every', period: 10_000 })
    expect(scheduleOf(presets.kubernetes_1_36).cronJob).toEqual({ _tag: 'AtOnce' })
    const nightly = {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: metadata('nightly'),
      spec: { successfulJobsHistoryLimit: 0 },
    }
    const old = job('old', { ownerReferences: ownedBy('CronJob', 'nightly') }, {}, complete)
    expect(toldBy(play(cluster(nightly, old), 3600, undefined, rules))).toEqual(['0 old by History'])
    const from = { ...scheduleOf(rules), cronJob: { _tag: 'Every', period: millis(10_000), from: after(4) } } as const
    expect(toldBy(play(cluster(nightly, old), 3600, from, rules))).toEqual(['4 old by History'])
  })

  it('hears of the Jobs that a CronJob wants, and of no other, between its beats', () => {
    const rules: Policies = {
      ...policies,
      ...{ agreement: 'all-agree', stopped: ['garbage-collector'] },
      history: { ...policies.history, jobsOfCronJob: 'controller-uid' },
    }
    const nightly = {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: metadata('nightly'),
      spec: { successfulJobsHistoryLimit: 1 },
    }
    const ran = (name: string, startTime: Date): WholeObject => {
      const { status, ...rest } = job(
        name,
        { ownerReferences: ownedBy('CronJob', 'nightly') },
        { ttlSecondsAfterFinished: 0 },
        complete,
      )
      return { ...rest, status: { ...(status as object), startTime } }
    }
    const from = { ...scheduleOf(rules), cronJob: { _tag: 'Every', period: millis(10_000), from: after(4) } } as const
    const snapshot = cluster(nightly, ran('a-wanted', after(-60)), ran('b-over', after(-90)))
    expect(toldBy(play(snapshot, 3, from, rules))).toEqual(['0 b-over by Ttl'])
  })

  it('is cut off after so many looks', () => {
    const lost = pod('lost', {}, { nodeName: 'gone' }, 'Running')
    const slow = { ...policies, pod: { ...policies.pod, quarantine: millis(1e6) } }
    const jobs = Array.from({ length: Math.ceil(mostLooks / 3) }, (_, index) => expiring(`job-${index}`, index + 1))
    const played = play(cluster(lost, ...jobs), 1e6, undefined, slow)
    // Each Job takes a look of its TTL, one of its owner, and a quiet one; before them comes the first look.
    const finished = (mostLooks - 1) / 3
    expect([played.ended, played.moments.length]).toEqual(['CutOff', 2 * finished])
    expect(played.next).toEqual({ _tag: 'Some', value: after(finished + 1) })
  })

  it('has the first look even where the end lies before it', () => {
    const played = play(cluster(expiring('old', 0)), -10)
    expect([played.ended, toldBy(played)]).toEqual(['Reached', ['0 old by Ttl']])
    expect(played.snapshot.objects[0]?.metadata.finalizers).toEqual(['foregroundDeletion'])
  })

  it('refuses what is no snapshot, no policies and no schedule', () => {
    const empty = cluster()
    const broken: ReadonlyArray<readonly [unknown, unknown, unknown]> = [
      [null, empty, undefined],
      [policies, null, undefined],
      [policies, { ...empty, at: 'noon' }, undefined],
      [policies, empty, null],
      [policies, empty, { ...atOnce, pod: { _tag: 'Sometimes' } }],
      [policies, empty, { ...atOnce, pod: { _tag: 'Every', period: 0 } }],
      [policies, empty, { ...atOnce, cronJob: { _tag: 'Every', period: 1, from: 'noon' } }],
    ]
    for (const [rules, snapshot, schedule] of broken)
      expect(timeline(rules as Policies, schedule as Schedule)(snapshot as Snapshot, after(60))._tag).toBe('Left')
  })
})

describe('the API server of a release', () => {
  const begun = { deletionTimestamp: after(0), deletionGracePeriodSeconds: 60, finalizers: ['example.com/hold'] }
  const orphan = cluster(pod('p', begun, { nodeName: '' }, 'Pending'))
  const ends = ({ objects }: Snapshot): ReadonlyArray<unknown> => objects.map((it) => it.metadata.deletionTimestamp)

  it('ends pods in a timeline', () => {
    const last = (rules: Policies) => ends(play(orphan, 60, undefined, rules).snapshot)
    expect(last(presets.kubernetes_1_32)).toEqual([after(-60)])
    expect(last(presets.kubernetes_1_33)).toEqual([after(0)])
    expect(last({ ...presets.kubernetes_1_32, server: undefined })).toEqual([after(0)])
  })

  it('ends pods after a plan and after a report', () => {
    const plan = right(planKubernetes(defaultPolicies)(orphan))
    const report = { passes: plan.passes.map(({ removals }) => ({ outcomes: removals.map(removed) })) } as never
    expect(ends(apply(plan)(orphan))).toEqual([after(0)])
    expect(ends(apply(plan, serverPresets.kubernetes_1_32)(orphan))).toEqual([after(-60)])
    expect(ends(applyReport(report)(orphan))).toEqual([after(0)])
    expect(ends(applyReport(report, serverPresets.kubernetes_1_32)(orphan))).toEqual([after(-60)])
  })

  it('has no other rules', () => {
    const server = JSON.parse('{ "hurriedPod": "never", "unreadableOptions": "bad-request", "negativeGrace": "over" }')
    expect(timeline({ ...defaultPolicies, server })(orphan, after(1))).toMatchObject({
      left: { problems: [{ path: 'server.hurriedPod' }] },
    })
  })
})

const removed = (removal: unknown) => ({ _tag: 'Removed', removal })
