import { describe, expect, it } from 'vitest'

import type { KubeObject } from '../../../src/apiserver/object.js'
import type { Plan, Snapshot } from '../../../src/controllers/owner/index.js'
import { explain, openShiftIgnoredKinds, presets } from '../../../src/controllers/owner/index.js'
import { ownerOf } from '../../../src/controllers/owner/pass-input.js'
import { clusterOf, deleted, object, planOf, to } from './build.js'

const blocking = { blockOwnerDeletion: true }

const removed = ({ passes: [orphan, deletion] }: Plan): ReadonlyArray<string> =>
  [...orphan.removals, ...deletion.removals].map(({ target }) => target.id)

const keptBecause = (plan: Plan, id: string): ReadonlyArray<string> =>
  plan.passes[1].kept.flatMap(({ target, reasons }) => (target.id === id ? reasons.map(({ _tag }) => _tag) : []))

const cluster = (...objects: ReadonlyArray<KubeObject>): Snapshot => clusterOf(objects)

describe('an owner that is gone', () => {
  it('lets its dependents go, by namespace, name and uid', () => {
    const plan = planOf(
      cluster(
        object('c', [to('x')], { namespace: 'b' }),
        object('b', [to('x')], { namespace: 'a', name: 'same' }),
        object('a', [to('x')], { namespace: 'a', name: 'same' }),
      ),
    )
    expect(removed(plan)).toEqual(['a', 'b', 'c'])
  })

  it('lets every dependent go, however often it names it', () => {
    expect(
      removed(planOf(cluster(object('a', [to('x')]), object('b', [to('x'), to('x')]), object('c', [to('x')])))),
    ).toEqual(['a', 'b', 'c'])
  })

  it('is asked about in the namespace of the dependent, whatever lives elsewhere under its uid', () => {
    const plan = planOf(cluster(object('a', [], { namespace: 'other' }), object('b', [to('a')])))
    const [removal] = plan.passes[1].removals
    expect(removal?.reasons.map(explain)).toEqual([
      'its owner ConfigMap a (the uid belongs to v1 ConfigMap other/a) does not exist',
    ])
  })

  it('leaves a dependent with another owner, which loses the reference', () => {
    const plan = planOf(cluster(object('a'), object('b', [to('a'), to('x')])))
    expect(removed(plan)).toEqual([])
    expect(keptBecause(plan, 'b')).toEqual(['SolidOwner'])
    const [amendment] = plan.passes[1].amendments
    expect(amendment?.target.id).toBe('b')
    expect(amendment?.reasons.map(explain)).toEqual([
      'another owner keeps it, but its owner ConfigMap x does not exist',
    ])
  })

  it('does not let a dependent go whose other owner is of a kind that nobody serves', () => {
    const ghost = { apiVersion: 'gone.example.com/v1', kind: 'Ghost', name: 'g', uid: 'g' }
    const plan = planOf(cluster(object('b', [to('x'), ghost])))
    expect(removed(plan)).toEqual([])
    expect(keptBecause(plan, 'b')).toEqual(['OwnerKindNotServed'])
  })

  it('does not let an object of the cluster go, whose owner could only be in a namespace', () => {
    const plan = planOf(
      cluster({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', uid: 'n', ownerReferences: [to('x')] } }),
    )
    expect(keptBecause(plan, 'n')).toEqual(['NamespacedOwnerOfClusterScopedObject'])
  })

  it('may be another object of the same name: the uid decides', () => {
    const plan = planOf(cluster(object('new', [], { name: 'x' }), object('b', [to('x')])))
    expect(removed(plan)).toEqual(['b'])
    expect(plan.passes[1].removals[0]?.reasons).toMatchObject([{ owners: [{ uid: 'x', replacedBy: 'new' }] }])
  })

  it('has no successor in another namespace or of another kind', () => {
    const elsewhere = object('one', [], { name: 'x', namespace: 'other' })
    const plan = planOf(cluster(elsewhere, object('two', [], { name: 'x' }, 'Pod'), object('b', [to('x')])))
    expect(plan.passes[1].removals[0]?.reasons).toEqual([{ _tag: 'OwnersAbsent', owners: [ownerOf(to('x'))] }])
  })

  it('is named once for every reference to an owner that is gone, in their order', () => {
    const [removal] = planOf(cluster(object('b', [to('y'), to('x'), to('z')]))).passes[1].removals
    expect(removal?.reasons).toEqual([{ _tag: 'OwnersAbsent', owners: ['y', 'x', 'z'].map((uid) => ownerOf(to(uid))) }])
    const [kept] = planOf(cluster(object('a'), object('c'), object('b', [to('c'), to('a')]))).passes[1].kept.filter(
      ({ target }) => target.id === 'b',
    )
    expect(kept?.reasons).toEqual([{ _tag: 'SolidOwner', owners: [ownerOf(to('c')), ownerOf(to('a'))] }])
  })

  it('may have its name taken by an object of a kind that nobody serves, which is no successor', () => {
    const ghost = object('g', [], { name: 'x' }, 'Ghost', 'gone.example.com/v1')
    const plan = planOf(cluster(ghost, object('b', [to('x')])))
    expect(plan.passes[1].removals[0]?.reasons).toEqual([{ _tag: 'OwnersAbsent', owners: [ownerOf(to('x'))] }])
  })

  it('is there under another served version', () => {
    const autoscaler = object('h', [], {}, 'HorizontalPodAutoscaler', 'autoscaling/v2')
    const plan = planOf(
      cluster(autoscaler, object('b', [to('h', { kind: 'HorizontalPodAutoscaler', apiVersion: 'autoscaling/v1' })])),
    )
    expect(removed(plan)).toEqual([])
    expect(plan.passes[1].examined).toEqual(['b'])
  })
})

describe('an owner that nobody listed', () => {
  const snapshot = (namespaces: ReadonlyArray<string>): Snapshot =>
    clusterOf([object('b', [to('x')])], {
      _tag: 'Resources',
      resources: [{ group: '', kind: 'ConfigMap', namespaces }],
    })

  it('may exist, so that its dependent stays', () => {
    const plan = planOf(snapshot(['elsewhere']))
    expect(removed(plan)).toEqual([])
    expect(keptBecause(plan, 'b')).toEqual(['OwnerNotCovered'])
  })

  it('does not exist where its kind and namespace were listed', () => {
    expect(removed(planOf(snapshot(['ns'])))).toEqual(['b'])
  })

  it('is taken for absent by a policy that says so, and the plan says it too', () => {
    const plan = planOf(snapshot([]), { ...presets.kubernetes_1_36, uncovered: 'absent' })
    expect(removed(plan)).toEqual(['b'])
    expect(plan.assumptions).toMatchObject([{ about: 'coverage', targets: ['b'] }])
  })
})

describe('an owner that waits for its dependents', () => {
  const waiting = object('a', [], deleted('foregroundDeletion'))

  it('stays while one blocks it, which goes', () => {
    const plan = planOf(cluster(waiting, object('b', [to('a', blocking)])))
    expect(removed(plan)).toEqual(['b'])
    expect(keptBecause(plan, 'a')).toEqual(['WaitsForBlockingDependents'])
  })

  it('goes when none blocks it; one that was seen after it is looked at later', () => {
    const plan = planOf(cluster(waiting, object('b', [to('a')])))
    expect(removed(plan)).toEqual(['a'])
    expect(keptBecause(plan, 'b')).toEqual(['OwnersStillWaiting'])
  })

  it('takes along a dependent that was seen before it', () => {
    expect(removed(planOf(cluster(object('b', [to('a')]), waiting)))).toEqual(['a', 'b'])
  })

  it('stays while it may have dependents of kinds that nobody listed', () => {
    const plan = planOf(clusterOf([waiting], { _tag: 'Resources', resources: [] }))
    expect(removed(plan)).toEqual([])
    expect(plan.passes[1].kept[0]?.reasons.map(explain)).toEqual([
      'it may have dependents of 5 kinds that the snapshot does not cover (e.g. autoscaling/v1 HorizontalPodAutoscaler)',
    ])
  })

  it('only loses its finalizer while others hold it', () => {
    const plan = planOf(cluster(object('a', [], deleted('foregroundDeletion', 'example.com/x'))))
    expect(removed(plan)).toEqual([])
    expect(plan.passes[1].amendments.map(({ actions }) => actions.map(({ _tag }) => _tag))).toEqual([
      ['RemoveFinalizer'],
    ])
    expect(plan.passes[1].kept[0]?.reasons).toMatchObject([{ _tag: 'BeingDeleted', finalizers: ['example.com/x'] }])
  })

  it('is let out of a circle', () => {
    const plan = planOf(
      cluster(object('a', [to('b', blocking)], deleted('foregroundDeletion')), object('b', [to('a', blocking)])),
    )
    const [removal] = plan.passes[1].removals
    expect(removal?.actions.map(({ _tag }) => _tag)).toEqual(['UnblockOwnerReferences', 'Delete'])
    expect(removal?.actions[1]).toMatchObject({ options: { propagationPolicy: 'Foreground' } })
  })

  it('stays forever when it blocks itself', () => {
    const plan = planOf(cluster(object('a', [to('a', blocking)], deleted('foregroundDeletion'))))
    expect(plan.passes[1].kept[0]?.reasons).toMatchObject([{ dependents: 1, first: { id: 'a' } }])
  })
})

describe('an owner that leaves its dependents behind', () => {
  const plan = planOf(cluster(object('b', [to('a')]), object('a', [], deleted('orphan'))))

  it('goes once they no longer refer to it', () => {
    const [orphan] = plan.passes
    expect(orphan.amendments.map(({ target }) => target.id)).toEqual(['b'])
    expect(orphan.removals).toMatchObject([{ target: { id: 'a' }, requires: [{ id: 'b' }] }])
  })

  it('holds them as any owner that exists', () => {
    expect(keptBecause(plan, 'b')).toEqual(['SolidOwner'])
  })
})

describe('what a delete insists on', () => {
  const preconditions = (preset: keyof typeof presets): unknown => {
    const [action] = planOf(cluster(object('b', [to('x')])), presets[preset]).passes[1].removals[0]?.actions ?? []
    return action?._tag === 'Delete' ? action.options.preconditions : null
  }

  it('is the uid up to 1.26', () => {
    expect(preconditions('kubernetes_1_20')).toEqual({ uid: 'b' })
    expect(preconditions('kubernetes_1_26')).toEqual({ uid: 'b' })
  })

  it('is the version that was looked at as well in 1.36', () => {
    expect(preconditions('kubernetes_1_36')).toEqual({ uid: 'b', resourceVersion: '7' })
  })
})

describe('a dependent in a namespace of an owner that was guessed to be of the cluster', () => {
  const node = { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'x' }
  const snapshot = cluster(
    { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', uid: 'n', ownerReferences: [node] } },
    object('b', [node]),
  )

  it('is not looked at by 1.20', () => {
    const plan = planOf(snapshot, presets.kubernetes_1_20)
    expect(removed(plan)).toEqual([])
    expect(keptBecause(plan, 'b')).toEqual(['NeverExamined'])
  })

  it('stays for an owner that waits, where it has one, in 1.20', () => {
    const [of] = snapshot.objects
    const both = cluster(
      ...(of === undefined ? [] : [of]),
      object('w', [], deleted('foregroundDeletion')),
      object('b', [node, to('w')]),
    )
    expect(keptBecause(planOf(both, presets.kubernetes_1_20), 'b')).toEqual(['OwnersStillWaiting'])
  })

  it('is looked at since 1.26', () => {
    expect(removed(planOf(snapshot, presets.kubernetes_1_26))).toEqual(['b'])
  })
})

describe('an event', () => {
  const event = object('e', [to('x')], {}, 'Event', 'events.k8s.io/v1')

  it('is not watched', () => {
    expect(keptBecause(planOf(cluster(event)), 'e')).toEqual(['NotWatched'])
  })

  it.each([
    ['Group', 'user.openshift.io/v1'],
    ['Identity', 'user.openshift.io/v1'],
    ['User', 'user.openshift.io/v1'],
    ['OAuthClientAuthorization', 'oauth.openshift.io/v1'],
    ['OAuthClient', 'oauth.openshift.io/v1'],
    ['OAuthAccessToken', 'oauth.openshift.io/v1'],
    ['OAuthAuthorizeToken', 'oauth.openshift.io/v1'],
    ['Image', 'image.openshift.io/v1'],
    ['Project', 'project.openshift.io/v1'],
    ['ClusterRole', 'authorization.openshift.io/v1'],
    ['ClusterRoleBinding', 'authorization.openshift.io/v1'],
    ['Role', 'authorization.openshift.io/v1'],
    ['RoleBinding', 'authorization.openshift.io/v1'],
  ])('is not all that OpenShift ignores: so is a %s', (kind, apiVersion) => {
    const one = cluster(object('e', [to('x')], {}, kind, apiVersion))
    const ignoredKinds = [...presets.kubernetes_1_36.ignoredKinds, ...openShiftIgnoredKinds]
    expect(keptBecause(planOf(one, { ...presets.kubernetes_1_36, ignoredKinds }), 'e')).toEqual(['NotWatched'])
    expect(keptBecause(planOf(one), 'e')).toEqual(['KindNotServed'])
  })

  it('of the newer group is watched by 1.20, where nothing here serves its kind', () => {
    expect(keptBecause(planOf(cluster(event), presets.kubernetes_1_20), 'e')).toEqual(['KindNotServed'])
  })
})
