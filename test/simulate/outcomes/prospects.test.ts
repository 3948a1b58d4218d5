import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { Change } from '../../../src/controllers/controller.js'
import { done } from '../../../src/controllers/program.js'
import { universeOf } from '../../../src/simulate/outcomes/cells.js'
import { appearsIn, prospectsIn } from '../../../src/simulate/outcomes/prospects.js'
import type { Setup } from '../../../src/simulate/outcomes/setup.js'
import type { ControllersState, World } from '../../../src/simulate/outcomes/world.js'
import { at } from './compare.js'
import { momentOf, setupOf } from './moment.js'
import { plain, shop } from './parts.js'

const key = '0 shop'
const isSwept = (part: Partial<ControllersState>): boolean => {
  const world = momentOf([shop])
  const setup = setupOf('namespace-controller')
  const now = { ...world, controllers: { ...world.controllers, ...part } }
  return prospectsIn(setup, now, universeOf(now, [])).isSwept('shop')
}

it('the content of a namespace may be swept where its sweep is in the queue, waits for a change or for an instant', () => {
  expect(isSwept({ queue: new Set([key]) })).toBe(true)
  expect(isSwept({ waiting: new Set([key]) })).toBe(true)
  expect(isSwept({ timers: new Map([[key, 7]]) })).toBe(true)
  expect(isSwept({})).toBe(false)
  expect(isSwept({ queue: new Set(['0 other']) })).toBe(false)
})

it('a sweep that is under way is no other one to come', () => {
  const object = { apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name: 'shop' }
  const program = { _tag: 'Get', object, next: () => done({ why: () => ['because'] as const }) } as const
  const running = [{ id: key, program, answers: '', conflicted: false, overtaken: false }]
  expect(isSwept({ running, queue: new Set([key]) })).toBe(false)
})

describe('what the owner collector does with an object changes nothing else', () => {
  const going = (object: WholeObject, finalizers: ReadonlyArray<string> = ['example.com/hold']): WholeObject => ({
    ...object,
    metadata: { ...object.metadata, finalizers, deletionTimestamp: at },
  })
  const isSettled = (
    objects: ReadonlyArray<WholeObject>,
    uid: string,
    requests: Setup['requests'] = [],
    more: Partial<Setup> = {},
  ): boolean => {
    const world = momentOf(objects)
    const universe = universeOf(world, [])
    const number = universe.numberOf(uid)
    if (number === undefined) throw new Error(`nobody knows ${uid}`)
    return prospectsIn({ ...setupOf(), requests, ...more }, world, universe).isSettled(number)
  }
  const owner = plain('owner')
  const leaf = plain('leaf', { owners: [owner] })
  const asked = (uid: string, propagationPolicy: string): Setup['requests'] => [
    { _tag: 'Delete', uid, options: { propagationPolicy } },
  ]

  it('where it is being deleted or gone, like all that it owns', () => {
    expect(isSettled([going(owner)], 'owner')).toBe(true)
    expect(isSettled([owner], 'owner')).toBe(false)
    expect(isSettled([going(owner), going(leaf)], 'owner')).toBe(true)
    expect(isSettled([going(owner), leaf], 'owner')).toBe(false)
    expect(isSettled([going(leaf)], 'owner')).toBe(true)
    expect(isSettled([leaf], 'owner')).toBe(false)
    const far = plain('far', { owners: [leaf] })
    expect(isSettled([going(owner), going(leaf), far], 'owner')).toBe(false)
  })

  it('but not where it has several owners, of which one may be taken off', () => {
    const shared = going(plain('shared', { owners: [owner, plain('other')] }))
    expect(isSettled([going(owner), shared], 'shared')).toBe(false)
    expect(isSettled([going(owner), shared], 'owner')).toBe(false)
  })

  it('but not where it or its owner waits for dependents, or may come to', () => {
    const waiting = going(owner, ['foregroundDeletion'])
    expect(isSettled([waiting], 'owner')).toBe(false)
    expect(isSettled([waiting, going(leaf)], 'leaf')).toBe(false)
    expect(isSettled([owner, going(leaf)], 'leaf')).toBe(true)
    expect(isSettled([owner, going(leaf)], 'leaf', asked('owner', 'Foreground'))).toBe(false)
    expect(isSettled([owner, going(leaf)], 'leaf', asked('owner', 'Background'))).toBe(true)
    expect(isSettled([going(owner)], 'owner', asked('owner', 'Foreground'))).toBe(false)
  })

  it('but not where it may come to leave dependents behind, or owners may be named anew', () => {
    expect(isSettled([going(owner)], 'owner', asked('owner', 'Orphan'))).toBe(false)
    expect(isSettled([going(owner, ['orphan'])], 'owner')).toBe(false)
    expect(isSettled([going(owner)], 'owner', [{ _tag: 'SetOwners', uid: 'x', ownerReferences: [] }])).toBe(false)
    expect(isSettled([going(owner)], 'owner', [{ _tag: 'Patch', uid: 'x', patch: {} }])).toBe(false)
    expect(isSettled([going(owner)], 'owner', [], { adopts: true })).toBe(false)
  })

  it('but not where owners own each other', () => {
    const first = going(plain('first', { owners: [plain('second')] }))
    const second = going(plain('second', { owners: [first] }))
    expect(isSettled([first, second], 'first')).toBe(false)
  })
})

describe('objects of a kind may be shown for the first time', () => {
  const appears = (setup: Partial<Setup>, pending: World['informers'] = new Map()): boolean =>
    appearsIn({ ...setupOf(), ...setup }, { ...momentOf([]), informers: pending })(plain('a'))

  it('where some are made, asked for, or not yet delivered', () => {
    const object = plain('b')
    const pendingOf = (change: Change): World['informers'] => new Map([['ConfigMap.', [{ change, before: undefined }]]])
    expect(appears({})).toBe(false)
    expect(appears({ made: 'anything' })).toBe(true)
    expect([appears({ made: new Set(['ConfigMap.']) }), appears({ made: new Set(['Pod.']) })]).toEqual([true, false])
    expect(appears({ requests: [{ _tag: 'Create', object }] })).toBe(true)
    expect(appears({ requests: [{ _tag: 'Create', object: shop }] })).toBe(false)
    expect(appears({}, pendingOf({ _tag: 'Added', object }))).toBe(true)
    expect(appears({}, pendingOf({ _tag: 'Updated', object }))).toBe(false)
  })
})
