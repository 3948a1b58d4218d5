/** What holds for every view model: it is plain JSON, and nothing in it steers a terminal or a page. */
import { expect } from 'vitest'

const steering =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/u

/** Every text of a value, keys left out. */
const textsOf = (value: unknown): ReadonlyArray<string> =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []

/** Both ways to hand a model on give the same model, and all of its texts are safe. */
export const expectPlain = (model: unknown): void => {
  expect(JSON.parse(JSON.stringify(model))).toStrictEqual(model)
  expect(structuredClone(model)).toStrictEqual(model)
  expect(textsOf(model).filter((text) => steering.test(text))).toEqual([])
}
