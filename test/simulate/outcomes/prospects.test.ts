import { expect, it } from 'vitest'

import { done } from '../../../src/controllers/program.js'
import { universeOf } from '../../../src/simulate/outcomes/cells.js'
import { prospectsIn } from '../../../src/simulate/outcomes/prospects.js'
import type { ControllersState } from '../../../src/simulate/outcomes/world.js'
import { momentOf, setupOf } from './moment.js'
import { shop } from './parts.js'

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
