import { expect, it } from 'vitest'

import { paceOf } from '../../../src/controllers/namespace/sweep.js'
import { after, millis } from '../../../src/core/time.js'
import { noon, object } from '../owner/build.js'
import { pod } from '../../simulate/cascade/cluster.js'

// Hand-derived from sections 2.2 and 2.5 of the specification.
const later = (seconds: number): Date => after(noon, millis(seconds * 1000))
const free = object('a')
const held = object('h', [], { finalizers: ['x/y'] })
const none = { graceEnds: undefined, period: undefined }

it('nothing is waited for that no finalizer and no grace period holds', () => {
  expect([paceOf([], noon, noon), paceOf([free], noon, noon)]).toEqual([none, none])
})

it('a finalizer on any of the objects counts for fifteen seconds', () => {
  expect([paceOf([held], noon, noon).period, paceOf([free, held], noon, noon).period]).toEqual([8000, 8000])
})

it('the grace period of pods counts until it has passed since the deletion of the namespace', () => {
  const p = pod('p', [])
  expect(paceOf([p], noon, later(29))).toEqual({ graceEnds: later(30), period: 16_000 })
  expect([paceOf([p], noon, later(30)), paceOf([p], noon, later(31))]).toEqual([none, none])
})

it('there is no grace without pods, nor where it is not known when the deletion began', () => {
  expect([paceOf([free], later(5), noon), paceOf([pod('p', [])], undefined, noon)]).toEqual([none, none])
})
