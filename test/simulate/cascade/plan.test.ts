import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { explainCascade, planCascade } from '../../../src/simulate/cascade/index.js'
import { defaultPolicy, makePolicy } from '../../../src/controllers/owner/index.js'
import { clusterOf, deleted, object, to } from '../../controllers/owner/build.js'
import { blocking, cascadeOf, cluster, ended, kubectl, namespace, node, pod, told } from './cluster.js'

const family = [object('a'), object('b', [blocking('a')]), object('c', [blocking('b')])]

describe('a request to delete', () => {
  it('takes dependents along, wave by wave, in the background', () => {
    expect(told(cascadeOf(cluster(family), kubectl('a')))).toEqual([
      '0 requests Removed a Requested',
      '1 collector Removed b OwnersAbsent',
      '2 collector Removed c OwnersAbsent',
    ])
  })

  it('takes dependents along first in the foreground', () => {
    expect(told(cascadeOf(cluster(family), kubectl('a', 'foreground')))).toEqual([
      '0 requests Marked a Requested',
      '1 collector Marked b OwnersWaiting',
      '2 collector Removed c OwnersWaiting',
      '3 collector Removed b NoBlockingDependents',
      '4 collector Removed a NoBlockingDependents',
    ])
  })

  it('leaves dependents behind, and says by whom', () => {
    const plan = cascadeOf(cluster(family), kubectl('a', 'orphan'))
    expect(told(plan)).toEqual([
      '0 requests Marked a Requested',
      '1 collector Patched b OrphanedBy',
      '1 collector Removed a DependentsOrphaned',
    ])
    expect(plan.waves[1]?.changes.map(({ reasons }) => reasons[0])).toMatchObject([
      { owner: { id: 'a' } },
      { _tag: 'DependentsOrphaned', dependents: 1 },
    ])
    expect(plan.orphaned).toMatchObject([{ target: { id: 'b' }, by: { id: 'a' } }])
    expect(ended(plan)).toEqual({ gone: ['a'], terminating: [], changed: ['b'], untouched: ['c'] })
  })

  it('leaves dependents of a Job behind when it does not say otherwise', () => {
    const job = object('j', [], {}, 'Job', 'batch/v1')
    const owner = { apiVersion: 'batch/v1', kind: 'Job' }
    const plan = cascadeOf(cluster([job, object('b', [to('j', owner)])]), { _tag: 'Delete', target: 'j', options: {} })
    expect(ended(plan)).toMatchObject({ gone: ['j'], changed: ['b'] })
  })

  it('waits for kubelets to stop pods', () => {
    const plan = cascadeOf(cluster([object('a'), pod('p', [to('a')])]), kubectl('a'))
    expect(told(plan)).toEqual([
      '0 requests Removed a Requested',
      '1 collector Marked p OwnersAbsent',
      '2 kubelets Removed p PodEnded',
    ])
    expect(plan.waves[2]?.changes[0]).toMatchObject({
      reasons: [{ node: 'worker-1' }],
      calls: [
        {
          _tag: 'Delete',
          object: { resource: 'pods' },
          options: { gracePeriodSeconds: 0, preconditions: { uid: 'p' } },
        },
      ],
    })
    const { requested, waitingForPods, final } = plan.stages
    expect([requested, waitingForPods, final].map((stage) => stage.map(({ metadata }) => metadata.uid))).toEqual([
      ['p'],
      ['p'],
      [],
    ])
    expect(waitingForPods[0]?.metadata.deletionGracePeriodSeconds).toBe(30)
  })

  it('leaves pods alone that were being stopped before and that it does not reach', () => {
    const stopping = {
      ...pod('q', []),
      metadata: { ...pod('q', []).metadata, ...deleted(), deletionGracePeriodSeconds: 9 },
    }
    const own = {
      ...pod('p', [to('a')]),
      metadata: { ...pod('p', [to('a')]).metadata, ...deleted(), deletionGracePeriodSeconds: 9 },
    }
    const plan = cascadeOf(cluster([object('a'), stopping, own]), kubectl('a'))
    expect(ended(plan)).toMatchObject({ gone: ['a', 'p'], terminating: ['q'] })
    expect(plan.stuck).toEqual([])
  })

  it('of several targets deletes each', () => {
    const plan = cascadeOf(cluster([...family, object('d')]), kubectl('b'), kubectl('d'))
    expect(ended(plan)).toEqual({ gone: ['b', 'c', 'd'], terminating: [], changed: [], untouched: ['a'] })
    expect(plan.answers.map(({ _tag }) => _tag)).toEqual(['Gone', 'Gone'])
  })

  it('for what is not there is answered 404, and nothing happens', () => {
    const plan = cascadeOf(cluster(family), kubectl('nobody'))
    expect(plan.answers).toMatchObject([{ code: 404 }])
    expect(plan.waves).toEqual([])
    expect(cascadeOf(cluster(family), { _tag: 'Vanish', target: 'nobody' }).answers).toMatchObject([{ code: 404 }])
  })

  it('is sent with its options, and the collector sends the version that it has seen', () => {
    const [request, wave] = cascadeOf(cluster(family), kubectl('a')).waves
    expect(request?.changes[0]?.calls).toMatchObject([{ options: { propagationPolicy: 'Background' } }])
    expect(wave?.changes[0]?.calls).toMatchObject([
      { options: { propagationPolicy: 'Background', preconditions: { uid: 'b', resourceVersion: '7' } } },
    ])
  })

  it('comes after what the collector would do anyway', () => {
    const plan = cascadeOf(cluster([...family, object('d', [to('nobody')])]), kubectl('b'))
    expect(told({ waves: plan.pending })).toEqual(['0 collector Removed d OwnersAbsent'])
    expect(plan.waves.flatMap(({ changes }) => changes.map(({ target }) => target.id))).toEqual(['b', 'c'])
  })
})

describe('an object that vanishes', () => {
  it('takes its dependents along, whatever its finalizers', () => {
    const plan = cascadeOf(cluster([object('a', [], { finalizers: ['example.com/x'] }), object('b', [to('a')])]), {
      _tag: 'Vanish',
      target: 'a',
    })
    expect(told(plan)).toEqual(['0 requests Removed a Vanished', '1 collector Removed b OwnersAbsent'])
    expect(plan.waves[0]?.changes[0]?.calls).toEqual([])
  })
})

describe('a namespace', () => {
  const content = [object('a'), object('b', [to('a')]), pod('p', [])]

  it('goes when everything in it is gone', () => {
    const plan = cascadeOf(cluster([namespace('ns'), namespace('other'), ...content]), kubectl('uid-ns'))
    expect(told(plan)).toEqual([
      '0 requests Marked uid-ns Requested',
      '1 namespace-controller Marked p NamespaceDeleted',
      '2 kubelets Removed p PodEnded',
      '3 namespace-controller Removed a NamespaceDeleted',
      '3 namespace-controller Removed b NamespaceDeleted',
      '3 namespace-controller Removed uid-ns NamespaceEmpty',
    ])
    expect(plan.waves[1]?.changes[0]?.calls).toMatchObject([{ options: { propagationPolicy: 'Background' } }])
    expect(ended(plan)).toMatchObject({ untouched: ['uid-other'] })
  })

  it('is found by its name', () => {
    const plan = cascadeOf(cluster([namespace('ns'), ...content]), {
      _tag: 'DeleteNamespace',
      namespace: 'ns',
      options: {},
    })
    expect(ended(plan)).toMatchObject({ gone: ['uid-ns', 'a', 'b', 'p'] })
  })

  it('that is not shown loses its content all the same', () => {
    const plan = cascadeOf(cluster(content), { _tag: 'DeleteNamespace', namespace: 'ns', options: {} })
    expect(plan.answers).toMatchObject([{ code: 404 }])
    expect(ended(plan)).toMatchObject({ gone: ['a', 'b', 'p'] })
  })

  it('stays as it is when the request is refused', () => {
    const options = { propagationPolicy: 'Nonsense' }
    for (const objects of [content, [namespace('ns'), ...content]]) {
      const plan = cascadeOf(cluster(objects), { _tag: 'DeleteNamespace', namespace: 'ns', options })
      expect(plan.answers).toMatchObject([{ code: 422 }])
      expect(plan.waves).toEqual([])
    }
  })

  it('is stuck while a finalizer holds something in it', () => {
    const held = object('h', [], { finalizers: ['example.com/x'] })
    const plan = cascadeOf(cluster([namespace('ns'), held, object('a')]), kubectl('uid-ns'))
    expect(plan.stuck.map(({ target, blockers: holds }) => [target.id, holds[0]])).toEqual([
      ['uid-ns', expect.objectContaining({ _tag: 'NamespaceContent', objects: 1 })],
      ['h', { _tag: 'Finalizer', finalizer: 'example.com/x', domain: 'example.com' }],
    ])
  })

  it('loses the finalizers of the collector on what is in it', () => {
    const waiting = object('w', [], deleted('foregroundDeletion'))
    const dependent = object('d', [blocking('w')], { finalizers: ['example.com/x'] })
    const plan = cascadeOf(cluster([namespace('ns'), waiting, dependent]), kubectl('uid-ns'))
    expect(ended(plan)).toMatchObject({ gone: ['w'], terminating: ['uid-ns', 'd'] })
  })

  it('stays while kinds in it are not shown', () => {
    const coverage = { _tag: 'Resources', resources: [{ group: '', kind: 'Namespace', namespaces: 'all' }] } as const
    const plan = cascadeOf(cluster([namespace('ns')], coverage), kubectl('uid-ns'))
    expect(plan.stuck).toMatchObject([{ target: { id: 'uid-ns' }, blockers: [{ _tag: 'ContentNotCovered' }] }])
    const trusting = makePolicy({ uncovered: 'absent' })
    if (E.isLeft(trusting)) throw new Error('no policy')
    const trusted = planCascade(trusting.right)([kubectl('uid-ns')])(cluster([namespace('ns')], coverage))
    expect(E.isRight(trusted) && ended(trusted.right)).toMatchObject({ gone: ['uid-ns'] })
  })
})

describe('what stays', () => {
  it('has another owner, which is named', () => {
    const plan = cascadeOf(cluster([object('a'), object('z'), object('b', [to('a'), to('z')])]), kubectl('a'))
    expect(plan.survivors).toMatchObject([{ target: { id: 'b' }, owners: [{ uid: 'z' }] }])
    expect(told(plan).at(-1)).toBe('1 collector Patched b DanglingReferences')
  })

  it('is no survivor when a later wave takes it', () => {
    const both = [object('a'), object('z', [to('a')]), object('b', [to('a'), to('z')])]
    const plan = cascadeOf(cluster(both), kubectl('a'))
    expect(plan.survivors).toEqual([])
    expect(ended(plan)).toMatchObject({ gone: ['a', 'z', 'b'] })
  })

  it('is let go by an owner that waits', () => {
    const plan = cascadeOf(
      cluster([object('a'), object('z'), object('b', [blocking('a'), to('z')])]),
      kubectl('a', 'foreground'),
    )
    expect(told(plan)).toContain('1 collector Patched b WaitingReferences')
    expect(ended(plan)).toMatchObject({ gone: ['a'], changed: ['b'] })
  })

  it('is held by a finalizer, whose domain is named', () => {
    const plan = cascadeOf(
      cluster([object('a'), object('b', [to('a')], { finalizers: ['example.com/x', 'plain'] })]),
      kubectl('a'),
    )
    expect(plan.stuck).toMatchObject([
      {
        target: { id: 'b' },
        blockers: [
          { _tag: 'Finalizer', finalizer: 'example.com/x', domain: 'example.com' },
          { _tag: 'Finalizer', finalizer: 'plain' },
        ],
      },
    ])
    expect(plan.stuck[0]?.blockers[1]).not.toHaveProperty('domain')
  })

  it('waits for itself', () => {
    const plan = cascadeOf(cluster([object('a', [blocking('a')])]), kubectl('a', 'foreground'))
    expect(plan.stuck).toMatchObject([{ target: { id: 'a' }, blockers: [{ _tag: 'SelfBlock' }] }])
    expect(plan.cycles.map((circle) => circle.map(({ id }) => id))).toEqual([['a']])
  })

  it('waits for a dependent that can not go', () => {
    const plan = cascadeOf(cluster([object('a'), node('n', [blocking('a')])]), kubectl('a', 'foreground'))
    expect(plan.stuck).toMatchObject([
      {
        target: { id: 'a' },
        blockers: [
          {
            _tag: 'UndeletableDependent',
            dependent: { id: 'n' },
            because: { _tag: 'NamespacedOwnerOfClusterScopedObject' },
          },
        ],
      },
      { target: { id: 'n' }, blockers: [{ _tag: 'NamespacedOwnerOfClusterScopedObject', owner: { uid: 'a' } }] },
    ])
  })

  it('waits for a dependent that something else holds', () => {
    const plan = cascadeOf(
      cluster([object('a'), object('b', [blocking('a')], { finalizers: ['example.com/x'] })]),
      kubectl('a', 'foreground'),
    )
    expect(plan.stuck).toMatchObject([
      { target: { id: 'a' }, blockers: [{ _tag: 'BlockingDependents', dependents: 1, first: { id: 'b' } }] },
      { target: { id: 'b' }, blockers: [{ _tag: 'Finalizer' }] },
    ])
  })

  it('has an owner of a kind that nothing serves', () => {
    const ghost = to('g', { apiVersion: 'gone.example.com/v1', kind: 'Ghost' })
    const plan = cascadeOf(cluster([object('a'), object('b', [to('a'), ghost])]), kubectl('a'))
    expect(plan.stuck).toMatchObject([
      { target: { id: 'b' }, blockers: [{ _tag: 'OwnerKindNotServed', owner: { uid: 'g' } }] },
    ])
    expect(ended(plan)).toMatchObject({ untouched: ['b'] })
  })

  it('has an owner that is not covered, and goes where the policy takes such owners for absent', () => {
    const coverage = { _tag: 'Resources', resources: [{ group: '', kind: 'ConfigMap', namespaces: 'all' }] } as const
    const objects = [object('a'), object('b', [to('a'), to('w', { apiVersion: 'example.com/v1', kind: 'Widget' })])]
    expect(ended(cascadeOf(cluster(objects, coverage), kubectl('a')))).toMatchObject({ untouched: ['b'] })
    const trusting = { ...defaultPolicy, uncovered: 'absent' } as const
    const planned = planCascade(trusting)([kubectl('a')])(cluster(objects, coverage))
    expect(E.isRight(planned) && ended(planned.right)).toMatchObject({ gone: ['a', 'b'] })
    expect(E.isRight(planned) && planned.right.unknown).toMatchObject([{ _tag: 'DependentsNotCovered', owners: 2 }])
  })

  it('has an owner that the snapshot does not cover', () => {
    const coverage = { _tag: 'Resources', resources: [{ group: '', kind: 'ConfigMap', namespaces: 'all' }] } as const
    const elsewhere = to('w', { apiVersion: 'example.com/v1', kind: 'Widget' })
    const plan = cascadeOf(cluster([object('a'), object('b', [to('a'), elsewhere])], coverage), kubectl('a'))
    expect(plan.stuck).toMatchObject([
      { target: { id: 'b' }, blockers: [{ _tag: 'OwnerNotCovered', owner: { uid: 'w' } }] },
    ])
    expect(plan.unknown).toMatchObject([
      { _tag: 'DependentsNotCovered', namespace: 'ns', owners: 1, first: { id: 'a' } },
    ])
  })
})

describe('what the server refuses', () => {
  const held = [to('a'), to('c', { controller: true }), to('d', { controller: true })]

  it('is tried again when something else has changed', () => {
    const plan = cascadeOf(
      cluster([object('a'), object('c'), object('d'), object('g', held)]),
      kubectl('a', 'orphan'),
      kubectl('c'),
    )
    expect(ended(plan)).toEqual({ gone: ['a', 'c'], terminating: [], changed: ['g'], untouched: ['d'] })
    expect(plan.orphaned).toMatchObject([{ target: { id: 'g' }, by: { id: 'a' } }])
    expect(plan.stages.final.find(({ metadata }) => metadata.uid === 'g')?.metadata.ownerReferences).toEqual([held[2]])
  })

  it('is tried again when a kubelet has stopped a pod', () => {
    const [toA, , toD] = held
    const owners = [toA, to('p', { kind: 'Pod', controller: true }), toD].flatMap((each) => each ?? [])
    const plan = cascadeOf(
      cluster([object('a'), pod('p', []), object('d'), object('g', owners)]),
      kubectl('a', 'orphan'),
      kubectl('p'),
    )
    expect(ended(plan)).toEqual({ gone: ['a', 'p'], terminating: [], changed: ['g'], untouched: ['d'] })
    expect(plan.stuck).toEqual([])
  })

  it('keeps the owner that waits for it while nothing changes', () => {
    const plan = cascadeOf(cluster([object('a'), object('c'), object('d'), object('g', held)]), kubectl('a', 'orphan'))
    expect(ended(plan)).toEqual({ gone: [], terminating: ['a'], changed: [], untouched: ['c', 'd', 'g'] })
    expect(plan.isQuiet).toBe(true)
  })
})

describe('a namespace whose content is covered', () => {
  it('goes although kinds of the cluster are not', () => {
    const resources = ['ConfigMap', 'Pod', 'Event', 'Namespace'].map((kind) => ({
      group: '',
      kind,
      namespaces: 'all' as const,
    }))
    const groups = [
      ['autoscaling', 'HorizontalPodAutoscaler'],
      ['example.com', 'Widget'],
      ['batch', 'Job'],
    ].map(([group = '', kind = '']) => ({ group, kind, namespaces: 'all' as const }))
    const whole = cluster([namespace('ns'), object('a')], { _tag: 'Resources', resources: [...resources, ...groups] })
    expect(ended(cascadeOf(whole, kubectl('uid-ns')))).toMatchObject({ gone: ['uid-ns', 'a'] })
    const less = cluster([namespace('ns'), object('a')], { _tag: 'Resources', resources })
    expect(ended(cascadeOf(less, kubectl('uid-ns')))).toMatchObject({ gone: ['a'], terminating: ['uid-ns'] })
  })
})

describe('a circle of owners', () => {
  const circle = [object('a', [blocking('b')]), object('b', [blocking('a')])]

  it('is broken in the foreground', () => {
    const plan = cascadeOf(cluster(circle), kubectl('a', 'foreground'))
    expect(told(plan)).toContain('1 collector Patched b UnblockedInCycle')
    expect(ended(plan)).toMatchObject({ gone: ['a', 'b'] })
    expect(plan.cycles.map((all) => all.map(({ id }) => id))).toEqual([['a', 'b']])
  })

  it('goes whole in the background', () => {
    expect(ended(cascadeOf(cluster(circle), kubectl('b')))).toMatchObject({ gone: ['a', 'b'] })
  })
})

describe('a race', () => {
  it('is named when the order of workers decides', () => {
    const both = [
      object('o'),
      object('f'),
      object('d', [to('o'), blocking('f')]),
      object('e', [to('d'), blocking('f')]),
    ]
    const plans = [
      ['o', 'f'],
      ['f', 'o'],
    ].map(([first = '', second = '']) =>
      cascadeOf(
        cluster(both),
        kubectl(first, first === 'o' ? 'orphan' : 'foreground'),
        kubectl(second, second === 'o' ? 'orphan' : 'foreground'),
      ),
    )
    const raced = plans.map(({ races }) => races.some(({ _tag }) => _tag === 'WorkerOrder'))
    expect(raced).toEqual([true, true])
    expect(plans[0]?.races.find(({ _tag }) => _tag === 'WorkerOrder')).toMatchObject({
      ends: [
        {
          target: { id: 'd' },
          planned: 'gone',
          otherwise: [
            { when: 'orphans-last', end: 'stays' },
            { when: 'newest-first', end: 'stays' },
          ],
        },
        { target: { id: 'e' }, planned: 'gone' },
      ],
    })
  })

  it('is named for dependents of an orphaning owner that come late', () => {
    expect(cascadeOf(cluster(family), kubectl('a', 'orphan')).races).toMatchObject([
      { _tag: 'LateOrphans', owner: { id: 'a' } },
    ])
  })

  it('is named for dependents that do not block', () => {
    const plan = cascadeOf(
      cluster([object('a'), object('b', [to('a')]), object('c', [blocking('a')])]),
      kubectl('a', 'foreground'),
    )
    expect(plan.races).toMatchObject([{ _tag: 'OwnerFirst', owner: { id: 'a' }, dependents: 1 }])
  })

  it('is named for pods that have ended', () => {
    const plan = cascadeOf(cluster([object('a'), pod('p', [to('a')], 'Succeeded'), pod('q', [to('a')])]), kubectl('a'))
    expect(plan.races).toMatchObject([{ _tag: 'EndedPods', pods: [{ id: 'p' }] }])
  })

  it('is named when only a restart of the collector helps', () => {
    const twice = object('d', [blocking('a'), to('a', { blockOwnerDeletion: false }), to('z')])
    const plan = cascadeOf(cluster([object('a'), object('z'), twice]), kubectl('a', 'foreground'))
    expect(plan.stuck).toMatchObject([{ target: { id: 'a' }, blockers: [{ _tag: 'NotExamined' }] }])
    expect(plan.races).toMatchObject([
      {
        _tag: 'Restart',
        ends: [{ target: { id: 'a' }, planned: 'terminating', otherwise: [{ when: 'restarted', end: 'gone' }] }],
      },
    ])
  })

  it('is not named where nothing can end otherwise', () => {
    expect(cascadeOf(cluster(family), kubectl('a')).races).toEqual([])
  })
})

describe('a plan', () => {
  it('names pods that show no specification', () => {
    const plan = cascadeOf(cluster([object('a'), object('p', [to('a')], {}, 'Pod')]), kubectl('a'))
    expect(plan.unknown).toMatchObject([{ _tag: 'PodsNotShown', pods: 1, first: { id: 'p' } }])
  })

  it('of a snapshot that is not one is refused', () => {
    expect(planCascade(defaultPolicy)([])(clusterOf([{ kind: 7 } as never]))).toMatchObject({
      left: { _tag: 'InvalidInput' },
    })
  })

  it('reads as sentences', () => {
    const held = object('b', [blocking('a')], { finalizers: ['example.com/x'] })
    const plan = cascadeOf(cluster([object('a'), held]), kubectl('a', 'foreground'))
    expect(plan.stuck.flatMap(({ blockers: holds }) => holds.map(explainCascade))).toEqual([
      'it waits for 1 dependent: ConfigMap ns/b',
      'the finalizer example.com/x holds it until the controller of example.com removes it',
    ])
  })

  it('ends for a circle of names that belong to nobody', () => {
    const named = [to('x'), to('x', { kind: 'Pod' }), to('x', { name: 'y' })]
    const plan = cascadeOf(cluster([...family, object('d', [to('z'), ...named])]), kubectl('a'))
    expect(plan.isQuiet).toBe(true)
  })
})

describe('what a plan says of stuck objects', () => {
  it('is of the targets and what they touch, not of what was terminating before', () => {
    const held = object('h', [], deleted('x/y'))
    expect(cascadeOf(cluster([held, ...family]), kubectl('a')).stuck).toEqual([])
    expect(cascadeOf(cluster([held, ...family]), kubectl('a'), kubectl('h')).stuck).toMatchObject([
      { target: { id: 'h' }, blockers: [{ _tag: 'Finalizer' }] },
    ])
    expect(cascadeOf(cluster([held]), { _tag: 'DeleteNamespace', namespace: 'h', options: {} }).stuck).toEqual([])
  })

  it('is of targets of requests that change nothing, too', () => {
    const going = [namespace('ns', deleted()), object('h', [], deleted('x/y'))]
    const plan = cascadeOf(
      cluster([...going, object('z', [], { namespace: 'other' })]),
      kubectl('uid-ns'),
      kubectl('z'),
    )
    expect(plan.answers.map(({ code }) => code)).toEqual([200, 200])
    expect(plan.stuck).toMatchObject([
      { target: { id: 'uid-ns' }, blockers: [{ _tag: 'NamespaceContent' }] },
      { target: { id: 'h' }, blockers: [{ _tag: 'Finalizer' }] },
    ])
  })

  it('names the owner that is not covered by version, kind and name', () => {
    const coverage = { _tag: 'Resources', resources: [{ group: '', kind: 'ConfigMap', namespaces: 'all' }] } as const
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget' }
    const owners = [
      to('a'),
      to('w', { name: 'n' }),
      to('v', { ...widget, kind: 'ConfigMap', apiVersion: 'v1', name: 'w' }),
      to('u', { ...widget, name: 'w' }),
    ]
    const plan = cascadeOf(cluster([object('a'), object('b', owners)], coverage), kubectl('a'))
    expect(plan.stuck).toMatchObject([
      { target: { id: 'b' }, blockers: [{ _tag: 'OwnerNotCovered', owner: { uid: 'u' } }] },
    ])
  })

  it('tells the owner that is not covered from others of its version, of its kind and of its name', () => {
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', name: 'w' }
    const gadget = { resource: 'gadgets', namespaced: true, strategicMergePatch: false }
    const covered = [
      ['', 'ConfigMap'],
      ['example.com', 'Gadget'],
      ['example.org', 'Widget'],
    ] as const
    const owners = [
      to('a'),
      to('q', { ...widget, name: 'q' }),
      to('t1', { ...widget, kind: 'Gadget' }),
      to('t2', { ...widget, apiVersion: 'example.org/v1' }),
      to('u', widget),
    ]
    const base = cluster([object('a'), object('q', [], {}, 'Widget', 'example.com/v1'), object('b', owners)], {
      _tag: 'Resources',
      resources: covered.map(([group, kind]) => ({ group, kind, namespaces: 'all' })),
    })
    const scopes = [
      ...base.scopes,
      { ...gadget, apiVersion: 'example.com/v1', kind: 'Gadget' },
      { ...gadget, apiVersion: 'example.org/v1', kind: 'Widget', resource: 'widgets' },
    ]
    expect(cascadeOf({ ...base, scopes }, kubectl('a')).stuck).toMatchObject([
      { target: { id: 'b' }, blockers: [{ _tag: 'OwnerNotCovered', owner: { uid: 'u' } }] },
    ])
  })

  it('says of an owner whose dependent can not be changed that it is held, and by which', () => {
    const ghost = object('g', [to('a')], {}, 'Ghost', 'gone.example.com/v1')
    const plan = cascadeOf(cluster([object('a'), ghost]), kubectl('a', 'orphan'))
    expect(plan.stuck.map(({ target, blockers: holds }) => [target.id, holds.map(({ _tag }) => _tag)])).toEqual([
      ['a', ['DependentNotServed']],
    ])
  })
})

describe('what a plan says of changes', () => {
  it('names the object that has the uid of an owner found absent', () => {
    const plan = cascadeOf(cluster([object('a'), object('b', [to('a', { name: 'x' })])]))
    expect(plan.pending[0]?.changes).toMatchObject([
      {
        target: { id: 'b' },
        reasons: [{ _tag: 'OwnersAbsent', owners: [{ name: 'x', livesAs: { id: 'a', name: 'a' } }] }],
      },
    ])
  })

  it('puts owners that wait first where it deletes in the foreground, and absent ones where it does not', () => {
    const reasonsOf = (held: ReturnType<typeof object>): unknown => {
      const waiting = object('w', [], deleted('foregroundDeletion'))
      const plan = cascadeOf(cluster([waiting, held, object('d', [blocking('b')])]))
      return plan.pending
        .flatMap(({ changes }) => changes)
        .find(({ target }) => target.id === 'b')
        ?.reasons.map(({ _tag }) => _tag)
    }
    expect(reasonsOf(object('b', [blocking('w'), to('nobody')]))).toEqual(['OwnersWaiting', 'OwnersAbsent'])
  })

  it('tells of a request that changes nothing that it was asked', () => {
    const held = object('h', [], { ...deleted('x/y') })
    expect(told(cascadeOf(cluster([held]), kubectl('h')))).toEqual(['0 requests Asked h Requested'])
  })

  it('tells of a time that is shortened as of a mark', () => {
    const stopping = {
      ...pod('p', []),
      metadata: {
        ...pod('p', []).metadata,
        deletionTimestamp: new Date('2026-01-01T12:00:01Z'),
        deletionGracePeriodSeconds: 9,
        finalizers: ['x/y'],
      },
    }
    const hurried = cascadeOf(cluster([stopping]), { _tag: 'Delete', target: 'p', options: { gracePeriodSeconds: 5 } })
    expect(hurried.waves[0]?.changes.map(({ _tag }) => _tag)).toEqual(['Marked'])
  })

  it('leaves a pod without a node to pod garbage collection, which needs no request', () => {
    const stopping = {
      ...pod('p', []),
      spec: {},
      metadata: {
        ...pod('p', []).metadata,
        deletionTimestamp: new Date('2026-01-01T12:00:05Z'),
        deletionGracePeriodSeconds: 9,
      },
    }
    const plan = cascadeOf(cluster([stopping]), kubectl('p'))
    expect(plan.pending).toMatchObject([
      {
        by: 'pod-garbage-collector',
        changes: [{ _tag: 'Removed', reasons: [{ _tag: 'PodCollected', reason: { _tag: 'UnscheduledTerminating' } }] }],
      },
    ])
    expect(plan.answers).toMatchObject([{ code: 404 }])
  })

  it('names an owner that leaves dependents behind as they name it, where it is gone already', () => {
    const dependents = [
      object('b', [to('z'), blocking('a', { name: 'first' })]),
      object('c', [to('n', { kind: 'Node' })]),
    ]
    const owner = object('a', [], { name: 'first' })
    const plan = cascadeOf(cluster([owner, object('z'), ...dependents]), kubectl('a', 'orphan'), {
      _tag: 'Vanish',
      target: 'a',
    })
    const patched = plan.waves.flatMap(({ changes }) => changes).filter(({ _tag }) => _tag === 'Patched')
    expect(patched.map(({ reasons }) => reasons[0])).toEqual([
      { _tag: 'OrphanedBy', owner: { _tag: 'Object', id: 'a', apiVersion: 'v1', kind: 'ConfigMap', name: 'first' } },
    ])
    expect(plan.orphaned).toEqual([])
  })

  it('keeps an object among the survivors by the owners that hold it, not by one that was left behind', () => {
    const plan = cascadeOf(
      cluster([object('a'), object('z'), object('b', [blocking('a'), to('z')]), object('c', [blocking('a')])]),
      kubectl('a', 'orphan'),
    )
    expect(plan.survivors).toEqual([])
    expect(plan.orphaned.map(({ target }) => target.id)).toEqual(['b', 'c'])
  })

  it('counts among those left behind what another owner held for a while', () => {
    const objects = [
      object('a'),
      pod('p', []),
      object('z', [to('p', { kind: 'Pod' })], { finalizers: ['orphan'] }),
      object('b', [to('a'), to('z')]),
    ]
    const plan = cascadeOf(cluster(objects), kubectl('a'), kubectl('p'))
    expect(ended(plan)).toEqual({ gone: ['a', 'p', 'z'], terminating: [], changed: ['b'], untouched: [] })
    expect(plan.survivors).toEqual([])
    expect(plan.orphaned).toMatchObject([{ target: { id: 'b' }, by: { id: 'z' } }])
    expect(plan.stages.final).toMatchObject([{ metadata: { name: 'b', ownerReferences: [] } }])
  })

  it('counts circles of what it touches alone', () => {
    const apart = [object('x', [to('y')]), object('y', [to('x')])]
    expect(cascadeOf(cluster([...family, ...apart]), kubectl('a')).cycles).toEqual([])
  })

  it('warns once of an owner in another namespace', () => {
    const stranger = object('s', [to('a')], { namespace: 'other' })
    expect(cascadeOf(cluster([...family, stranger]), kubectl('b')).warnings.length).toBe(1)
  })
})
