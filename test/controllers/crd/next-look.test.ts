import { expect, it } from 'vitest'

import { after, between, millis } from '../../../src/core/time.js'
import { nextLook } from '../../../src/controllers/crd/controller.js'
import { noon } from '../owner/build.js'

const within = (elapsed: number, failsAtOnce = false): number => {
  const at = after(noon, millis(elapsed * 1000))
  return between(at, nextLook(noon, at, failsAtOnce)) / 1000
}

it('instances are looked for every 5 s, then with a back-off that grows with each minute, at most every 5 min', () => {
  expect([0, 59, 600, 660, 720].map((elapsed) => within(elapsed))).toEqual([5, 5, 5, 5.12, 10.24])
  expect([960, 1020, 86_400].map((elapsed) => within(elapsed))).toEqual([163.84, 300, 300])
  expect(within(-30)).toBe(5)
})

it('an attempt that fails at once is repeated after no more than all the time before', () => {
  expect([1, 40, 3600].map((elapsed) => within(elapsed, true))).toEqual([5, 40, 300])
})
