import { describe, expect, it } from 'vitest'

import type { KubeObject } from '../../../src/apiserver/object.js'
import type { Plan, Fixpoint } from '../../../src/controllers/owner/index.js'
import { defaultPolicy, presets, runToFixpoint } from '../../../src/controllers/owner/index.js'
import { since } from '../../since.js'
import { clusterOf, deleted, object, planOf, to } from './build.js'

const blocking = { blockOwnerDeletion: true }
const node = (uid: string, ...owners: ReadonlyArray<ReturnType<typeof to>>): KubeObject =>
  object(uid, owners, { namespace: undefined }, 'Node')
const ghost = to('g', { apiVersion: 'gone.example.com/v1', kind: 'Ghost' })

const plan = (...objects: ReadonlyArray<KubeObject>): Plan => planOf(clusterOf(objects))

const removed = ({ passes }: Plan): ReadonlyArray<string> =>
  passes.flatMap(({ removals }) => removals.map(({ target }) => target.id))

const why = ({ passes: [, { kept }] }: Plan, id: string): ReadonlyArray<string> =>
  kept.flatMap(({ target, reasons }) => (target.id === id ? reasons.map(({ _tag }) => _tag) : []))

const settled = (...objects: ReadonlyArray<KubeObject>): Fixpoint => {
  const end = runToFixpoint(defaultPolicy, 20)(clusterOf(objects))
  if (end._tag === 'Left') throw new Error(JSON.stringify(end.left))
  return end.right
}

const left = ({ snapshot }: Fixpoint): ReadonlyArray<string> => snapshot.objects.map(({ metadata }) => metadata.uid)

describe('a reference with the right uid', () => {
  it.each([
    ['another name', { name: 'other' }],
    ['another kind', { kind: 'Pod' }],
  ])('and %s leaves its object without an owner, though the owner lives', (_, wrong) => {
    const dangling = plan(object('a'), object('b', [to('a', wrong)]))
    expect(removed(dangling)).toEqual(['b'])
    expect(dangling.passes[1].removals[0]?.reasons).toMatchObject([{ _tag: 'OwnersAbsent', owners: [{ livesAs: {} }] }])
  })

  it('in another namespace has its object deleted, and warned about', () => {
    const elsewhere = plan(object('a', [], { namespace: 'other' }), object('b', [to('a')]))
    expect(removed(elsewhere)).toEqual(['b'])
    expect(elsewhere.passes[1].events).toEqual([
      {
        _tag: 'OwnerRefInvalidNamespace',
        type: 'Warning',
        message: 'ownerRef [v1/ConfigMap, namespace: ns, name: a, uid: a] does not exist in namespace "ns"',
        involvedObject: { _tag: 'Object', id: 'b', apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'b' },
        namespace: 'ns',
      },
    ])
  })

  it('from an object of the cluster is warned about in the default namespace, and nothing else is done', () => {
    const upward = plan(object('a'), node('n', to('a')))
    expect(removed(upward)).toEqual([])
    expect(upward.passes[1].events).toMatchObject([{ namespace: 'default', involvedObject: { id: 'n' } }])
  })

  it('is warned about once, whatever other references are wrong as well', () => {
    const others = [object('a', [], { namespace: 'other' }), object('c', [], { namespace: 'other' })]
    expect(plan(...others, object('b', [to('a'), to('c')])).passes[1].events.length).toBe(1)
    expect(plan(object('b', [to('a'), to('c')]), ...others).passes[1].events.length).toBe(2)
  })
})

describe('two references to one uid, of which one is wrong', () => {
  const twice = object('b', [to('a'), to('a', { name: 'other' })])

  it('both go with the wrong one', () => {
    const { amendments, removals } = plan(object('a'), twice).passes[1]
    expect(removals).toEqual([])
    expect(amendments).toMatchObject([
      { target: { id: 'b' }, actions: [{ merge: { body: { metadata: { ownerReferences: null } } } }] },
    ])
  })

  it('leave an object that stays forever, whatever becomes of its owner', () => {
    const end = settled(object('a', [to('x')]), twice)
    expect([end._tag, left(end)]).toEqual(['Settled', ['b']])
    expect(end.snapshot.objects[0]?.metadata.ownerReferences).toEqual([])
  })
})

describe('an owner of a kind that nobody serves', () => {
  it.each([
    ['before', [ghost, to('x')]],
    ['after', [to('x'), ghost]],
  ])('freezes an object with a reference to it %s one that is dangling', (_, owners) => {
    const frozen = plan(object('b', owners))
    expect(removed(frozen)).toEqual([])
    expect(frozen.passes[1].amendments).toEqual([])
    expect(why(frozen, 'b')).toEqual(['OwnerKindNotServed'])
  })

  it('freezes an object with a solid owner as well', () => {
    expect(plan(object('a'), object('b', [to('a'), to('x'), ghost])).passes[1].amendments).toEqual([])
  })
})

describe('an object of the cluster with an owner in a namespace', () => {
  it('is never deleted, not even for another owner that is absent', () => {
    const stuck = plan(node('n', to('m', { kind: 'Node' }), to('x')))
    expect(removed(stuck)).toEqual([])
    expect(why(stuck, 'n')).toEqual(['NamespacedOwnerOfClusterScopedObject'])
  })

  it('that blocks this owner keeps it forever', () => {
    const end = settled(object('a', [], deleted('foregroundDeletion')), node('n', to('a', blocking)))
    expect([end._tag, left(end), end.plans.length]).toEqual(['Settled', ['a', 'n'], 1])
  })
})

describe('an owner that is being deleted', () => {
  it.each([
    ['a finalizer of somebody else', deleted('example.com/x')],
    ['the finalizer that leaves dependents behind', deleted('orphan')],
    ['the grace of a pod', { ...deleted(), finalizers: [], deletionGracePeriodSeconds: 30 }],
  ])('and held by %s still holds its dependents', (_, metadata) => {
    const held = plan(object('a', [], metadata), object('b', [to('a')]), object('c', [to('a', { name: 'c' }), to('a')]))
    expect(held.passes[1].removals).toEqual([])
    expect(why(held, 'b')).toEqual(['SolidOwner'])
  })

  it('does not hold what is asked to go with the first of its dependents, and other finalizers do not delay that', () => {
    const owner = object('a', [], deleted('example.com/x', 'foregroundDeletion'))
    expect(removed(plan(owner, object('b', [to('a', blocking)])))).toEqual(['b'])
  })

  it('may be gone before dependents that do not block it', () => {
    const objects = [object('a', [], deleted('foregroundDeletion')), object('b', [to('a')])]
    const end = settled(...objects)
    expect(end.plans.map(removed)).toEqual([['a'], ['b'], []])
  })

  it('loses the dependents that another owner holds, and waits for them no longer', () => {
    const shared = object('b', [to('a', blocking), to('z')])
    const objects = [object('a', [], deleted('foregroundDeletion')), object('z'), shared]
    const { amendments } = plan(...objects).passes[1]
    expect(amendments).toMatchObject([
      { target: { id: 'b' }, actions: [{ strategic: { body: { metadata: { ownerReferences: [{ uid: 'a' }] } } } }] },
    ])
    expect(left(settled(...objects))).toEqual(['z', 'b'])
  })

  it('waits even where no watch shows it', () => {
    const event = object('e', [], deleted('foregroundDeletion'), 'Event')
    const unseen = plan(event, object('b', [to('e', { kind: 'Event' })]))
    expect(why(unseen, 'b')).toEqual(['OwnersStillWaiting'])
  })
})

describe('a circle', () => {
  const circle = (first: object, second: object): ReadonlyArray<KubeObject> => [
    object('a', [to('b', first)], deleted('foregroundDeletion')),
    object('b', [to('a', second)]),
  ]

  it('that blocks is broken by the dependent, which is then deleted in the foreground', () => {
    const [removal] = plan(...circle({}, blocking)).passes[1].removals
    expect(removal?.actions).toMatchObject([
      {
        _tag: 'UnblockOwnerReferences',
        strategic: { body: { metadata: { uid: 'b', ownerReferences: [{ uid: 'a', blockOwnerDeletion: false }] } } },
      },
      { _tag: 'Delete', options: { propagationPolicy: 'Foreground' } },
    ])
    expect(left(settled(...circle({}, blocking)))).toEqual([])
  })

  it('of one object that blocks nothing does not hold it', () => {
    expect(left(settled(object('a', [to('a')], deleted('foregroundDeletion'))))).toEqual([])
  })

  it('of one object that blocks itself holds it forever', () => {
    expect(left(settled(object('a', [to('a', blocking)], deleted('foregroundDeletion'))))).toEqual(['a'])
  })
})

describe('how an object is deleted whose owner is absent', () => {
  it.each([
    ['Orphan', ['orphan']],
    ['Foreground', ['foregroundDeletion']],
    ['Orphan', ['foregroundDeletion', 'orphan']],
    ['Background', ['example.com/x']],
    ['Background', undefined],
  ] as const)('is %s where it carries %j', (propagationPolicy, finalizers) => {
    const dependent = object('b', [to('x')], finalizers === undefined ? {} : { finalizers })
    expect(plan(dependent).passes[1].removals).toMatchObject([{ actions: [{ options: { propagationPolicy } }] }])
  })

  it('is in the foreground where another owner waits and it has dependents, and by its finalizers where it has none', () => {
    const waiting = object('a', [], deleted('foregroundDeletion'))
    const dependent = object('b', [to('x'), to('a', blocking)], { finalizers: ['orphan'] })
    const policies = (...objects: ReadonlyArray<KubeObject>): unknown =>
      plan(...objects).passes[1].removals.map(({ target, actions: [action] }) => [
        target.id,
        action._tag === 'Delete' ? action.options.propagationPolicy : action._tag,
      ])
    expect(policies(waiting, dependent, object('c', [to('b')]))).toEqual([['b', 'Foreground']])
    expect(policies(waiting, dependent)).toEqual([['b', 'Orphan']])
  })
})

describe('releases', () => {
  it('have these rules since', () => {
    const core = { group: '', kind: 'Event' }
    const newer = { group: 'events.k8s.io', kind: 'Event' }
    expect(since(presets)).toEqual({
      deletePreconditions: { '1.20': 'uid', '1.34': 'uid-and-resource-version' },
      notFoundOnDelete: { '1.20': 'retry', '1.36': 'gone' },
      goneAfterConflict: { '1.20': 'done', '1.36': 'gone' },
      unsyncedKind: { '1.20': 'blocks', '1.32': 'goes-on' },
      failedDiscovery: { '1.20': 'drop-watches', '1.31': 'keep-watches' },
      namespacedDependentOfVirtualClusterOwner: { '1.20': 'trust', '1.26': 'examine' },
      ignoredKinds: { '1.20': [core], '1.26': [core, newer] },
      uncovered: { '1.20': 'keep' },
    })
  })
})
