import { describe, expect, it } from 'vitest'

import type { Actor, CascadeReason, Blocker, Race, Unknown } from '../../../src/simulate/cascade/index.js'
import { explainActor, explainCascade } from '../../../src/simulate/cascade/index.js'
import { cascadeTree, cascadeView } from '../../../src/view/index.js'
import { renderTree } from '../../../src/render/index.js'
import { object, to } from '../../controllers/owner/build.js'
import { blocking, cascadeOf, cluster, kubectl, namespace, pod } from './cluster.js'

const web = { _tag: 'Object', id: 'u', apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: 'web' } as const
const worker = { _tag: 'Object', id: 'n', apiVersion: 'v1', kind: 'Node', name: 'worker' } as const
const owner = { apiVersion: 'v1', kind: 'Ghost', name: 'g', uid: 'g' }
const ends = (count: number) =>
  Array.from({ length: count }, () => ({
    target: web,
    planned: 'terminating' as const,
    otherwise: [{ when: 'restarted' as const, end: 'gone' as const }],
  }))

const sentences: ReadonlyArray<readonly [CascadeReason | Blocker | Race | Unknown, string]> = [
  [{ _tag: 'Requested' }, 'its deletion was requested'],
  [{ _tag: 'Vanished' }, 'it is gone without a delete request'],
  [{ _tag: 'UnblockedInCycle' }, 'it and one of its dependents wait for each other, so it no longer blocks its owners'],
  [{ _tag: 'PodEnded' }, 'a kubelet has stopped it'],
  [{ _tag: 'PodEnded', node: 'w' }, 'the kubelet of w has stopped it'],
  [{ _tag: 'NamespaceDeleted', namespace: 'shop' }, 'the namespace shop is being deleted'],
  [{ _tag: 'NamespaceEmpty' }, 'it is empty'],
  [{ _tag: 'OwnersAbsent', owners: [owner] }, 'its owner Ghost g does not exist'],
  [{ _tag: 'Finalizer', finalizer: 'x' }, 'the finalizer x holds it until whoever set it removes it'],
  [
    { _tag: 'Finalizer', finalizer: 'a.b/x', domain: 'a.b' },
    'the finalizer a.b/x holds it until the controller of a.b removes it',
  ],
  [
    { _tag: 'Kubelet', node: 'w', seconds: 30 },
    'the kubelet of w has 30 s to stop it, and has not confirmed that it is stopped',
  ],
  [{ _tag: 'SelfBlock' }, 'it waits for its dependents and is itself one of them; only an edit can release it'],
  [{ _tag: 'BlockingDependents', dependents: 2, first: web }, 'it waits for 2 dependents, including Pod shop/web'],
  [
    { _tag: 'UndeletableDependent', dependent: worker, because: { _tag: 'KindNotServed' } },
    'it waits for its dependent Node worker, which is never deleted: no resource serves its kind',
  ],
  [
    { _tag: 'NotExamined', finalizer: 'orphan' },
    'it has the finalizer orphan, and the garbage collector examines it only after a restart',
  ],
  [{ _tag: 'NamespaceContent', objects: 1, first: web }, 'it contains 1 object: Pod shop/web'],
  [{ _tag: 'NotFinalized' }, 'it is empty, but the namespace controller has not removed its finalizer yet'],
  [
    { _tag: 'ContentNotCovered', apiVersion: 'v1', kind: 'Pod', kinds: 2 },
    'it may contain objects of 2 kinds that the snapshot does not cover (e.g. v1 Pod); whether it ends is unknown',
  ],
  [{ _tag: 'OwnerNotCovered', owner }, 'its owner Ghost g may exist: the snapshot does not cover it'],
  [
    { _tag: 'WorkerOrder', ends: ends(1) },
    'depending on the order in which workers take them, Pod shop/web may end up gone instead of stuck terminating',
  ],
  [
    { _tag: 'Restart', ends: ends(3) },
    'if the garbage collector restarts, Pod shop/web may end up gone instead of stuck terminating, and 2 others may end differently too',
  ],
  [{ _tag: 'Restart', ends: [] }, 'if the garbage collector restarts, nothing ends differently'],
  [
    { _tag: 'LateOrphans', owner: web },
    'dependents of Pod shop/web that the garbage collector has not seen by then are deleted, not orphaned',
  ],
  [
    { _tag: 'OwnerFirst', owner: web, dependents: 1 },
    'Pod shop/web may be gone before 1 dependent that does not block it',
  ],
  [
    { _tag: 'OwnerFirst', owner: web, dependents: 2 },
    'Pod shop/web may be gone before 2 dependents that do not block it',
  ],
  [
    { _tag: 'EndedPods', pods: [web] },
    '1 pod that has ended may be deleted by pod GC first; the delete request then gets 404',
  ],
  [
    { _tag: 'EndedPods', pods: [web, web] },
    '2 pods that have ended may be deleted by pod GC first; the delete request then gets 404',
  ],
  [
    { _tag: 'PodsNotShown', pods: 1, first: web },
    '1 pod without spec: Pod shop/web; unknown whether a kubelet has to stop it',
  ],
  [
    { _tag: 'ClaimsNotCovered', namespaces: ['shop'] },
    'whether data is lost is unknown: the PersistentVolumeClaims of namespace shop were not listed',
  ],
  [
    { _tag: 'ClaimsNotCovered', namespaces: ['blog', 'shop'] },
    'whether data is lost is unknown: the PersistentVolumeClaims of namespaces blog, shop were not listed',
  ],
  [
    { _tag: 'DependentsNotCovered', namespace: 'shop', apiVersion: 'v1', kind: 'Pod', kinds: 3, owners: 2, first: web },
    '2 objects in namespace shop (e.g. Pod shop/web) may have dependents of 3 kinds that the snapshot does not cover (e.g. v1 Pod); their end is unknown',
  ],
  [
    { _tag: 'DependentsNotCovered', apiVersion: 'v1', kind: 'Pod', kinds: 1, owners: 1, first: worker },
    '1 object of the cluster (Node worker) may have dependents of 1 kind that the snapshot does not cover (v1 Pod); their end is unknown',
  ],
  [
    { _tag: 'DependentsNotCovered', apiVersion: 'v1', kind: 'Pod', kinds: 1 },
    'it may have dependents of 1 kind that the snapshot does not cover (v1 Pod)',
  ],
]

describe('what a cascade says', () => {
  it.each(sentences)('%j reads as a sentence', (said, sentence) => {
    expect(explainCascade(said)).toBe(sentence)
  })
})

const actors: ReadonlyArray<readonly [Actor, string]> = [
  [{ _tag: 'Collector' }, 'the garbage collector acts next'],
  [{ _tag: 'CollectorRestart' }, 'the garbage collector acts only after a restart'],
  [{ _tag: 'FinalizerController', finalizer: 'x' }, 'whoever set the finalizer x has to remove it'],
  [
    { _tag: 'FinalizerController', finalizer: 'a.b/x', domain: 'a.b' },
    'the controller of a.b has to remove the finalizer a.b/x',
  ],
  [{ _tag: 'Kubelet' }, 'the kubelet must confirm that the pod stopped'],
  [{ _tag: 'Kubelet', node: 'w' }, 'the kubelet of w must confirm that the pod stopped'],
  [{ _tag: 'NamespaceController' }, 'the namespace controller has to find the namespace empty'],
  [{ _tag: 'Nobody', edit: web }, 'no component will ever act: somebody has to edit Pod shop/web'],
  [{ _tag: 'Nobody', edit: worker }, 'no component will ever act: somebody has to edit Node worker'],
  [{ _tag: 'NotNeeded' }, 'nobody has to act: it is not being deleted'],
  [{ _tag: 'Unknown' }, 'unknown: it depends on what the snapshot does not cover'],
]

describe('who has to act', () => {
  it.each(actors)('%j reads as a sentence', (actor, sentence) => {
    expect(explainActor(actor)).toBe(sentence)
  })
})

describe('the tree of a cascade', () => {
  it('names kubelets and the namespace controller, every reason, and what is not known', () => {
    const bare = object('r', [], {}, 'Pod')
    const plan = cascadeOf(
      cluster([namespace('ns'), object('a'), object('b', [to('a'), blocking('c')]), pod('p', []), bare, object('c')], {
        _tag: 'Resources',
        resources: ['ConfigMap', 'Pod', 'Namespace'].map((kind) => ({ group: '', kind, namespaces: 'all' })),
      }),
      kubectl('a'),
      kubectl('c', 'foreground'),
      kubectl('uid-ns'),
    )
    const uncovered =
      'may have dependents of 4 kinds that the snapshot does not cover (e.g. autoscaling/v1 HorizontalPodAutoscaler); their end is unknown'
    expect(renderTree(cascadeTree(cascadeView(plan))).split('\n')).toEqual([
      'requests',
      '├─ ConfigMap ns/a is removed: its deletion was requested',
      '├─ ConfigMap ns/c gets deletionTimestamp: its deletion was requested',
      '└─ Namespace ns gets deletionTimestamp: its deletion was requested',
      'collector',
      '└─ ConfigMap ns/b is removed: its owner ConfigMap a does not exist',
      '   └─ its owner ConfigMap c is being deleted and waits for its dependents',
      'collector',
      '└─ ConfigMap ns/c is removed: it is being deleted and has no dependents left',
      'namespace-controller, after 5 s',
      '├─ Pod ns/p gets deletionTimestamp: the namespace ns is being deleted',
      '└─ Pod ns/r is removed: the namespace ns is being deleted',
      'kubelets, after 5 s',
      '└─ Pod ns/p is removed: the kubelet of worker-1 has stopped it',
      'stuck',
      '└─ Namespace ns',
      '   └─ it may contain objects of 3 kinds that the snapshot does not cover (e.g. autoscaling/v1 HorizontalPodAutoscaler); whether it ends is unknown',
      'unknown',
      '├─ whether data is lost is unknown: the PersistentVolumeClaims of namespace ns were not listed',
      `├─ 1 object of the cluster (Namespace ns) ${uncovered}`,
      `├─ 5 objects in namespace ns (e.g. ConfigMap ns/a) ${uncovered}`,
      '└─ 1 pod without spec: Pod ns/r; unknown whether a kubelet has to stop it',
    ])
  })

  it('shows waves, what stays and why, and what may come otherwise', () => {
    const plan = cascadeOf(
      cluster([
        object('a', [to('c')]),
        object('b', [to('a'), to('z')]),
        object('c', [to('a')]),
        object('h', [to('a'), to('y')], { finalizers: ['plain'] }),
        object('y', [to('a')]),
        object('z'),
        object('x', [to('nobody')]),
        object('o'),
        object('q', [blocking('o')]),
        pod('p', [to('a')], 'Failed'),
      ]),
      kubectl('a'),
      kubectl('o', 'orphan'),
    )
    expect(renderTree(cascadeTree(cascadeView(plan))).split('\n')).toEqual([
      'collector, before the requests',
      '└─ ConfigMap ns/x is removed: its owner ConfigMap nobody does not exist',
      'requests',
      '├─ ConfigMap ns/a is removed: its deletion was requested',
      '└─ ConfigMap ns/o gets deletionTimestamp: its deletion was requested',
      'collector',
      '├─ ConfigMap ns/q is changed: its owner ConfigMap ns/o is being deleted and orphans its dependents',
      '├─ ConfigMap ns/o is removed: it is being deleted and orphans 1 dependent',
      '├─ ConfigMap ns/b is changed: another owner keeps it, but its owner ConfigMap a does not exist',
      '├─ ConfigMap ns/c is removed: its owner ConfigMap a does not exist',
      '├─ ConfigMap ns/h is changed: another owner keeps it, but its owner ConfigMap a does not exist',
      '├─ Pod ns/p is removed: its owner ConfigMap a does not exist',
      '└─ ConfigMap ns/y is removed: its owner ConfigMap a does not exist',
      'collector',
      '└─ ConfigMap ns/h gets deletionTimestamp: its owner ConfigMap y does not exist',
      'left behind',
      '└─ ConfigMap ns/q, by ConfigMap ns/o',
      'kept by other owners',
      '└─ ConfigMap ns/b, by ConfigMap z',
      'stuck',
      '└─ ConfigMap ns/h',
      '   └─ the finalizer plain holds it until whoever set it removes it',
      'circles',
      '└─ ConfigMap ns/a, ConfigMap ns/c',
      'may come otherwise, among others',
      '├─ dependents of ConfigMap ns/o that the garbage collector has not seen by then are deleted, not orphaned',
      '└─ 1 pod that has ended may be deleted by pod GC first; the delete request then gets 404',
    ])
  })
})
