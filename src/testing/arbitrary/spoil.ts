/** Makes an input invalid: replaces one value, anywhere in it, with something unexpected. */
import * as fc from 'fast-check'

import { instant } from '../../core/time.js'

/** An input with one value replaced by something unexpected. */
export const spoilOne = (input: unknown): fc.Arbitrary<unknown> =>
  fc.tuple(fc.constantFrom(...pathsIn(input, 4)), unexpected).map(([path, value]) => replaced(input, path, value))

const unexpected: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(undefined, null, NaN, Infinity, -1, 1.5, 2 ** 53, '', '__proto__', instant(NaN), [], {}, () => 0),
  fc.anything(),
)

const pathsIn = (value: unknown, depth: number): ReadonlyArray<ReadonlyArray<string>> =>
  typeof value !== 'object' || value === null || value instanceof Date || value instanceof Map || depth === 0
    ? [[]]
    : [[], ...Object.entries(value).flatMap(([key, held]) => pathsIn(held, depth - 1).map((path) => [key, ...path]))]

const replaced = (value: unknown, [step, ...rest]: ReadonlyArray<string>, by: unknown): unknown => {
  if (step === undefined) return by
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>
  copy[step] = replaced(copy[step], rest, by)
  return copy
}
