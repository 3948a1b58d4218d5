/**
 * The part of fp-ts that collectors use, by its names and with its types, without loading the package: its root costs more
 * to load, and more in a bundle, than a whole collector. A test holds each function to the one of fp-ts.
 */
import type { either as E, function as F, option as O, semigroup } from 'fp-ts'

type EitherOfFpTs =
  'left' | 'right' | 'isLeft' | 'isRight' | 'fromOption' | 'map' | 'mapLeft' | 'match' | 'getOrElse' | 'traverseArray'

/** `either` of fp-ts; `flatMap` takes its function first. */
export const either: Pick<typeof E, EitherOfFpTs> & {
  readonly flatMap: <E2, A, B>(f: (a: A) => E.Either<E2, B>) => <E1>(ma: E.Either<E1, A>) => E.Either<E1 | E2, B>
} = {
  left: (e) => ({ _tag: 'Left', left: e }),
  right: (a) => ({ _tag: 'Right', right: a }),
  isLeft: (ma) => ma._tag === 'Left',
  isRight: (ma) => ma._tag === 'Right',
  fromOption: (onNone) => (ma) => (ma._tag === 'None' ? either.left(onNone()) : either.right(ma.value)),
  map: (f) => (fa) => (fa._tag === 'Left' ? fa : either.right(f(fa.right))),
  mapLeft: (f) => (fa) => (fa._tag === 'Left' ? either.left(f(fa.left)) : fa),
  flatMap: (f) => (ma) => (ma._tag === 'Left' ? ma : f(ma.right)),
  match: (onLeft, onRight) => (ma) => (ma._tag === 'Left' ? onLeft(ma.left) : onRight(ma.right)),
  getOrElse: (onLeft) => (ma) => (ma._tag === 'Left' ? onLeft(ma.left) : ma.right),
  traverseArray:
    <A, E1, B>(f: (a: A) => E.Either<E1, B>) =>
    (as: ReadonlyArray<A>) => {
      const bs: B[] = []
      for (const a of as) {
        const fb = f(a)
        if (fb._tag === 'Left') return fb
        bs.push(fb.right)
      }
      return either.right(bs)
    },
}

type OptionOfFpTs =
  'none' | 'some' | 'isNone' | 'isSome' | 'fromNullable' | 'map' | 'match' | 'getOrElse' | 'toUndefined'

/** `option` of fp-ts; `flatMap` takes its function first. */
export const option: Pick<typeof O, OptionOfFpTs> & {
  readonly flatMap: <A, B>(f: (a: A) => O.Option<B>) => (ma: O.Option<A>) => O.Option<B>
} = {
  none: { _tag: 'None' },
  some: (a) => ({ _tag: 'Some', value: a }),
  isNone: (fa) => fa._tag === 'None',
  isSome: (fa) => fa._tag === 'Some',
  fromNullable: (a) => (a === null || a === undefined ? option.none : option.some(a)),
  map: (f) => (fa) => (fa._tag === 'None' ? fa : option.some(f(fa.value))),
  flatMap: (f) => (ma) => (ma._tag === 'None' ? ma : f(ma.value)),
  match: (onNone, onSome) => (ma) => (ma._tag === 'None' ? onNone() : onSome(ma.value)),
  getOrElse: (onNone) => (ma) => (ma._tag === 'None' ? onNone() : ma.value),
  toUndefined: (ma) => (ma._tag === 'None' ? undefined : ma.value),
}

type Step = (value: unknown) => unknown

/** `pipe` of fp-ts. */
export const pipe: typeof F.pipe = (value: unknown, ...steps: ReadonlyArray<Step>) =>
  steps.reduce((result, step) => step(result), value)

/** `flow` of fp-ts. */
export const flow: typeof F.flow =
  (first: (...args: ReadonlyArray<unknown>) => unknown, ...steps: ReadonlyArray<Step>) =>
  (...args: ReadonlyArray<unknown>) =>
    steps.reduce((result, step) => step(result), first(...args))

/** `apply.sequenceS` over `either.getApplicativeValidation`: what all fields hold, or all their refusals as one. */
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
    return first === undefined ? either.right(values as A) : either.left(rest.reduce(concat, first))
  }
