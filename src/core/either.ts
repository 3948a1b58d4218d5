/**
 * Answers how an `Either` of fp-ts is made and looked at without loading fp-ts. Its values are plain records; the package
 * root that makes them costs more to load, and more in a bundle, than a whole collector.
 */
import type { either } from 'fp-ts'

/** A refusal. */
export const left = <E>(refusal: E): either.Either<E, never> => ({ _tag: 'Left', left: refusal })

/** A result. */
export const right = <A>(result: A): either.Either<never, A> => ({ _tag: 'Right', right: result })

/** True for a refusal. */
export const isLeft = <E>(value: either.Either<E, unknown>): value is either.Left<E> => value._tag === 'Left'

/** True for a result. */
export const isRight = <A>(value: either.Either<unknown, A>): value is either.Right<A> => value._tag === 'Right'

/** The result changed; a refusal stays. */
export const map =
  <A, B>(change: (result: A) => B) =>
  <E>(value: either.Either<E, A>): either.Either<E, B> =>
    isLeft(value) ? value : right(change(value.right))

/** The result; for a refusal, what stands in for it. */
export const getOrElse =
  <A>(otherwise: () => A) =>
  (value: either.Either<unknown, A>): A =>
    isLeft(value) ? otherwise() : value.right
