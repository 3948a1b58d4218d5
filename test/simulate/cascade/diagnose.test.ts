import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { diagnose, explainActor, explainCascade } from '../../../src/simulate/cascade/index.js'
import { defaultPolicy, makePolicy } from '../../../src/controllers/owner/index.js'
import { clusterOf, deleted, object, to } from '../../controllers/owner/build.js'
import { blocking, cluster, diagnosisOf, namespace, node, pod } from './cluster.js'

const stopping = {
  ...pod('p', []),
  metadata: { ...pod('p', []).metadata, ...deleted(), deletionGracePeriodSeconds: 30 },
}

describe('an object that stays', () => {
  it('needs nobody while an owner exists, or it has none', () => {
    const snapshot = cluster([object('a'), object('b', [to('a')])])
    expect(diagnosisOf(snapshot, 'b')).toMatchObject({
      state: 'stays',
      reasons: [{ _tag: 'SolidOwner' }],
      actors: [{ _tag: 'NotNeeded' }],
    })
    expect(diagnosisOf(snapshot, 'a')).toMatchObject({ state: 'stays', reasons: [{ _tag: 'NoOwners' }] })
  })

  it('is going when its owner is gone', () => {
    expect(diagnosisOf(cluster([object('b', [to('a')])]), 'b')).toMatchObject({
      state: 'going',
      reasons: [{ _tag: 'OwnersAbsent' }],
      actors: [{ _tag: 'Collector' }],
    })
  })

  it('is stuck when nothing serves the kind of its owner', () => {
    const ghost = to('g', { apiVersion: 'gone.example.com/v1', kind: 'Ghost' })
    expect(diagnosisOf(cluster([object('b', [ghost])]), 'b')).toMatchObject({
      state: 'stuck',
      reasons: [{ _tag: 'OwnerKindNotServed' }],
      actors: [{ _tag: 'Nobody', edit: { id: 'b' } }],
    })
  })

  it('may stay or go when it belongs to the cluster and its owner to a namespace', () => {
    expect(diagnosisOf(cluster([node('n', [to('a')])]), 'n')).toMatchObject({
      state: 'stays',
      actors: [{ _tag: 'Undecided', edit: { id: 'n' } }],
    })
  })

  it('depends on what is not covered', () => {
    const coverage = { _tag: 'Resources', resources: [] } as const
    expect(diagnosisOf(cluster([object('b', [to('a')])], coverage), 'b')).toMatchObject({
      state: 'stays',
      actors: [{ _tag: 'Unknown' }],
    })
  })
})

describe('an object that is kept', () => {
  it('holds nothing and nobody is behind it', () => {
    expect(diagnosisOf(cluster([object('a')]), 'a')).toMatchObject({ blockers: [], behind: [] })
  })

  it('stays when the collector only changes it', () => {
    const snapshot = cluster([object('a'), object('b', [to('a'), to('nobody')])])
    expect(diagnosisOf(snapshot, 'b')).toMatchObject({ state: 'stays', reasons: [{ _tag: 'DanglingReferences' }] })
  })

  it('is going when owners that wait for it are not the only reason', () => {
    const waiting = object('w', [], deleted('foregroundDeletion'))
    const snapshot = cluster([waiting, object('b', [blocking('w'), to('nobody')])])
    const { state, reasons, actors } = diagnosisOf(snapshot, 'b')
    expect([state, actors]).toEqual(['going', [{ _tag: 'Collector' }]])
    expect(reasons.map(({ _tag }) => _tag).sort()).toEqual(['OwnersAbsent', 'OwnersWaiting'])
  })
})

describe('an object that is being deleted', () => {
  it('waits for a dependent that somebody has to see to, though its deletion is not asked for', () => {
    const ghost = to('g', { apiVersion: 'gone.example.com/v1', kind: 'Ghost' })
    const held = object('b', [blocking('a'), ghost])
    const waiting = object('a', [], deleted('foregroundDeletion'))
    expect(diagnosisOf(cluster([waiting, held]), 'a')).toMatchObject({
      state: 'stuck',
      actors: [{ _tag: 'Nobody', edit: { id: 'b' } }],
    })
    const inside = diagnosisOf(cluster([namespace('ns', deleted()), object('c')]), 'uid-ns')
    expect(inside.actors).toEqual([{ _tag: 'NamespaceController' }])
    expect(inside.behind).toEqual([])
  })

  it('is told of once, though what it waits for waits for it', () => {
    const both = [
      object('a', [blocking('b')], deleted('foregroundDeletion', 'x/y')),
      object('b', [blocking('a')], deleted('foregroundDeletion')),
    ]
    const { behind } = diagnosisOf(cluster(both), 'a')
    expect(behind.map(({ target, blockers: holds }) => [target.id, holds.map(({ _tag }) => _tag)])).toEqual([
      ['b', ['BlockingDependents']],
    ])
  })

  it('may hold what is not covered, unless the policy says otherwise', () => {
    const coverage = {
      _tag: 'Resources',
      resources: [
        { group: '', kind: 'Namespace', namespaces: 'all' },
        ...['ConfigMap', 'Pod', 'Event'].map((kind) => ({ group: '', kind, namespaces: 'all' as const })),
      ],
    } as const
    const snapshot = cluster([namespace('ns', deleted())], coverage)
    expect(diagnosisOf(snapshot, 'uid-ns')).toMatchObject({
      blockers: [
        { _tag: 'ContentNotCovered', apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler', kinds: 3 },
      ],
      actors: [{ _tag: 'Unknown' }],
    })
    const trusting = makePolicy({ uncovered: 'absent' })
    if (E.isLeft(trusting)) throw new Error('no policy')
    expect(diagnose(trusting.right)(snapshot)('uid-ns')).toMatchObject({
      right: { value: { blockers: [{ _tag: 'NotFinalized' }] } },
    })
  })

  it('of the cluster waits for no content of a namespace that is not covered', () => {
    const kinds = [
      ...new Set(
        cluster([])
          .scopes.filter(({ namespaced }) => namespaced)
          .map(({ kind }) => kind),
      ),
    ]
    const groups = ['', 'autoscaling', 'example.com', 'batch']
    const resources = kinds.flatMap((kind) => groups.map((group) => ({ group, kind, namespaces: 'all' as const })))
    const coverage = { _tag: 'Resources', resources } as const
    expect(diagnosisOf(cluster([namespace('ns', deleted())], coverage), 'uid-ns').blockers).toEqual([
      { _tag: 'NotFinalized' },
    ])
  })

  it('waits for the controller of a finalizer', () => {
    expect(diagnosisOf(cluster([object('a', [], deleted('example.com/x'))]), 'a')).toMatchObject({
      state: 'terminating',
      blockers: [{ _tag: 'Finalizer', domain: 'example.com' }],
      actors: [{ _tag: 'FinalizerController', finalizer: 'example.com/x', domain: 'example.com' }],
    })
  })

  it('waits for the kubelet of its node', () => {
    expect(diagnosisOf(cluster([stopping]), 'p')).toMatchObject({
      state: 'terminating',
      blockers: [{ _tag: 'Kubelet', node: 'worker-1', seconds: 30 }],
      actors: [{ _tag: 'Kubelet', node: 'worker-1' }],
    })
  })

  it('waits for the collector when no dependent is left', () => {
    expect(diagnosisOf(cluster([object('a', [], deleted('foregroundDeletion'))]), 'a')).toMatchObject({
      state: 'terminating',
      actors: [{ _tag: 'Collector' }],
    })
  })

  it('waits for what holds its dependents, over several steps', () => {
    const diagnosis = diagnosisOf(
      cluster([
        object('a', [], deleted('foregroundDeletion')),
        object('b', [blocking('a')], deleted('foregroundDeletion')),
        { ...stopping, metadata: { ...stopping.metadata, ownerReferences: [blocking('b')] } },
        object('c', [blocking('b')], deleted('example.com/x')),
      ]),
      'a',
    )
    expect(diagnosis.behind.map(({ target }) => target.id)).toEqual(['b', 'p', 'c'])
    expect(diagnosis.actors.map(explainActor)).toEqual([
      'the controller of example.com has to remove the finalizer example.com/x',
      'the kubelet of worker-1 must confirm that the pod stopped',
    ])
  })

  it('waits for dependents that the collector deletes next', () => {
    expect(
      diagnosisOf(cluster([object('a', [], deleted('foregroundDeletion')), object('b', [blocking('a')])]), 'a').actors,
    ).toEqual([{ _tag: 'Collector' }])
  })

  it('is stuck when it waits for itself', () => {
    expect(diagnosisOf(cluster([object('a', [blocking('a')], deleted('foregroundDeletion'))]), 'a')).toMatchObject({
      state: 'stuck',
      actors: [{ _tag: 'Nobody', edit: { id: 'a' } }],
    })
  })

  it('is not called stuck when it waits for a dependent that may go', () => {
    const diagnosis = diagnosisOf(
      cluster([
        object('a', [], deleted('foregroundDeletion')),
        node('n', [blocking('a')]),
        object('b', [blocking('a')]),
      ]),
      'a',
    )
    expect(diagnosis).toMatchObject({
      state: 'terminating',
      actors: [{ _tag: 'Collector' }, { _tag: 'Undecided', edit: { id: 'n' } }],
    })
    expect(diagnosis.blockers.map(explainCascade)).toEqual([
      'it waits for its dependent Node n, which may never be deleted: it is cluster-scoped, but its owner ConfigMap a is namespaced: the collector may give up or delete it',
      'it waits for 1 dependent: ConfigMap ns/b',
    ])
  })

  it('is stuck when it and another wait for each other', () => {
    const both = [
      object('a', [blocking('b')], deleted('foregroundDeletion')),
      object('b', [blocking('a')], deleted('foregroundDeletion')),
    ]
    expect(diagnosisOf(cluster(both), 'a')).toMatchObject({ state: 'stuck', actors: [{ _tag: 'Nobody' }] })
  })

  it('is stuck when a dependent that it is to leave behind can not be changed', () => {
    const ghost = object('g', [to('a')], {}, 'Ghost', 'gone.example.com/v1')
    expect(diagnosisOf(cluster([object('a', [], deleted('orphan')), ghost]), 'a')).toMatchObject({
      state: 'stuck',
      blockers: [{ _tag: 'DependentNotServed', dependent: { id: 'g' } }],
      actors: [{ _tag: 'Nobody', edit: { id: 'g' } }],
    })
  })

  it('is a namespace that waits for what is in it', () => {
    const diagnosis = diagnosisOf(
      cluster([namespace('ns', deleted()), object('a', [], deleted('example.com/x'))]),
      'uid-ns',
    )
    expect(diagnosis.blockers).toMatchObject([{ _tag: 'NamespaceContent', objects: 1, first: { id: 'a' } }])
    expect(diagnosis.actors).toEqual([
      { _tag: 'FinalizerController', finalizer: 'example.com/x', domain: 'example.com' },
      { _tag: 'NamespaceController' },
    ])
  })

  it('is a namespace in which nothing is left', () => {
    expect(diagnosisOf(cluster([namespace('ns', deleted())]), 'uid-ns').actors).toEqual([
      { _tag: 'NamespaceController' },
    ])
  })
})

describe('a diagnosis', () => {
  it('is of nobody for a uid that is not there', () => {
    expect(diagnose(defaultPolicy)(cluster([]))('nobody')).toEqual(E.right(O.none))
  })

  it('of a snapshot that is not one is refused', () => {
    expect(diagnose(defaultPolicy)(clusterOf([{ kind: 7 } as never]))('a')).toMatchObject({
      left: { _tag: 'InvalidInput' },
    })
  })

  it('ends in a long chain', () => {
    const chain = Array.from({ length: 1000 }, (_, at) =>
      object(`o${at}`, at === 0 ? [] : [blocking(`o${at - 1}`)], deleted('foregroundDeletion')),
    )
    expect(diagnosisOf(cluster(chain), 'o0').behind.length).toBe(50)
  })
})
