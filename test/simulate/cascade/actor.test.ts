import { describe, expect, it } from 'vitest'

import { actorOf, keeper } from '../../../src/simulate/cascade/actor.js'
import type { Actor, Blocker } from '../../../src/simulate/cascade/index.js'
import { targetOf } from '../../../src/apiserver/object.js'
import { object, to } from '../../controllers/owner/build.js'

const held = object('a')
const [me, other] = [targetOf(held), targetOf(object('b'))]
const edit: Actor = { _tag: 'Nobody', edit: me }
const owner = to('o')
const unseen = { apiVersion: 'v1', kind: 'Pod', kinds: 1 }

const holds: ReadonlyArray<readonly [Blocker, Actor | null]> = [
  [
    { _tag: 'Finalizer', finalizer: 'x' },
    { _tag: 'FinalizerController', finalizer: 'x' },
  ],
  [
    { _tag: 'Finalizer', finalizer: 'd/x', domain: 'd' },
    { _tag: 'FinalizerController', finalizer: 'd/x', domain: 'd' },
  ],
  [{ _tag: 'Kubelet', seconds: 3 }, { _tag: 'Kubelet' }],
  [
    { _tag: 'Kubelet', node: 'n', seconds: 3 },
    { _tag: 'Kubelet', node: 'n' },
  ],
  [{ _tag: 'NotExamined', finalizer: 'orphan' }, { _tag: 'CollectorRestart' }],
  [
    { _tag: 'UndeletableDependent', dependent: other, because: { _tag: 'KindNotServed' } },
    { _tag: 'Nobody', edit: other },
  ],
  [
    { _tag: 'DependentNotServed', dependent: other },
    { _tag: 'Nobody', edit: other },
  ],
  [{ _tag: 'ContentNotCovered', ...unseen }, { _tag: 'Unknown' }],
  [{ _tag: 'OwnerNotCovered', owner }, { _tag: 'Unknown' }],
  [{ _tag: 'DependentsNotCovered', ...unseen }, { _tag: 'Unknown' }],
  [{ _tag: 'NamespaceContent', objects: 1, first: other }, { _tag: 'NamespaceController' }],
  [{ _tag: 'NotFinalized' }, { _tag: 'NamespaceController' }],
  [{ _tag: 'BlockingDependents', dependents: 1, first: other }, null],
  [{ _tag: 'SelfBlock' }, edit],
  [{ _tag: 'OwnerKindNotServed', owner }, edit],
  [
    { _tag: 'NamespacedOwnerOfClusterScopedObject', owner },
    { _tag: 'Undecided', edit: me },
  ],
  [{ _tag: 'KindNotServed' }, edit],
  [{ _tag: 'NamespaceMissing' }, edit],
]

describe('who lets an object go', () => {
  it.each(holds)('that %j holds', (hold, actor) => {
    expect(actorOf(hold, me, false)).toStrictEqual(actor)
  })
  it('is nobody more where the collector looks at it anyway', () => {
    expect(actorOf({ _tag: 'NotExamined', finalizer: 'orphan' }, me, true)).toBeNull()
  })
})

describe('who makes the collector act', () => {
  it.each([
    ['OwnerKindNotServed', edit],
    ['NamespacedOwnerOfClusterScopedObject', { _tag: 'Undecided', edit: me }],
    ['KindNotServed', edit],
    ['NamespaceMissing', edit],
    ['NeverExamined', { _tag: 'CollectorRestart' }],
    ['OwnersStillWaiting', { _tag: 'Collector' }],
    ['OwnerNotCovered', { _tag: 'Unknown' }],
    ['SolidOwner', { _tag: 'NotNeeded' }],
  ])('on an object that it keeps by %s', (_tag, actor) => {
    expect(keeper(me, [{ _tag }])).toEqual(actor)
  })
  it('is nobody where nothing is decided', () => {
    expect(keeper(me, [])).toEqual({ _tag: 'NotNeeded' })
  })
})
