/** What may be done at once, and what a change may wake. */
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { Change } from '../../../src/controllers/controller.js'
import { podController } from '../../../src/controllers/pod/controller.js'
import { defaultPolicy as podPolicy } from '../../../src/controllers/pod/policy.js'
import { replicaSetController } from '../../../src/controllers/replicaset/controller.js'
import { everyCell, universeOf } from '../../../src/simulate/outcomes/cells.js'
import { kindOf } from '../../../src/simulate/outcomes/informers.js'
import { keyEffectsIn } from '../../../src/simulate/outcomes/key-effects.js'
import { machineOf } from '../../../src/simulate/outcomes/machine.js'
import { processesOf } from '../../../src/simulate/outcomes/processes.js'
import { prospectsIn } from '../../../src/simulate/outcomes/prospects.js'
import type { Controller } from '../../../src/controllers/controller.js'
import type { Why } from '../../../src/simulate/cascade/reason.js'
import type { Making } from '../../../src/simulate/outcomes/writers.js'
import { at } from './compare.js'
import { momentOf, setupOf } from './moment.js'
import { job, plain, pod } from './parts.js'

const going = (object: WholeObject): WholeObject => ({
  ...object,
  metadata: { ...object.metadata, finalizers: ['example.com/hold'], deletionTimestamp: at },
})

describe('an event for the graph may be delivered at once', () => {
  /** Whether the event of a change counts as needless. */
  const isNeedless = (objects: ReadonlyArray<WholeObject>, change: Change): boolean => {
    const found = momentOf(objects)
    const kind = kindOf(change.object)
    const world = { ...found, collector: { ...found.collector, events: new Map([[kind, [change]]]) } }
    const [one] = processesOf(machineOf(setupOf(), { world }), world, [{ _tag: 'GraphEvent', kind }])
    return one?.needless !== undefined
  }
  const [gone, owner] = [plain('gone'), plain('owner')]
  const leaf = going(plain('leaf', { owners: [owner] }))

  it('where the graph knows the object, and whatever is done with it changes nothing else', () => {
    expect(isNeedless([going(owner)], { _tag: 'Updated', object: going(owner) })).toBe(true)
    expect(isNeedless([owner], { _tag: 'Updated', object: owner })).toBe(false)
    expect(isNeedless([owner, leaf], { _tag: 'Updated', object: leaf })).toBe(true)
  })

  it('but not where it enters the graph, or is in it only by its name', () => {
    expect(isNeedless([going(owner)], { _tag: 'Added', object: going(owner) })).toBe(false)
    expect(isNeedless([], { _tag: 'Updated', object: going(owner) })).toBe(false)
    const orphan = going(plain('orphan', { owners: [gone] }))
    expect(isNeedless([orphan], { _tag: 'Deleted', object: gone })).toBe(false)
  })
})

describe('a change wakes those who would hear of the object', () => {
  const woken = (controller: Controller<Why>, object: WholeObject): ReadonlyArray<string> => {
    const setup = setupOf(controller.name)
    const found = momentOf([object])
    const world = { ...found, controllers: { ...found.controllers, values: [controller] } }
    const universe = universeOf(world, [])
    const effects = keyEffectsIn(setup, world, universe, prospectsIn(setup, world, universe))
    return effects.shown(universe.numberOf(object.metadata.uid) ?? -1).map(({ number }) => effects.textOf(number))
  }

  it('as it is, and once it is being deleted', () => {
    const bound = pod('bound', 0, undefined)
    expect(woken(podController(podPolicy), { ...bound, spec: {} })).toEqual(['0 run'])
    // One on a node is looked at only when it is shown for the first time.
    expect(woken(podController(podPolicy), bound)).toEqual([])
  })

  it('and once its owners have left it', () => {
    const owned = pod('p', 0, undefined, { owners: [plain('owner')] })
    const [reference] = owned.metadata.ownerReferences ?? []
    if (reference === undefined) throw new Error('no owner')
    const controlled = {
      ...owned,
      metadata: { ...owned.metadata, ownerReferences: [{ ...reference, controller: true }] },
    }
    expect(woken(replicaSetController(), controlled)).toEqual(['0 p'])
  })
})

it('who may make objects may do anything, but not for those that want none', () => {
  const readsAll = (object: WholeObject, making: Making): boolean => {
    const setup = { ...setupOf('job-controller'), making }
    const world = momentOf([object])
    const universe = universeOf(world, [])
    return keyEffectsIn(setup, world, universe, prospectsIn(setup, world, universe)).onKey(0, 'job').reads === everyCell
  }
  const wantsNone = { ...job('job'), spec: { parallelism: 0 } }
  expect(readsAll(job('job'), 'anybody')).toBe(true)
  expect(readsAll(wantsNone, 'anybody')).toBe(false)
  expect(readsAll(job('job'), 'binder')).toBe(false)
})
