import { describe, expect, it } from 'vitest'

import type { Coverage } from '../../../src/apiserver/scope.js'
import type { KubeObject } from '../../../src/apiserver/object.js'
import type { Plan } from '../../../src/controllers/owner/index.js'
import { clusterOf, deleted, everything, noon, object, planOf, to } from './build.js'

const blocking = { blockOwnerDeletion: true }
const ghost = (uid: string, ...owners: ReadonlyArray<ReturnType<typeof to>>): KubeObject =>
  object(uid, owners, {}, 'Ghost', 'gone.example.com/v1')

const plan = (objects: ReadonlyArray<KubeObject>, coverage: Coverage = everything): Plan =>
  planOf(clusterOf(objects, coverage))

const why = ({ passes }: Plan, pass: 0 | 1, id: string): unknown =>
  passes[pass].kept.flatMap(({ target, reasons }) => (target.id === id ? reasons : []))

const changes = ({ passes }: Plan, pass: 0 | 1): unknown =>
  passes[pass].amendments.map(({ target, actions, reasons }) => [
    target.id,
    actions.map(({ _tag }) => _tag),
    reasons.map(({ _tag }) => _tag),
  ])

const going = ({ passes }: Plan, pass: 0 | 1): unknown =>
  passes[pass].removals.map(({ target, reasons, requires }) => [target.id, reasons, requires.map(({ id }) => id)])

describe('an object by itself', () => {
  it('is left alone when no resource serves its kind', () => {
    const made = plan([ghost('g', to('x')), ghost('h')])
    expect([why(made, 1, 'g'), why(made, 1, 'h')]).toEqual([[{ _tag: 'KindNotServed' }], [{ _tag: 'NoOwners' }]])
  })

  it('is left alone when it names no namespace and its kind needs one', () => {
    expect(why(plan([object('b', [to('x')], { namespace: undefined })]), 1, 'b')).toEqual([
      { _tag: 'NamespaceMissing' },
    ])
  })

  it('is left alone when it is being deleted, whatever its owners', () => {
    const made = plan([object('b', [to('x')], deleted('example.com/x'))])
    expect(why(made, 1, 'b')).toEqual([{ _tag: 'BeingDeleted', since: noon, finalizers: ['example.com/x'] }])
    const bare = plan([object('b', [to('x')], { deletionTimestamp: noon })])
    expect(why(bare, 1, 'b')).toEqual([{ _tag: 'BeingDeleted', since: noon, finalizers: [] }])
  })

  it('that waits is left alone when no resource serves its kind', () => {
    const waiting = { ...ghost('g'), metadata: { ...ghost('g').metadata, ...deleted('foregroundDeletion') } }
    expect(why(plan([waiting]), 1, 'g')).toEqual([{ _tag: 'KindNotServed' }])
  })
})

describe('an object with owners of several standings', () => {
  const waiting = object('w', [], deleted('foregroundDeletion'))
  const owner = (uid: string): unknown => ({ apiVersion: 'v1', kind: 'ConfigMap', name: uid, uid })

  it('goes because of the one that does not exist, and of the one that waits', () => {
    const made = plan([waiting, object('b', [to('w', blocking), to('x')])])
    expect(going(made, 1)).toEqual([
      [
        'b',
        [
          { _tag: 'OwnersAbsent', owners: [owner('x')] },
          { _tag: 'OwnersWaiting', owners: [owner('w')] },
        ],
        [],
      ],
    ])
  })

  it('goes because of the one that waits first where that says how', () => {
    const made = plan([waiting, object('b', [to('w', blocking), to('x')]), object('c', [to('b')])])
    expect(made.passes[1].removals[0]?.reasons.map(({ _tag }) => _tag)).toEqual(['OwnersWaiting', 'OwnersAbsent'])
  })

  it('stays for the solid one, and loses the others', () => {
    const made = plan([waiting, object('a'), object('b', [to('x'), to('a'), to('w', blocking)])])
    expect(changes(made, 1)).toEqual([['b', ['RemoveOwnerReferences'], ['DanglingReferences', 'WaitingReferences']]])
    expect(why(made, 1, 'b')).toEqual([{ _tag: 'SolidOwner', owners: [owner('a')] }])
    expect(made.passes[1].amendments[0]?.actions).toMatchObject([
      { strategic: { body: { metadata: { ownerReferences: [{ uid: 'x' }, { uid: 'w' }] } } } },
    ])
  })

  it('that nobody looks at stays for what it has: solid ones, those that wait, those that do not exist', () => {
    const seen = object('n', [to('x', { kind: 'Node' })], { namespace: undefined }, 'Node')
    const objects = (...owners: ReadonlyArray<ReturnType<typeof to>>): ReadonlyArray<KubeObject> => [
      object('a'),
      waiting,
      seen,
      object('b', owners),
    ]
    expect(why(plan(objects(to('w'), to('a'))), 1, 'b')).toEqual([{ _tag: 'SolidOwner', owners: [owner('a')] }])
    expect(why(plan(objects(to('w'))), 1, 'b')).toEqual([{ _tag: 'OwnersStillWaiting', owners: [owner('w')] }])
  })
})

describe('an owner that waits', () => {
  const waiting = object('w', [], deleted('foregroundDeletion'))

  it('names how many block it, each once, and the first', () => {
    const made = plan([
      waiting,
      object('c', [to('w')]),
      object('b', [to('w', blocking), to('w', { ...blocking, name: 'other' })]),
      object('a', [to('w', blocking)]),
    ])
    expect(why(made, 1, 'w')).toMatchObject([{ _tag: 'WaitsForBlockingDependents', dependents: 2, first: { id: 'b' } }])
  })

  it('is blocked by a dependent of which any reference blocks it', () => {
    const free = to('w', { blockOwnerDeletion: false })
    for (const owners of [
      [to('w', blocking), free],
      [free, to('w', blocking)],
    ])
      expect(why(plan([waiting, object('b', owners)]), 1, 'w')).toMatchObject([{ dependents: 1 }])
  })

  it('goes when none blocks it, and says how many it leaves', () => {
    const made = plan([waiting, object('b', [to('w')]), object('c', [to('w')])])
    expect(going(made, 1)).toEqual([['w', [{ _tag: 'NoBlockingDependents', dependents: 2 }], []]])
  })

  it('goes in the order of names beside others', () => {
    const owners = ['c', 'a', 'b'].map((uid) => object(uid, [], deleted('foregroundDeletion')))
    expect(plan(owners).passes[1].removals.map(({ target }) => target.id)).toEqual(['a', 'b', 'c'])
    const held = ['c', 'a', 'b'].map((uid) => object(uid, [], deleted('foregroundDeletion', 'example.com/x')))
    expect(plan(held).passes[1].amendments.map(({ target }) => target.id)).toEqual(['a', 'b', 'c'])
  })
})

describe('an owner that leaves its dependents behind', () => {
  const orphan = (uid: string, ...more: ReadonlyArray<string>): KubeObject =>
    object(uid, [], deleted('orphan', ...more))

  it('is looked at in the pass for that, in the order of the snapshot', () => {
    expect(plan([orphan('b'), object('c'), orphan('a')]).passes[0].examined).toEqual(['b', 'a'])
    expect(plan([orphan('b'), orphan('a')]).passes[0].removals.map(({ target }) => target.id)).toEqual(['a', 'b'])
  })

  it('without dependents just goes', () => {
    expect(going(plan([orphan('a')]), 0)).toEqual([['a', [{ _tag: 'DependentsOrphaned', dependents: 0 }], []]])
  })

  it('waits for all of them, in the order of names, one change for each owner', () => {
    const dependent = (uid: string): KubeObject => object(uid, [to('q'), to('p')])
    const made = plan([orphan('q'), orphan('p'), dependent('c'), dependent('b')])
    expect(going(made, 0)).toMatchObject([
      ['p', [{ dependents: 2 }], ['b', 'c']],
      ['q', [{ dependents: 2 }], ['b', 'c']],
    ])
    expect(made.passes[0].amendments.map(({ target, reasons }) => [target.id, reasons[0]])).toMatchObject([
      ['b', { _tag: 'OrphanedBy', owner: { id: 'p' } }],
      ['b', { owner: { id: 'q' } }],
      ['c', { owner: { id: 'p' } }],
      ['c', { owner: { id: 'q' } }],
    ])
  })

  it('stays where another finalizer holds it, without that one', () => {
    const made = plan([orphan('b', 'example.com/x'), orphan('a', 'example.com/x'), object('d', [to('a')])])
    expect(changes(made, 0)).toEqual([
      ['d', ['RemoveOwnerReferences'], ['OrphanedBy']],
      ['a', ['RemoveFinalizer'], ['DependentsOrphaned']],
      ['b', ['RemoveFinalizer'], ['DependentsOrphaned']],
    ])
    expect(why(made, 0, 'a')).toEqual([{ _tag: 'BeingDeleted', since: noon, finalizers: ['example.com/x'] }])
    expect(made.passes[0].amendments[1]?.requires.map(({ id }) => id)).toEqual(['d'])
  })

  it('stays as it is where a dependent can not be changed, and the others are', () => {
    const made = plan([orphan('a'), ghost('g', to('a')), object('d', [to('a')])])
    expect(changes(made, 0)).toEqual([['d', ['RemoveOwnerReferences'], ['OrphanedBy']]])
    expect(going(made, 0)).toEqual([])
    expect(why(made, 0, 'a')).toMatchObject([{ _tag: 'DependentNotServed', dependent: { id: 'g' } }])
    const unlisted: Coverage = { _tag: 'Resources', resources: [] }
    expect(why(plan([orphan('a'), ghost('g', to('a'))], unlisted), 0, 'a')).toMatchObject([
      { _tag: 'DependentNotServed' },
    ])
  })

  it('stays where it may have dependents that nobody listed, or no resource serves its kind', () => {
    const listed: Coverage = { _tag: 'Resources', resources: [{ group: '', kind: 'ConfigMap', namespaces: 'all' }] }
    expect(why(plan([orphan('a')], listed), 0, 'a')).toMatchObject([
      { _tag: 'DependentsNotCovered', apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler', kinds: 4 },
    ])
    const unserved = { ...ghost('g'), metadata: { ...ghost('g').metadata, ...deleted('orphan') } }
    expect(why(plan([unserved]), 0, 'g')).toEqual([{ _tag: 'KindNotServed' }])
  })
})

describe('a pass', () => {
  it('goes on whatever fails, has no reserve, and refuses nothing', () => {
    for (const pass of plan([object('b', [to('x')])]).passes)
      expect(pass).toMatchObject({
        observesAgain: false,
        goal: { _tag: 'RemoveAll' },
        onFailure: 'continue',
        reserve: [],
        refusal: { _tag: 'None' },
      })
    expect(plan([]).passes.map(({ name }) => name)).toEqual(['orphan', 'delete'])
  })

  it('names what it looks at in the order of the snapshot', () => {
    const objects = [object('c', [to('x')]), object('a'), object('b', [to('x')])]
    expect(plan(objects).passes[1].examined).toEqual(['c', 'b'])
    expect(plan(objects).passes[1].kept.map(({ target }) => target.id)).toEqual(['a'])
  })
})
