/**
 * What collectors use of `function`, `option` and `either` of fp-ts, by its names and with its types, without loading the
 * package: its root costs more to load, and more in a bundle, than a whole collector. Where both data types have a function
 * of one name, that of `Option` says so. A test holds each function to the one of fp-ts.
 */
import type { either as E, function as F, option as O, semigroup } from 'fp-ts'

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

/** Nothing. */
export const none: typeof O.none = { _tag: 'None' }

/** Something. */
export const some: typeof O.some = (a) => ({ _tag: 'Some', value: a })

/** True for nothing. */
export const isNone: typeof O.isNone = (fa) => fa._tag === 'None'

/** True for something. */
export const isSome: typeof O.isSome = (fa) => fa._tag === 'Some'

/** Something, unless it is null or undefined. */
export const fromNullable: typeof O.fromNullable = (a) => (a === null || a === undefined ? none : some(a))

/** Both cases as one value. */
export const matchOption: typeof O.matchW = (onNone, onSome) => (ma) =>
  ma._tag === 'None' ? onNone() : onSome(ma.value)

/** The value, or a default for nothing. */
export const getOptionOrElse: typeof O.getOrElseW = (onNone) => matchOption(onNone, (a) => a)

/** The value, mapped; nothing stays nothing. */
export const mapOption: typeof O.map = (f) => (fa) => (fa._tag === 'None' ? none : some(f(fa.value)))

/** The option that a function makes of the value; nothing stays nothing. Takes the function first. */
export const flatMapOption =
  <A, B>(f: (a: A) => O.Option<B>) =>
  (ma: O.Option<A>): O.Option<B> =>
    ma._tag === 'None' ? none : f(ma.value)

/** A refusal. */
export const left: typeof E.left = (e) => ({ _tag: 'Left', left: e })

/** A result. */
export const right: typeof E.right = (a) => ({ _tag: 'Right', right: a })

/** True for a refusal. */
export const isLeft: typeof E.isLeft = (ma) => ma._tag === 'Left'

/** True for a result. */
export const isRight: typeof E.isRight = (ma) => ma._tag === 'Right'

/** Both sides as one value. */
export const match: typeof E.matchW = (onLeft, onRight) => (ma) =>
  ma._tag === 'Left' ? onLeft(ma.left) : onRight(ma.right)

/** The result, or a default for a refusal. */
export const getOrElse: typeof E.getOrElseW = (onLeft) => match(onLeft, (a) => a)

/** The result, or what a function makes of the refusal. */
export const orElse: typeof E.orElseW = (onLeft) => match(onLeft, right)

/** The result of a function of the result; a refusal stays. Takes the function first. */
export const flatMap = <E2, A, B>(f: (a: A) => E.Either<E2, B>): (<E1>(ma: E.Either<E1, A>) => E.Either<E1 | E2, B>) =>
  match(left, f)

/** The result changed; a refusal stays. */
export const map: typeof E.map = (f) => match(left, (a) => right(f(a)))

/** The refusal changed; a result stays. */
export const mapLeft: typeof E.mapLeft = (f) => match((e) => left(f(e)), right)

/** The value of an option, or a refusal if there is none. */
export const fromOption: typeof E.fromOption = (onNone) => (ma) =>
  ma._tag === 'None' ? left(onNone()) : right(ma.value)

/** `either.ChainRec.chainRec`: repeats a step on what it returned until it gives a result or a refusal. */
export const chainRec: typeof E.ChainRec.chainRec = <A, E1, B>(
  a: A,
  f: (a: A) => E.Either<E1, E.Either<A, B>>,
): E.Either<E1, B> => {
  const stepFrom = (from: A): E.Either<A, E.Either<E1, B>> =>
    match(
      (e: E1) => right(left(e)),
      match(left, (b: B) => right(right(b))),
    )(f(from))
  let step = stepFrom(a)
  while (step._tag === 'Left') step = stepFrom(step.left)
  return step.right
}

/** The results of all, or the first refusal. */
export const traverseArray: typeof E.traverseArray =
  <A, E1, B>(f: (a: A) => E.Either<E1, B>) =>
  (as: ReadonlyArray<A>) => {
    const bs: B[] = []
    for (const a of as) {
      const fb = f(a)
      if (fb._tag === 'Left') return fb
      bs.push(fb.right)
    }
    return right(bs)
  }

/**
 * `apply.sequenceS` over `either.getApplicativeValidation`: the results of all fields, or all their refusals combined.
 */
export const sequenceValidation =
  <E1>({ concat }: semigroup.Semigroup<E1>) =>
  <A extends object>(fields: { readonly [K in keyof A]: E.Either<E1, A[K]> }): E.Either<E1, A> => {
    const values: Record<string, unknown> = {}
    const refusals: E1[] = []
    for (const [name, field] of Object.entries<E.Either<E1, unknown>>(fields)) {
      if (field._tag === 'Left') refusals.push(field.left)
      else values[name] = field.right
    }
    const [first, ...rest] = refusals
    return first === undefined ? right(values as A) : left(rest.reduce(concat, first))
  }
