/**
 * `function` of fp-ts, as far as collectors use it, for the reason that `either.ts` gives.
 */
import type { function as F } from 'fp-ts'

type Step = (value: unknown) => unknown

const through = (value: unknown, steps: ReadonlyArray<Step>): unknown => {
  let result = value
  for (const step of steps) result = step(result)
  return result
}

/** A value through one function after the other. */
export const pipe: typeof F.pipe = (value: unknown, ...steps: ReadonlyArray<Step>) => through(value, steps)

/** Functions one after the other as one. */
export const flow: typeof F.flow =
  (first: (...args: ReadonlyArray<unknown>) => unknown, ...steps: ReadonlyArray<Step>) =>
  (...args: ReadonlyArray<unknown>) =>
    through(first(...args), steps)
