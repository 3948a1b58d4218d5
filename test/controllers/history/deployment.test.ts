import { describe, expect, it } from 'vitest'

import type { Deployment, ReplicaSet } from '../../../src/controllers/history/index.js'
import { presets } from '../../../src/controllers/history/index.js'
import { clusterOf, deleted, deployment, minute, of, planOf, replicaSet, summary, template } from './build.js'

const decide = (subject: Deployment, sets: ReadonlyArray<ReplicaSet>, policy = presets.kubernetes_1_36) =>
  summary(planOf(clusterOf({ deployments: [subject], replicaSets: sets }), policy).passes[0])

const three = [replicaSet('c', '3'), replicaSet('a', '1'), replicaSet('b', '2')]

describe('a Deployment', () => {
  it('loses its oldest ReplicaSets over the limit, by revision', () => {
    expect(decide(deployment(), three)).toEqual({
      goes: ['a', 'b'],
      stays: { c: 'newest of 3 old ReplicaSets of Deployment shop/web, 1 is kept' },
    })
  })

  it('loses the one with the lowest revision although it was created last', () => {
    const sets = [
      replicaSet('first', '2', {}, { creationTimestamp: minute(0) }),
      replicaSet('last', '1', {}, { creationTimestamp: minute(1) }),
    ]
    expect(decide(deployment(), sets).goes).toEqual(['last'])
    expect(decide(deployment(), sets, presets.kubernetes_1_26).goes).toEqual(['last'])
  })

  it('loses the one created first in 1.20', () => {
    const sets = [
      replicaSet('first', '2', {}, { creationTimestamp: minute(0) }),
      replicaSet('last', '1', {}, { creationTimestamp: minute(1) }),
    ]
    expect(decide(deployment(), sets, presets.kubernetes_1_20).goes).toEqual(['first'])
  })

  it('keeps busy ReplicaSets, which take places of those that go', () => {
    const [c, , b] = three as [ReplicaSet, ReplicaSet, ReplicaSet]
    expect(decide(deployment(), [c, b, replicaSet('a', '1', { replicas: 1 })])).toEqual({
      goes: ['b'],
      stays: {
        a: 'oldest of 3 old ReplicaSets of Deployment shop/web, 1 is kept, but it has 0 of 1 replicas, so it is skipped and none goes instead',
        c: 'newest of 3 old ReplicaSets of Deployment shop/web, 1 is kept',
      },
    })
  })

  it('takes replicas that are still there, and a change that nobody looked at, for busy', () => {
    const still = { ...replicaSet('a', '1'), status: { replicas: 2 } }
    const unseen = replicaSet('b', '2', {}, { generation: 3 })
    const seen = { ...replicaSet('c', '3', {}, { generation: 3 }), status: { observedGeneration: 3 } }
    expect(decide(deployment({ revisionHistoryLimit: 0 }), [still, unseen, seen])).toEqual({
      goes: ['c'],
      stays: {
        a: 'oldest of 3 old ReplicaSets of Deployment shop/web, none is kept, but it has 2 of 0 replicas, so it is skipped and none goes instead',
        b: '2nd oldest of 3 old ReplicaSets of Deployment shop/web, none is kept, but it has changed since it was observed (generation 3, observedGeneration 0), so it is skipped and none goes instead',
      },
    })
  })

  it('takes a ReplicaSet that states no number of replicas for one of one', () => {
    const { spec, ...rest } = replicaSet('a', '1')
    const silent = { ...rest, spec: { template: spec?.template } }
    expect(decide(deployment({ revisionHistoryLimit: 0 }), [silent]).goes).toEqual([])
  })

  it('keeps the ReplicaSet of its own template, of several the one created first', () => {
    const sets = [
      replicaSet('late', '1', { template: template('new', 'x') }, { creationTimestamp: minute(1) }),
      replicaSet('early', '1', { template: template('new', 'y') }, { creationTimestamp: minute(0) }),
    ]
    expect(decide(deployment({ revisionHistoryLimit: 0 }), sets)).toEqual({
      goes: ['late'],
      stays: { early: 'it matches the current template of Deployment shop/web' },
    })
  })

  it('counts no ReplicaSet that is being deleted', () => {
    const [c, , b] = three as [ReplicaSet, ReplicaSet, ReplicaSet]
    expect(decide(deployment(), [c, b, replicaSet('a', '1', {}, deleted)])).toEqual({
      goes: ['b'],
      stays: {
        a: 'it is already being deleted (deletionTimestamp 2026-01-01T12:00:00.000Z); held by example.com/hold',
        c: 'newest of 2 old ReplicaSets of Deployment shop/web, 1 is kept',
      },
    })
  })

  it.each([
    [{}, { updatedReplicas: 2 }, '2 of 3 replicas updated, 3 available, 3 in total'],
    [{}, { availableReplicas: 2 }, '3 of 3 replicas updated, 2 available, 3 in total'],
    [{}, { replicas: 4 }, '3 of 3 replicas updated, 3 available, 4 in total'],
    [{}, { observedGeneration: 1 }, 'generation 2, observedGeneration 1'],
    [{ replicas: 2 }, {}, '3 of 2 replicas updated, 3 available, 3 in total'],
  ])('keeps all while its rollout is not complete (%o, %o)', (spec, status, because) => {
    expect(decide(deployment(spec, {}, status), three)).toEqual({
      goes: [],
      stays: Object.fromEntries(
        ['a', 'b', 'c'].map((name) => [name, `the rollout of Deployment shop/web is not complete: ${because}`]),
      ),
    })
  })

  it('cleans up while it is paused, complete or not', () => {
    expect(decide(deployment({ paused: true }, {}, { updatedReplicas: 2 }), three).goes).toEqual(['a', 'b'])
  })

  it('keeps all while a rollback is asked for, paused or not', () => {
    const annotations = { 'deprecated.deployment.rollback.to': '3' }
    for (const paused of [true, false]) expect(decide(deployment({ paused }, { annotations }), three).goes).toEqual([])
  })

  it('keeps all once its own deletion was asked for', () => {
    const { goes, stays } = decide(deployment({}, deleted), three)
    expect(goes).toEqual([])
    expect(Object.values(stays)[0]).toContain('Deployment shop/web is being deleted')
  })

  it.each([2 ** 31 - 1, undefined, -1])('keeps all with the limit %s', (revisionHistoryLimit) => {
    expect(decide(deployment({ revisionHistoryLimit }), three).goes).toEqual([])
  })

  it('keeps all when its selector is empty, and what it does not select', () => {
    const web = { matchLabels: { app: 'web' } }
    expect(decide(deployment({ selector: {} }), three).goes).toEqual([])
    expect(decide(deployment({ selector: web, revisionHistoryLimit: 0 }), three).goes).toEqual([])
    const labelled = three.map((set) => ({ ...set, metadata: { ...set.metadata, labels: { app: 'web' } } }))
    expect(decide(deployment({ selector: web }), labelled).goes).toEqual(['a', 'b'])
  })

  it('keeps what may be its new ReplicaSet because a template is not shown', () => {
    expect(decide(deployment({ template: undefined }), three).goes).toEqual([])
    const hidden = replicaSet('a', '1', { template: undefined })
    const [c, , b] = three as [ReplicaSet, ReplicaSet, ReplicaSet]
    expect(decide(deployment(), [c, b, hidden])).toMatchObject({
      goes: ['b'],
      stays: { a: 'the snapshot lacks its template, which may be that of Deployment shop/web' },
    })
  })

  it('requires each ReplicaSet to be gone before the next, of its own history', () => {
    const other = { ...deployment(), metadata: { namespace: 'shop', name: 'api', uid: 'api' } }
    const theirs = ['x', 'y'].map((name) => replicaSet(name, '1', {}, of(other)))
    const [pass] = planOf(clusterOf({ deployments: [deployment(), other], replicaSets: [...three, ...theirs] })).passes
    expect(pass.removals.map(({ target, requires }) => [target.name, requires.map(({ name }) => name)])).toEqual([
      ['x', []],
      ['a', []],
      ['b', ['a']],
    ])
  })
})

describe('the order of revisions', () => {
  it('is that of 64-bit integers, signs allowed', () => {
    const revisions = ['9007199254740993', '9007199254740992', '-1', '+7', '07', '9223372036854775807']
    const sets = revisions.map((text, index) => replicaSet(`s${index}`, text))
    expect(decide(deployment({ revisionHistoryLimit: 0 }), sets).goes).toEqual(['s2', 's3', 's4', 's1', 's0', 's5'])
  })

  it('takes a ReplicaSet without revision for one of revision 0', () => {
    const sets = [replicaSet('one', '1'), replicaSet('none', null), replicaSet('minus', '-1')]
    expect(decide(deployment({ revisionHistoryLimit: 0 }), sets).goes).toEqual(['minus', 'none', 'one'])
  })

  it.each(['', 'x', '1.5', ' 3', '9223372036854775808', '1_000'])('cannot read %j, and goes by name', (text) => {
    const sets = [replicaSet('a', text), replicaSet('b', '-5')]
    expect(decide(deployment({ revisionHistoryLimit: 0 }), sets).goes).toEqual(['a', 'b'])
  })

  it('inserts a revision that cannot be read as the real sort does, up to twelve', () => {
    const sets = [replicaSet('a', '3'), replicaSet('b', 'x'), replicaSet('c', '1')]
    expect(decide(deployment({ revisionHistoryLimit: 0 }), sets).goes).toEqual(['a', 'b', 'c'])
  })

  it('has those that cannot be read last, of more than twelve', () => {
    const sets = Array.from({ length: 13 }, (_, index) => replicaSet(`s${10 + index}`, index === 0 ? 'x' : `${index}`))
    expect(decide(deployment({ revisionHistoryLimit: 0 }), sets).goes.at(-1)).toBe('s10')
  })
})

describe('a ReplicaSet', () => {
  const alone = (set: ReplicaSet, coverage = clusterOf({}).coverage) =>
    summary(planOf({ ...clusterOf({ replicaSets: [set] }), coverage }).passes[0]).stays

  it('stays without a controller, and with another one', () => {
    expect(alone(replicaSet('a', '1', {}, { ownerReferences: [] }))).toEqual({ a: 'it has no controller' })
    const rollout = { apiVersion: 'example.com/v1', kind: 'Rollout', metadata: { name: 'r', uid: 'r' } }
    expect(alone(replicaSet('a', '1', {}, of(rollout)))).toEqual({
      a: 'its controller Rollout r keeps no history of such objects',
    })
  })

  it('stays while its Deployment is not listed', () => {
    expect(alone(replicaSet('a', '1'))).toEqual({
      a: 'its controller Deployment web does not exist; the garbage collector handles it',
    })
    expect(alone(replicaSet('a', '1'), { _tag: 'Resources', resources: [] })).toEqual({
      a: 'the snapshot does not cover its controller Deployment web',
    })
  })
})
