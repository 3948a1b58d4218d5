/** Worlds are the same where nothing that bears on what follows differs. */
import { expect, it } from 'vitest'

import { deleted } from '../../../src/apiserver/answer.js'
import { itemsToDelete } from '../../../src/controllers/owner/memory/index.js'
import { done } from '../../../src/controllers/program.js'
import { emptyDigests } from '../../../src/simulate/outcomes/digest.js'
import { askIn } from '../../../src/simulate/outcomes/requests.js'
import type { CollectorState, ControllersState, RunningReconcile, World } from '../../../src/simulate/outcomes/world.js'
import { at } from './compare.js'
import { momentOf, setupOf } from './moment.js'
import { plain } from './parts.js'

const owner = plain('a')
const held = plain('b', { owners: [owner] })
const world = momentOf([held, plain('c')])
const change = deleted(owner)
const work = itemsToDelete(world.collector.memory).map((item) => ({ _tag: 'Delete', item }) as const)
const absent = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'a', uid: 'a' }
const inCollector = (part: Partial<CollectorState>): World => ({
  ...world,
  collector: { ...world.collector, ...part },
})
const inControllers = (part: Partial<ControllersState>): World => ({
  ...world,
  controllers: { ...world.controllers, ...part },
})
const program: RunningReconcile['program'] = {
  _tag: 'Get',
  object: { ...absent, resource: 'configmaps' },
  next: () => done({ why: () => ['because'] }),
}
const running = (part: Partial<RunningReconcile>): World =>
  inControllers({ running: [{ id: '0 k', program, answers: '', conflicted: false, overtaken: false, ...part }] })

it('worlds are told apart by each part that bears on what follows', () => {
  const worlds: ReadonlyArray<World> = [
    world,
    askIn(setupOf(), world, { _tag: 'Vanish', uid: 'c' }).world,
    { ...world, now: new Date(at.getTime() + 1) },
    { ...world, codes: [200] },
    { ...world, informers: new Map([['ConfigMap.', [{ change, before: owner }]]]) },
    { ...world, informers: new Map([['ConfigMap.', [{ change, before: undefined }]]]) },
    inCollector({ events: new Map([['ConfigMap.', [change]]]) }),
    inCollector({ foundAbsent: [absent] }),
    inCollector({ foundAbsent: [{ ...absent, uid: 'z' }] }),
    inCollector({ waiting: work }),
    inControllers({ queue: new Set(['0 k']) }),
    inControllers({ waiting: new Set(['0 k']) }),
    inControllers({ timers: new Map([['0 k', 1]]) }),
    inControllers({ timers: new Map([['0 k', 2]]) }),
    running({}),
    running({ answers: 'Found' }),
    running({ conflicted: true }),
    running({ refused: true }),
    running({ overtaken: true }),
  ]
  expect(work).toHaveLength(1)
  const { ofWorld } = emptyDigests()
  expect(new Set(worlds.map(ofWorld)).size).toBe(worlds.length)
})

it('the order of queues does not tell worlds apart', () => {
  const { ofWorld } = emptyDigests()
  const [one, other] = [
    ['0 k', '0 l'],
    ['0 l', '0 k'],
  ].map((keys) => inControllers({ queue: new Set(keys) }))
  expect(one === undefined ? '' : ofWorld(one)).toBe(other === undefined ? 'none' : ofWorld(other))
})
