/**
 * Reads lists part by part and reports the problems of all parts at once, a hundred at most.
 */
import { either as E } from 'fp-ts'

import { type InvalidInput, type Problem, problemLimit } from '../core/problem.js'

/** The refusal of an input for its problems, a hundred at most. */
export const refusalOf =
  (source: string) =>
  (problems: ReadonlyArray<Problem>): InvalidInput => {
    const [first, ...rest] = problems.slice(0, problemLimit)
    return { _tag: 'InvalidInput', source, problems: [first ?? unexplained, ...rest] }
  }

/** Stands where a reader fails without saying why; none here does. */
export const unexplained: Problem = { path: '', expected: 'a readable value', actual: 'something else' }

/** A value, unless there are problems with it. */
export const unlessProblems =
  (source: string, problems: ReadonlyArray<Problem>) =>
  <A>(value: A): E.Either<InvalidInput, A> =>
    problems.length === 0 ? E.right(value) : E.left(refusalOf(source)(problems))

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
