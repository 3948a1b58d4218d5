/** When a key is worked on again after a reconcile has ended. */
import { describe, expect, it } from 'vitest'

import type { ApiRequest } from '../../../src/apiserver/request.js'
import { added } from '../../../src/apiserver/answer.js'
import type { Controller } from '../../../src/controllers/controller.js'
import { andThen, call, done, inTurn } from '../../../src/controllers/program.js'
import type { Why } from '../../../src/simulate/cascade/reason.js'
import { step, machineOf } from '../../../src/simulate/outcomes/machine.js'
import { hear } from '../../../src/simulate/outcomes/reconciles.js'
import { roused } from '../../../src/simulate/outcomes/requests.js'
import type { World } from '../../../src/simulate/outcomes/world.js'
import { momentOf, setupOf } from './moment.js'
import { plain, pod } from './parts.js'

const name = 'job-controller'
const setup = setupOf(name)
const object = pod('p', 0, undefined)
const key = '0 k'

/** A world in which a controller that sends these requests, and then waits for a change, has its key in the queue. */
const worldWith = (requests: ReadonlyArray<ApiRequest>, pending?: World['informers']): World => {
  const controller: Controller<Why> = {
    name,
    keysOf: () => ['k'],
    reconcile: () => () =>
      andThen(inTurn(requests.map((request) => () => call(request))), () =>
        done({ why: () => ['because'], again: { _tag: 'AfterChange' } }),
      ),
  }
  const world = momentOf([object, plain('other')])
  const controllers = hear(setup, { ...world.controllers, values: [controller] }, [added(object)], 'Pod.')
  return { ...world, controllers, informers: pending ?? world.informers }
}

/** Whether the key is in the queue, or waits, after all its requests were sent. */
const afterAll = (world: World, requests: number): readonly [isQueued: boolean, waits: boolean] => {
  const machine = machineOf(setup, { world })
  let at = step(machine, world, { _tag: 'TakeKey', controller: name, key: 'k' }).world
  for (let sent = 0; sent < requests; sent++)
    at = step(machine, at, { _tag: 'StepKey', controller: name, key: 'k', which: 0 }).world
  return [at.controllers.queue.has(key), at.controllers.waiting.has(key)]
}

/** What a request leaves behind of a controller that says nothing of when it comes back. */
const afterRefusal = (request: ApiRequest, retries: Controller['retries']): readonly [boolean, boolean] => {
  const world = worldWith([])
  const controller: Controller<Why> = {
    name,
    ...(retries === undefined ? {} : { retries }),
    keysOf: () => ['k'],
    reconcile: () => () => ({ requests: [request], why: 'because' }),
  }
  return afterAll({ ...world, controllers: { ...world.controllers, values: [controller] } }, 1)
}
const refused: ApiRequest = {
  _tag: 'Update',
  object: { ...object, metadata: { ...object.metadata, finalizers: ['foregroundDeletion', 'orphan'] } },
}

const stale: ApiRequest = {
  _tag: 'Update',
  object: { ...object, metadata: { ...object.metadata, resourceVersion: 'older' } },
}
const deleting = (kind: string, resource: string, target: string): ApiRequest => ({
  _tag: 'Delete',
  object: { apiVersion: 'v1', kind, resource, namespace: 'shop', name: target },
  options: {},
})

describe('a reconcile that met another version of an object', () => {
  it('begins anew at once where its informers have delivered everything', () => {
    expect(afterAll(worldWith([stale]), 1)).toEqual([true, false])
  })

  it('waits for the next event where one of its informers has yet to deliver it', () => {
    const pending = [{ change: added(object), before: undefined }]
    expect(afterAll(worldWith([stale], new Map([['Pod.', pending]])), 1)).toEqual([false, true])
    // Of what it does not watch it never hears.
    expect(afterAll(worldWith([stale], new Map([['ConfigMap.', pending]])), 1)).toEqual([true, false])
  })
})

describe('a reconcile whose request was refused', () => {
  it('waits for a change if its controller comes back for that, and ends otherwise', () => {
    expect(afterRefusal(refused, 'refusals')).toEqual([false, true])
    expect(afterRefusal(refused, 'refusals-but-conflicts')).toEqual([false, true])
    expect(afterRefusal(refused, undefined)).toEqual([false, false])
  })
})

describe('a reconcile that waits for a change', () => {
  it('begins anew at once where something has changed since it began, be it by an earlier request of its own', () => {
    const [changing, vain] = [deleting('ConfigMap', 'configmaps', 'other'), deleting('Secret', 'secrets', 'none')]
    expect(afterAll(worldWith([changing]), 1)).toEqual([true, false])
    expect(afterAll(worldWith([changing, vain]), 2)).toEqual([true, false])
    expect(afterAll(worldWith([vain]), 1)).toEqual([false, true])
  })

  it('waits for no instant any more once a change has come', () => {
    const { controllers } = momentOf([])
    const waiting = {
      ...controllers,
      waiting: new Set([key, '0 l']),
      timers: new Map([key, '0 l'].map((one) => [one, 7])),
    }
    const after = roused(setup, waiting, (_, one) => one === 'k')
    expect([[...after.queue], [...after.waiting], [...after.timers]]).toEqual([[key], ['0 l'], [['0 l', 7]]])
  })
})
