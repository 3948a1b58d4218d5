import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { KubeObject } from '../../../../src/collectors/kubernetes/object.js'
import { apply, defaultPolicy, settle } from '../../../../src/collectors/kubernetes/owner/index.js'
import type { Settlement } from '../../../../src/collectors/kubernetes/owner/index.js'
import { clusterOf, deleted, noon, object, planOf, to } from './build.js'

const blocking = { blockOwnerDeletion: true }

const after = (...objects: ReadonlyArray<KubeObject>): ReadonlyArray<KubeObject> => {
  const snapshot = clusterOf(objects)
  return apply(planOf(snapshot))(snapshot).objects
}

const settled = (...objects: ReadonlyArray<KubeObject>): Settlement => {
  const end = settle(defaultPolicy, 20)(clusterOf(objects))
  if (E.isLeft(end)) throw new Error(JSON.stringify(end.left))
  return end.right
}

const left = ({ snapshot }: Settlement): ReadonlyArray<string> => snapshot.objects.map(({ metadata }) => metadata.uid)

describe('an object that goes', () => {
  it('is gone when nothing holds it', () => {
    expect(after(object('b', [to('x')]))).toEqual([])
  })

  it('is marked and stays while a finalizer holds it', () => {
    const [held] = after(object('b', [to('x')], { finalizers: ['example.com/x'] }))
    expect(held?.metadata).toMatchObject({ deletionTimestamp: noon, finalizers: ['example.com/x'] })
  })

  it('waits for its dependents when its owner does', () => {
    const [, dependent] = after(
      object('a', [], deleted('foregroundDeletion')),
      object('b', [to('a', blocking)]),
      object('c', [to('b', blocking)]),
    )
    expect(dependent?.metadata).toMatchObject({ deletionTimestamp: noon, finalizers: ['foregroundDeletion'] })
  })
})

describe('an object that is changed', () => {
  it('loses the references to owners that are gone, and keeps its version', () => {
    const [, dependent] = after(object('a'), object('b', [to('a'), to('x')]))
    expect(dependent?.metadata).toMatchObject({ ownerReferences: [to('a')], resourceVersion: '7' })
  })

  it('no longer refers to the owner that left it behind, which is gone', () => {
    const objects = after(object('a', [], deleted('orphan')), object('b', [to('a')]))
    expect(objects.map(({ metadata }) => [metadata.uid, metadata.ownerReferences])).toEqual([['b', []]])
  })
})

describe('plan after plan', () => {
  it('takes a tree down from the top', () => {
    const end = settled(object('a', [to('x')]), object('b', [to('a')]), object('c', [to('b')]))
    expect([end._tag, left(end), end.plans.length]).toEqual(['Settled', [], 4])
  })

  it('takes a tree down from the leaves when its root waits', () => {
    const end = settled(
      object('a', [], deleted('foregroundDeletion')),
      object('b', [to('a', blocking)]),
      object('c', [to('b', blocking)]),
    )
    expect(end.plans.map(({ passes }) => passes[1].removals.map(({ target }) => target.id))).toEqual([
      ['b'],
      ['c'],
      ['b'],
      ['a'],
      [],
    ])
  })

  it('frees a circle that waits for itself', () => {
    const end = settled(
      object('a', [to('b', blocking)], deleted('foregroundDeletion')),
      object('b', [to('a', blocking)]),
    )
    expect([end._tag, left(end)]).toEqual(['Settled', []])
  })

  it('leaves a circle that nobody asked to delete', () => {
    expect(left(settled(object('a', [to('b')]), object('b', [to('a')])))).toEqual(['a', 'b'])
  })

  it('is stuck where the server refuses what it is asked', () => {
    const owners = [to('a', { controller: true }), to('b', { controller: true }), to('x')]
    const end = settled(object('a'), object('b'), object('c', owners))
    expect([end._tag, end.plans.length]).toEqual(['Stuck', 1])
  })

  it('stops when its rounds are over', () => {
    const end = settle(defaultPolicy, 1)(clusterOf([object('a', [to('x')]), object('b', [to('a')])]))
    expect(E.isRight(end) && end.right._tag).toBe('CutOff')
  })
})
