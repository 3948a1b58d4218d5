import { expect, it } from 'vitest'

import { switches } from '../../../src/controllers/ttl/switches.js'
import { untold } from '../../decisions.js'

it('every switch says what it decides, where upstream does, and what becomes of a situation', () => {
  expect(untold(switches)).toEqual([])
})

it('names the gate behind the switch of the controller', () => {
  expect(switches.controller).toMatchObject({ gate: { name: 'TTLAfterFinished' } })
})
