/** Which runs of workers are told. */
import { expect, it } from 'vitest'

import { tellable } from '../../../src/simulate/outcomes/tellable.js'
import type { CourseStep } from '../../../src/simulate/outcomes/transition.js'
import { plain } from './parts.js'

const taken: CourseStep = { _tag: 'TakeItem', item: 'Delete a', requests: [], changes: [] }
const placesOf = (...objects: ReadonlyArray<ReturnType<typeof plain>>) =>
  tellable({ codes: [], objects, course: [taken, taken] }).map(({ at }) => at)

it('of work in vain on an object, only the last is told, and none where the object is gone', () => {
  expect(placesOf(plain('a'))).toEqual([1])
  expect(placesOf(plain('b'))).toEqual([])
})
