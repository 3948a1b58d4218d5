/** When a guarded plan is to be made again. */
import { option as O } from 'fp-ts'
import { expect, it } from 'vitest'

import { wakingAt } from '../../src/guard/wake.js'
import { noon, planOf } from './build.js'

const wakes = (due: ReadonlyArray<number>, own?: number): number | null => {
  const plan = { ...planOf([{}]), at: noon(), wakeAt: own === undefined ? O.none : O.some(noon(own)) }
  const { wakeAt } = wakingAt(due.map((later) => noon(later)))(plan)
  return O.isNone(wakeAt) ? null : wakeAt.value.getTime() - noon().getTime()
}

it('a guard has a plan made again at the first instant after it, its own included', () => {
  expect(wakes([30, 20, 40])).toBe(20)
  expect(wakes([30], 10)).toBe(10)
  expect(wakes([10], 30)).toBe(10)
})

it('what is due already has no plan made again', () => {
  expect(wakes([-5, 0])).toBeNull()
  expect(wakes([-5, 0, 7])).toBe(7)
  expect(wakes([-5], 10)).toBe(10)
})
