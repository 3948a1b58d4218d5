import { describe, expect, it } from 'vitest'

import type { ControllerRevision, Pod, Policy, StatefulSet } from '../../../src/controllers/history/index.js'
import { presets } from '../../../src/controllers/history/index.js'
import {
  clusterOf,
  minute,
  naming,
  nullCreation,
  planOf,
  pod,
  revision,
  statefulSet,
  summary,
  template,
} from './build.js'

const decide = (
  subject: StatefulSet,
  names: ReadonlyArray<string>,
  pods: ReadonlyArray<Pod> = [],
  policy = presets.kubernetes_1_36,
) => {
  const controllerRevisions = names.map((name, index) => revision(subject, name, index + 1)).toReversed()
  return summary(planOf(clusterOf({ statefulSets: [subject], controllerRevisions, pods }), policy).passes[1])
}

describe('a StatefulSet', () => {
  it('loses its oldest unused revisions over the limit', () => {
    expect(decide(statefulSet(), ['a', 'b', 'c', 'current'])).toEqual({
      goes: ['a', 'b'],
      stays: {
        c: 'newest of 3 unused revisions of StatefulSet shop/db, 1 is kept',
        current: 'it is the current revision of StatefulSet shop/db; it is the update revision of StatefulSet shop/db',
      },
    })
  })

  it('does not count what is in use: current and next revision, and those of pods', () => {
    const set = statefulSet({}, { currentRevision: 'b', updateRevision: 'd' })
    const pods = [pod(set, 'db-1', 'a'), pod(set, 'db-0', 'a')]
    expect(decide(set, ['a', 'b', 'c', 'd'], pods)).toEqual({
      goes: [],
      stays: {
        a: '2 pods use it, including db-0',
        b: 'it is the current revision of StatefulSet shop/db',
        c: 'newest of 1 unused revisions of StatefulSet shop/db, 1 is kept',
        d: 'it is the update revision of StatefulSet shop/db',
      },
    })
  })

  it('keeps a revision that a pod without controller is labelled with, of another controller not', () => {
    const other = { ...statefulSet(), metadata: { namespace: 'shop', name: 'other', uid: 'other' } }
    expect(decide(statefulSet(), ['a', 'b', 'c'], [pod(null, 'stray', 'a')]).goes).toEqual(['b'])
    expect(decide(statefulSet(), ['a', 'b', 'c'], [pod(other, 'other-0', 'a')]).goes).toEqual(['a', 'b'])
  })

  it('sorts by revision, then creation, then name', () => {
    const set = statefulSet({ revisionHistoryLimit: 0 })
    const controllerRevisions = [
      revision(set, 'z', 1, { creationTimestamp: minute(1) }),
      revision(set, 'y', 2, { creationTimestamp: minute(1) }),
      revision(set, 'x', 2, { creationTimestamp: minute(1) }),
      revision(set, 'w', 2, { creationTimestamp: minute(2) }),
    ].toReversed()
    const [, pass] = planOf(clusterOf({ statefulSets: [set], controllerRevisions })).passes
    expect(summary(pass).goes).toEqual(['z', 'x', 'y', 'w'])
  })

  it('keeps all with a negative limit, which older releases fail on', () => {
    const set = statefulSet({ revisionHistoryLimit: -1 })
    expect(decide(set, ['a']).stays).toEqual({
      a: 'the limit of StatefulSet shop/db is -1, which the controller ignores',
    })
    expect(decide(set, ['a'], [], presets.kubernetes_1_26).stays).toEqual({
      a: 'the limit of StatefulSet shop/db is -1, which the controller fails on',
    })
  })

  it('takes what another release wrote for its template by meaning since 1.34.2, if it is the newest', () => {
    const { kubernetes_1_33, kubernetes_1_34 } = presets
    const atFirst = { ...kubernetes_1_34, revisionOfTemplate: 'as-written' } as const
    const set = statefulSet(
      { template: template('new'), revisionHistoryLimit: 0 },
      { currentRevision: 'r1', updateRevision: 'r2' },
    )
    const [r1, r2] = [revision(set, 'r1', 1), nullCreation(revision(set, 'r2', 2, {}, 'new'))]
    const goes = (policy: Policy, subject = set, ...more: ReadonlyArray<ControllerRevision>) =>
      summary(planOf(clusterOf({ statefulSets: [subject], controllerRevisions: [r1, r2, ...more] }), policy).passes[1])
        .goes
    expect([kubernetes_1_33, atFirst, kubernetes_1_34].map((policy) => goes(policy))).toEqual([[], ['r2'], []])
    const unseen = { ...set, metadata: { ...set.metadata, generation: 2 } }
    expect([kubernetes_1_33, atFirst, kubernetes_1_34].map((policy) => goes(policy, unseen))).toEqual([[], ['r2'], []])
    const r3 = revision(set, 'r3', 3, {}, 'new')
    expect(goes(kubernetes_1_33, unseen, r3)).toEqual(['r3'])
    expect([atFirst, kubernetes_1_34].map((policy) => goes(policy, unseen, r3))).toEqual([['r2'], ['r2']])
  })

  it('loses nothing to an upgrade to 1.34 while its pods have the revision of before', () => {
    const set = statefulSet({ template: template('new') }, { currentRevision: 'r2', updateRevision: 'r2' })
    const controllerRevisions = [revision(set, 'r1', 1), revision(set, 'r2', 2, {}, 'new')].map(nullCreation)
    const upgraded = clusterOf({ statefulSets: [set], controllerRevisions, pods: [pod(set, 'db-0', 'r2')] })
    const atFirst = { ...presets.kubernetes_1_34, revisionOfTemplate: 'as-written' } as const
    expect(summary(planOf(upgraded, atFirst).passes[1])).toEqual({
      goes: [],
      stays: {
        r1: 'newest of 1 unused revisions of StatefulSet shop/db, 1 is kept',
        r2: 'it is the current revision of StatefulSet shop/db; pod db-0 uses it',
      },
    })
    const after = { ...set, status: { currentRevision: 'r3', updateRevision: 'r3' } }
    const rolledOut = {
      ...upgraded,
      statefulSets: [after],
      controllerRevisions: [...controllerRevisions, revision(set, 'r3', 3, {}, 'new')],
      pods: [pod(set, 'db-0', 'r3')],
    }
    expect(summary(planOf(rolledOut, atFirst).passes[1]).goes).toEqual(['r1'])
  })

  it('does not see pods since 1.34 that name its uid with another name', () => {
    const set = statefulSet({ revisionHistoryLimit: 0 })
    const user = naming(pod(set, 'db-0', 'a'), { name: 'former' })
    expect(decide(set, ['a', 'current'], [user], presets.kubernetes_1_33).goes).toEqual([])
    expect(decide(set, ['a', 'current'], [user], presets.kubernetes_1_34).goes).toEqual(['a'])
  })

  it('does not count revisions since 1.36 that name its uid with another name', () => {
    const set = statefulSet({ revisionHistoryLimit: 0 })
    const controllerRevisions = [naming(revision(set, 'a', 1), { name: 'former' }), revision(set, 'current', 2)]
    const snapshot = clusterOf({ statefulSets: [set], controllerRevisions })
    expect(summary(planOf(snapshot, presets.kubernetes_1_35).passes[1]).goes).toEqual(['a'])
    expect(summary(planOf(snapshot, presets.kubernetes_1_36).passes[1])).toMatchObject({
      goes: [],
      stays: { a: 'its controller StatefulSet former does not exist; the garbage collector handles it' },
    })
  })

  it('keeps all without a limit', () => {
    expect(decide(statefulSet({ revisionHistoryLimit: undefined }), ['a', 'b']).goes).toEqual([])
  })

  it('cleans up while its own deletion was asked for', () => {
    const set = statefulSet()
    const metadata = { ...set.metadata, deletionTimestamp: minute(0) }
    expect(decide({ ...set, metadata }, ['a', 'b']).goes).toEqual(['a'])
  })

  it('takes for its next revision the one of its template, while its status is behind', () => {
    const stale = {
      ...statefulSet(
        { template: template('a'), revisionHistoryLimit: 0 },
        { updateRevision: 'b', observedGeneration: 1 },
      ),
    }
    const changed = { ...stale, metadata: { ...stale.metadata, generation: 2 } }
    expect(decide(stale, ['a', 'b']).goes).toEqual(['a'])
    expect(decide(changed, ['a', 'b']).goes).toEqual(['b'])
  })

  it('keeps what pods may use that the snapshot does not cover', () => {
    const set = statefulSet()
    const controllerRevisions = ['a', 'b', 'current'].map((name, index) => revision(set, name, index))
    const hidden = { ...clusterOf({ statefulSets: [set], controllerRevisions }), coverage: of('ReplicaSet') }
    expect(summary(planOf(hidden).passes[1])).toMatchObject({
      goes: [],
      stays: {
        a: 'pods may use it: the snapshot does not cover the pods of StatefulSet shop/db',
        b: 'newest of 2 unused revisions of StatefulSet shop/db, 1 is kept',
      },
    })
    expect(summary(planOf({ ...hidden, coverage: of('Pod') }).passes[1]).goes).toEqual(['a'])
    const planned = planOf(hidden, { ...presets.kubernetes_1_36, uncovered: 'absent' })
    expect(summary(planned.passes[1]).goes).toEqual(['a'])
    expect(planned.assumptions.map(({ targets }) => targets)).toEqual([['a']])
  })
})

const of = (kind: string) =>
  ({ _tag: 'Resources', resources: [{ group: kind === 'Pod' ? '' : 'apps', kind, namespaces: ['shop'] }] }) as const
