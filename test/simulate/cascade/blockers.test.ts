import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { blockingDependents, blockersOf, blockerContext, undeletable } from '../../../src/simulate/cascade/blockers.js'
import type { Blocker } from '../../../src/simulate/cascade/index.js'
import { scopeTable } from '../../../src/apiserver/scope.js'
import { deleted, object, to } from '../../controllers/owner/build.js'
import { blocking, cluster, namespace, node, pod } from './cluster.js'

const sceneWith = (...objects: ReadonlyArray<WholeObject>) =>
  blockerContext(
    objects,
    scopeTable(cluster([]).scopes),
    () => null,
    () => true,
  )
const holdsOf = (held: WholeObject, ...others: ReadonlyArray<WholeObject>): ReadonlyArray<Blocker> =>
  blockersOf(sceneWith(held, ...others))(held)
const ghost = (uid: string, owners = [to('a')]): WholeObject => object(uid, owners, {}, 'Ghost', 'gone.example.com/v1')
const waiting = (uid = 'a'): WholeObject => object(uid, [], deleted('foregroundDeletion'))
const stopping = (spec: unknown, seconds: number): WholeObject => ({
  ...pod('p', []),
  metadata: { ...pod('p', []).metadata, ...deleted(), deletionGracePeriodSeconds: seconds },
  spec,
})

describe('nothing holds', () => {
  it('an object whose deletion nobody asked for, whatever finalizers it has', () => {
    expect(holdsOf(object('a', [], { finalizers: ['x/y', 'orphan', 'foregroundDeletion'] }))).toEqual([])
    expect(holdsOf(namespace('ns'))).toEqual([])
  })
  it('a pod with no time left, nor another kind with time', () => {
    expect(holdsOf(stopping({ nodeName: 'n' }, 0))).toEqual([])
    expect(holdsOf(object('a', [], { ...deleted(), deletionGracePeriodSeconds: 9 }))).toEqual([])
  })
  it('an object of a kind that nothing serves by the collector, when it carries none of its finalizers', () => {
    expect(holdsOf({ ...ghost('g', []), metadata: { ...ghost('g', []).metadata, ...deleted('x/y') } })).toEqual([
      { _tag: 'Finalizer', finalizer: 'x/y', domain: 'x' },
    ])
  })
})

describe('an object is held', () => {
  it('by a kubelet that is named where the pod names its node', () => {
    expect(holdsOf(stopping({ nodeName: 'n' }, 9))).toEqual([{ _tag: 'Kubelet', node: 'n', seconds: 9 }])
    expect(holdsOf(stopping({}, 9))).toStrictEqual([{ _tag: 'Kubelet', seconds: 9 }])
  })
  it('by finalizers, of which those with a slash after something name a domain', () => {
    expect(holdsOf(object('a', [], deleted('x/y', '/y', 'y', 'x/y/z')))).toStrictEqual([
      { _tag: 'Finalizer', finalizer: 'x/y', domain: 'x' },
      { _tag: 'Finalizer', finalizer: '/y' },
      { _tag: 'Finalizer', finalizer: 'y' },
      { _tag: 'Finalizer', finalizer: 'x/y/z', domain: 'x' },
    ])
  })
  it.each(['orphan', 'foregroundDeletion'])('by %s, which nobody takes off a kind that nothing serves', (finalizer) => {
    const held = { ...ghost('g', []), metadata: { ...ghost('g', []).metadata, ...deleted(finalizer) } }
    expect(holdsOf(held)).toEqual([{ _tag: 'KindNotServed' }, { _tag: 'NotExamined', finalizer }])
    const homeless = object('a', [], { ...deleted(finalizer), namespace: undefined })
    expect(holdsOf(homeless)).toEqual([{ _tag: 'NamespaceMissing' }, { _tag: 'NotExamined', finalizer }])
  })
  it('by the dependents that it leaves behind, where one can not be changed', () => {
    const leaving = object('a', [], deleted('orphan'))
    expect(holdsOf(leaving, object('b', [to('a')]))).toEqual([{ _tag: 'NotExamined', finalizer: 'orphan' }])
    expect(holdsOf(leaving, object('b', [to('a')]), ghost('g'))).toMatchObject([
      { _tag: 'DependentNotServed', dependent: { id: 'g' } },
    ])
  })
  it('by dependents that block it, and by no others', () => {
    const others = [
      object('b', [to('a')]),
      object('c', [to('a'), blocking('z')]),
      object('d', [to('z'), blocking('a')]),
    ]
    expect(blockingDependents(sceneWith(waiting(), ...others), 'a')).toEqual([others[2]])
    expect(holdsOf(waiting(), ...others)).toMatchObject([
      { _tag: 'BlockingDependents', dependents: 1, first: { id: 'd' } },
    ])
    expect(holdsOf(waiting(), ...others.slice(0, 2))).toEqual([
      { _tag: 'NotExamined', finalizer: 'foregroundDeletion' },
    ])
  })
  it('by ten dependents that never go, of which there may be more, and by the rest', () => {
    const never = Array.from({ length: 12 }, (_, at) => ghost(`g${at}`, [blocking('a')]))
    const held = holdsOf(waiting(), ...never, object('b', [blocking('a')]))
    expect(held.map(({ _tag }) => _tag)).toEqual([
      ...Array<string>(10).fill('UndeletableDependent'),
      'BlockingDependents',
    ])
    expect(held[0]).toMatchObject({ dependent: { id: 'g0' }, because: { _tag: 'KindNotServed' } })
    expect(held[10]).toMatchObject({ dependents: 1, first: { id: 'b' } })
  })
  it('by a dependent that never goes as by any other once its deletion has been asked for', () => {
    const going = { ...ghost('g'), metadata: { ...ghost('g', [blocking('a')]).metadata, ...deleted('x/y') } }
    expect(holdsOf(waiting(), going)).toMatchObject([{ _tag: 'BlockingDependents', dependents: 1, first: { id: 'g' } }])
  })
  it('as a namespace by what is in it, in that namespace alone', () => {
    const going = namespace('ns', deleted())
    const elsewhere = object('c', [], { namespace: 'other' })
    expect(holdsOf(going, object('a'), object('b'), elsewhere, node('n'))).toMatchObject([
      { _tag: 'NamespaceContent', objects: 2, first: { id: 'a' } },
    ])
    expect(holdsOf(going, object('a'), pod('p', []))).toMatchObject([
      { _tag: 'NamespaceContent', objects: 2, first: { id: 'p' } },
    ])
    expect(holdsOf(going, elsewhere, node('n'))).toEqual([{ _tag: 'NotFinalized' }])
    expect(holdsOf({ ...going, spec: { finalizers: [] } }, object('a'))).toEqual([])
  })
})

describe('the collector can do nothing', () => {
  const scene = sceneWith()
  it.each([
    ['of a kind that nothing serves', ghost('g'), { _tag: 'KindNotServed' }],
    ['without the namespace of its kind', object('a', [], { namespace: undefined }), { _tag: 'NamespaceMissing' }],
    [
      'of the cluster whose owner is in a namespace',
      node('n', [to('a')]),
      { _tag: 'NamespacedOwnerOfClusterScopedObject', owner: to('a') },
    ],
    [
      'whose second owner is of a kind that nothing serves',
      object('b', [to('a'), to('g', { kind: 'Ghost' })]),
      { _tag: 'OwnerKindNotServed', owner: to('g', { kind: 'Ghost' }) },
    ],
  ])('with an object %s', (_which, held, because) => {
    expect(undeletable(scene, held)).toMatchObject(because)
  })
  it('is not so of an object that it can look up, with its owners', () => {
    expect(undeletable(scene, object('b', [to('a')]))).toBeNull()
  })
})
