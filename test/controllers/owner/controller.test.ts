import type { Controller } from '../../../src/controllers/controller.js'
import type { OwnerWhy } from '../../../src/controllers/owner/why.js'
import { describe, expect, it } from 'vitest'

import type { OwnerReference, WholeObject } from '../../../src/apiserver/object.js'
import { type AskOfPlace, scopeTable } from '../../../src/apiserver/scope.js'
import { clientOf } from '../../../src/simulate/engine/client.js'
import { engineOf } from '../../../src/simulate/engine/engine.js'
import { serverOf } from '../../../src/apiserver/server.js'
import { added } from '../../../src/apiserver/answer.js'
import { ownerController } from '../../../src/controllers/owner/controller.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { cluster } from '../../simulate/cascade/cluster.js'
import { deleted, noon, object, to } from './build.js'

const scopes = scopeTable(cluster([]).scopes)
const news = { changes: [added(object('b', [to('a')]))], finished: [], returned: [] }

const keysOf = (controller: Pick<Controller<OwnerWhy>, 'waiting'> | undefined): ReadonlyArray<string> =>
  Array.from(controller?.waiting?.() ?? [], ({ key }) => key)

const reconcilesOf = (objects: ReadonlyArray<WholeObject>, covers: AskOfPlace<boolean> = () => true) => {
  const server = serverOf(noon, scopes)(objects)
  const engine = engineOf({
    server,
    client: clientOf(server, covers),
    covers,
    now: () => noon,
    controllers: [ownerController({ policy: defaultPolicy, scopes })],
  })
  return engine.run({ limit: 100 }).steps
}

/** Each request that was taken, with why it was sent. */
const reasons = (objects: ReadonlyArray<WholeObject>): ReadonlyArray<unknown> =>
  reconcilesOf(objects).flatMap(({ reconciled, accepted }) =>
    accepted.map((effect) => [`${effect.request._tag} ${effect.before.metadata.uid}`, reconciled.why(effect)]),
  )

/** The objects on which it could not act, with why. */
const blocked = (objects: ReadonlyArray<WholeObject>, covers?: AskOfPlace<boolean>): ReadonlyArray<unknown> =>
  reconcilesOf(objects, covers).flatMap(({ reconciled: { about, blocked: by } }) =>
    by === undefined ? [] : [[about, by]],
  )

it('acts on the latest state of the owner collector alone: an earlier one is spent', () => {
  const server = serverOf(noon, scopes)([])
  const view = { ...server, at: noon, covers: () => true }
  const first = ownerController({ policy: defaultPolicy, scopes })
  const second = first.fold?.(news)
  const keys = keysOf(second)
  expect(keys.length).toBe(1)
  expect(keys.map((key) => '_tag' in (second?.reconcile(view)(key) ?? {}))).toEqual([true])
  expect(keysOf(first)).toEqual([])
  expect(keys.map((key) => first.reconcile(view)(key))).toMatchObject([{ _tag: 'Done' }])
  expect(first.fold?.(news)).toBe(first)
  expect(keysOf(second)).toEqual(keys)
})

describe('why the owner collector acts', () => {
  const blocking = { blockOwnerDeletion: true }
  const fact = (uid: string, more: Partial<OwnerReference> = {}) => {
    const { apiVersion, kind, name } = to(uid, more)
    return { apiVersion, kind, name, uid }
  }
  const target = (uid: string, namespace = 'ns') => ({
    _tag: 'Object',
    id: uid,
    apiVersion: 'v1',
    kind: 'ConfigMap',
    namespace,
    name: uid,
  })

  it('names the owner that is gone, once and for all its dependents', () => {
    const made = reasons([object('c', [to('x')]), object('b', [to('x')]), object('d', [to('y')])])
    expect(made).toEqual([
      ['Delete b', [{ _tag: 'OwnersAbsent', owners: [fact('x')] }]],
      ['Delete c', [{ _tag: 'OwnersAbsent', owners: [fact('x')] }]],
      ['Delete d', [{ _tag: 'OwnersAbsent', owners: [fact('y')] }]],
    ])
  })

  it('has one list of reasons for neighbours that have one owner', () => {
    const lists = reconcilesOf([object('c', [to('x')]), object('b', [to('x')])]).flatMap(({ reconciled, accepted }) =>
      accepted.map((effect) => reconciled.why(effect)),
    )
    expect(lists).toHaveLength(2)
    expect(lists[0]).toBe(lists[1])
  })

  it('names the owner that waits, and then how many dependents it had left', () => {
    const owner = object('a', [], deleted('foregroundDeletion'))
    expect(reasons([owner, object('b', [to('a', blocking)])])).toEqual([
      ['Delete b', [{ _tag: 'OwnersWaiting', owners: [fact('a')] }]],
      ['Patch a', [{ _tag: 'NoBlockingDependents', dependents: 0 }]],
    ])
    expect(reasons([owner, object('b', [to('a')]), object('c', [to('a')])])[0]).toEqual([
      'Patch a',
      [{ _tag: 'NoBlockingDependents', dependents: 2 }],
    ])
  })

  it('names the one that is gone and the one that waits, first the one that says how', () => {
    const owner = object('a', [], deleted('foregroundDeletion'))
    const both = object('b', [to('a', blocking), to('x')])
    const [absent, busy] = [
      { _tag: 'OwnersAbsent', owners: [fact('x')] },
      { _tag: 'OwnersWaiting', owners: [fact('a')] },
    ]
    expect(reasons([owner, both])[0]).toEqual(['Delete b', [absent, busy]])
    expect(reasons([owner, both, object('c', [to('b')])])[0]).toEqual(['Delete b', [busy, absent]])
  })

  it('says which object lives under the uid of an owner that is named wrongly', () => {
    const wrong = to('a', { name: 'other' })
    expect(reasons([object('a'), object('b', [wrong])])).toEqual([
      ['Delete b', [{ _tag: 'OwnersAbsent', owners: [{ ...fact('a', wrong), livesAs: target('a') }] }]],
    ])
    expect(reasons([object('a'), object('z'), object('b', [wrong, to('x'), to('z')])])).toEqual([
      ['Patch b', [{ _tag: 'DanglingReferences', owners: [{ ...fact('a', wrong), livesAs: target('a') }, fact('x')] }]],
    ])
  })

  it('names the owners that an object loses beside one that stays', () => {
    const owner = object('a', [], deleted('foregroundDeletion'))
    expect(reasons([owner, object('z'), object('b', [to('x'), to('z'), to('a', blocking)])])[0]).toEqual([
      'Patch b',
      [
        { _tag: 'DanglingReferences', owners: [fact('x')] },
        { _tag: 'WaitingReferences', owners: [fact('a')] },
      ],
    ])
  })

  it('names the owner that orphans, and how many it has orphaned', () => {
    expect(reasons([object('a', [], deleted('orphan')), object('b', [to('a')]), object('c', [to('a')])])).toEqual([
      ['Patch b', [{ _tag: 'OrphanedBy', owner: target('a') }]],
      ['Patch c', [{ _tag: 'OrphanedBy', owner: target('a') }]],
      ['Patch a', [{ _tag: 'DependentsOrphaned', dependents: 2 }]],
    ])
  })

  it('says that an object stops blocking its owner first where its own dependent waits', () => {
    const cycle = [
      object('a', [], deleted('foregroundDeletion')),
      object('b', [to('a', blocking)]),
      object('c', [to('b')], deleted('foregroundDeletion', 'example.com/x')),
    ]
    expect(reasons(cycle)).toContainEqual(['Patch b', [{ _tag: 'UnblockedInCycle' }]])
  })

  it('enqueues no key of a change: its queues are its own', () => {
    const controller = ownerController({ policy: defaultPolicy, scopes })
    expect(controller.keysOf(added(object('a')))).toEqual([])
  })
})

describe('what the owner collector can not do', () => {
  const ghosts = to('g', { apiVersion: 'gone.example.com/v1', kind: 'Ghost' })
  const ghost = object('g', [to('a')], {}, 'Ghost', 'gone.example.com/v1')

  it('is told of the object, by whose kind is not served: its own, its owner, or its dependent', () => {
    expect(blocked([object('b', [to('x'), ghosts])])).toContainEqual(['b', { _tag: 'NotServed' }])
    expect(blocked([object('a', [], deleted('orphan')), ghost])).toContainEqual(['a', { _tag: 'DependentNotServed' }])
  })

  it('is told of the place that is not shown', () => {
    expect(blocked([object('b', [to('x')])], (_, kind) => kind !== 'ConfigMap')[0]).toMatchObject([
      'x',
      { _tag: 'NotCovered', object: { kind: 'ConfigMap', namespace: 'ns', name: 'x' } },
    ])
  })
})
