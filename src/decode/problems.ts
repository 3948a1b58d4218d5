/**
 * Reads lists part by part and reports the problems of all parts at once, a hundred at most.
 */
import { either as E } from 'fp-ts'

import { type InvalidInput, type Problem, problemLimit } from '../core/problem.js'

/** A value, unless there are problems with it. */
export const unlessProblems =
  (source: string, [first, ...rest]: ReadonlyArray<Problem>) =>
  <A>(value: A): E.Either<InvalidInput, A> =>
    first === undefined
      ? E.right(value)
      : E.left({ _tag: 'InvalidInput', source, problems: [first, ...rest.slice(0, problemLimit - 1)] })

/**
 * What is read of each, or the problems of all. Reading ends at the hundredth problem; traversing with a validation
 * would collect those of a million items, and copy the list at each of them.
 */
export const readEach =
  (source: string) =>
  <A, B>(read: (item: A) => E.Either<ReadonlyArray<Problem>, B>) =>
  (list: ReadonlyArray<A>): E.Either<InvalidInput, ReadonlyArray<B>> => {
    const found: B[] = []
    const problems: Problem[] = []
    for (const item of list) {
      if (problems.length >= problemLimit) break
      const one = read(item)
      if (E.isRight(one)) found.push(one.right)
      else problems.push(...one.left)
    }
    return unlessProblems(source, problems)(found)
  }
