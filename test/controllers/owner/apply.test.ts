import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { KubeObject } from '../../../src/apiserver/object.js'
import { apply, applyReport, defaultPolicy, runToFixpoint } from '../../../src/controllers/owner/index.js'
import type { Fixpoint } from '../../../src/controllers/owner/index.js'
import { carryOut } from '../../laws.js'
import { clusterOf, deleted, noon, object, planOf, to } from './build.js'

const blocking = { blockOwnerDeletion: true }

const after = (...objects: ReadonlyArray<KubeObject>): ReadonlyArray<KubeObject> => {
  const snapshot = clusterOf(objects)
  return apply(planOf(snapshot))(snapshot).objects
}

const settled = (...objects: ReadonlyArray<KubeObject>): Fixpoint => {
  const end = runToFixpoint(defaultPolicy, 20)(clusterOf(objects))
  if (E.isLeft(end)) throw new Error(JSON.stringify(end.left))
  return end.right
}

const left = ({ snapshot }: Fixpoint): ReadonlyArray<string> => snapshot.objects.map(({ metadata }) => metadata.uid)

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

describe('a snapshot', () => {
  const snapshot = clusterOf([
    object('a'),
    object('b', [to('a'), to('x')]),
    object('c', [to('x')]),
    object('d', [to('x')], { finalizers: ['example.com/x'] }),
  ])
  const uids = ({ objects }: typeof snapshot): ReadonlyArray<string> => objects.map(({ metadata }) => metadata.uid)

  it('is the very same after a plan that changes nothing', () => {
    const still = clusterOf([object('a'), object('b', [to('a')])])
    expect(apply(planOf(still))(still)).toBe(still)
  })

  it('keeps objects of which nothing was decided as they are', () => {
    expect(apply(planOf(snapshot))(snapshot).objects[0]).toBe(snapshot.objects[0])
  })

  it('is after a report of success what it is after the plan', async () => {
    const { report } = await carryOut(planOf(snapshot), () => false)
    expect(applyReport(report)(snapshot)).toEqual(apply(planOf(snapshot))(snapshot))
    expect(uids(applyReport(report)(snapshot))).toEqual(['a', 'b', 'd'])
  })

  it('is after failures changed by what succeeded alone', async () => {
    const { report: noDelete } = await carryOut(planOf(snapshot), ({ _tag }) => _tag === 'Delete')
    const patched = applyReport(noDelete)(snapshot)
    expect(uids(patched)).toEqual(['a', 'b', 'c', 'd'])
    expect(patched.objects[1]?.metadata.ownerReferences).toEqual([to('a')])
    expect(patched.objects[3]).toBe(snapshot.objects[3])
    const { report: noPatch } = await carryOut(planOf(snapshot), ({ _tag }) => _tag !== 'Delete')
    const removed = applyReport(noPatch)(snapshot)
    expect(uids(removed)).toEqual(['a', 'b', 'd'])
    expect(removed.objects[1]).toBe(snapshot.objects[1])
    const { report: nothing } = await carryOut(planOf(snapshot), () => true)
    expect(applyReport(nothing)(snapshot)).toBe(snapshot)
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
    const end = runToFixpoint(defaultPolicy, 1)(clusterOf([object('a', [to('x')]), object('b', [to('a')])]))
    expect(E.isRight(end) && end.right._tag).toBe('CutOff')
  })
})
