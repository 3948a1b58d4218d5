import { apply, either as E, function as F, option as O } from 'fp-ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import * as fp from '../../src/core/fp.js'

const eithers = fc.oneof(fc.string().map(E.left), fc.integer().map(E.right))
const options = fc.oneof(fc.constant(O.none), fc.integer().map(O.some))
const toNumber = fc.func(fc.integer())
const toEither = fc.func(eithers)
const toOption = fc.func(options)

/** Holds for every random input that both give the same. */
const agree = <A>(input: fc.Arbitrary<A>, ours: (input: A) => unknown, theirs: (input: A) => unknown): void => {
  fc.assert(
    fc.property(input, (value) => {
      expect(ours(value)).toStrictEqual(theirs(value))
    }),
  )
}

describe('either', () => {
  it('makes and tells apart what fp-ts does', () => {
    agree(fc.anything(), fp.left, E.left)
    agree(fc.anything(), fp.right, E.right)
    agree(eithers, fp.isLeft, E.isLeft)
    agree(eithers, fp.isRight, E.isRight)
    agree(
      fc.tuple(options, fc.string()),
      ([o, e]) => fp.fromOption(() => e)(o),
      ([o, e]) => E.fromOption(() => e)(o),
    )
  })
  it('changes a result and a refusal as fp-ts does', () => {
    agree(
      fc.tuple(eithers, toNumber),
      ([e, f]) => fp.map(f)(e),
      ([e, f]) => E.map(f)(e),
    )
    agree(
      fc.tuple(eithers, toNumber),
      ([e, f]) => fp.mapLeft(f)(e),
      ([e, f]) => E.mapLeft(f)(e),
    )
    agree(
      fc.tuple(eithers, toEither),
      ([e, f]) => fp.flatMap(f)(e),
      ([e, f]) => fp.pipe(e, E.flatMap(f)),
    )
  })
  it('is opened as fp-ts opens it', () => {
    agree(
      fc.tuple(eithers, toNumber, toNumber),
      ([e, f, g]) => fp.match(f, g)(e),
      ([e, f, g]) => E.match(f, g)(e),
    )
    agree(
      fc.tuple(eithers, toNumber),
      ([e, f]) => fp.getOrElse(f)(e),
      ([e, f]) => E.getOrElse(f)(e),
    )
    agree(
      fc.tuple(eithers, toEither),
      ([e, f]) => fp.orElse((refusal: string) => f(refusal.length))(e),
      ([e, f]) => E.orElse((refusal: string) => f(refusal.length))(e),
    )
  })
  it('repeats a step as fp-ts does, however often', () => {
    const countTo =
      (end: number) =>
      (n: number): E.Either<string, E.Either<number, string>> =>
        n > 20_000 ? E.left('too far') : E.right(n >= end ? E.right(`at ${n}`) : E.left(n + 1))
    agree(
      fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom(0, 5, 19_999, 30_000)),
      ([n, end]) => fp.chainRec(n, countTo(end)),
      ([n, end]) => E.ChainRec.chainRec(n, countTo(end)),
    )
  })
  it('goes through an array as fp-ts does, as far as the first refusal', () => {
    const calls = (
      traverse: typeof E.traverseArray,
      f: (n: number) => E.Either<string, number>,
      as: number[],
    ): unknown => {
      const seen: number[] = []
      const result = traverse((a: number) => (seen.push(a), f(a)))(as)
      return [seen, result]
    }
    agree(
      fc.tuple(toEither, fc.array(fc.integer())),
      ([f, as]) => calls(fp.traverseArray, f, as),
      ([f, as]) => calls(E.traverseArray, f, as),
    )
  })
})

describe('option', () => {
  it('makes and tells apart what fp-ts does', () => {
    expect(fp.none).toStrictEqual(O.none)
    agree(fc.anything(), fp.some, O.some)
    agree(fc.option(fc.integer()), fp.fromNullable, O.fromNullable)
    agree(fc.constant(undefined), fp.fromNullable, O.fromNullable)
    agree(options, fp.isNone, O.isNone)
    agree(options, fp.isSome, O.isSome)
  })
  it('is changed and opened as fp-ts does it', () => {
    agree(
      fc.tuple(options, toNumber),
      ([o, f]) => fp.mapOption(f)(o),
      ([o, f]) => O.map(f)(o),
    )
    agree(
      fc.tuple(options, toOption),
      ([o, f]) => fp.flatMapOption(f)(o),
      ([o, f]) => fp.pipe(o, O.flatMap(f)),
    )
    agree(
      fc.tuple(options, fc.integer(), toNumber),
      ([o, n, f]) => fp.matchOption(() => n, f)(o),
      ([o, n, f]) => O.match(() => n, f)(o),
    )
    agree(
      fc.tuple(options, fc.integer()),
      ([o, n]) => fp.getOptionOrElse(() => n)(o),
      ([o, n]) => O.getOrElse(() => n)(o),
    )
  })
})

describe('functions', () => {
  it('are applied one after the other as fp-ts does it', () => {
    agree(
      fc.tuple(fc.integer(), toNumber, toNumber),
      ([n, f, g]) => fp.pipe(n, f, g),
      ([n, f, g]) => F.pipe(n, f, g),
    )
    agree(
      fc.tuple(fc.integer(), fc.integer(), toNumber, toNumber),
      ([n, m, f, g]) => fp.flow((a: number, b: number) => f(a - b), g)(n, m),
      ([n, m, f, g]) => F.flow((a: number, b: number) => f(a - b), g)(n, m),
    )
  })
})

describe('fields that may be refused', () => {
  it('are all joined, or all their refusals are, as fp-ts does it', () => {
    const joined = { concat: (one: string, other: string): string => `${one}\n${other}` }
    const theirs = apply.sequenceS(E.getApplicativeValidation(joined))
    agree(
      fc.record({ a: eithers, b: eithers, c: eithers }),
      (fields) => fp.sequenceValidation(joined)(fields),
      (fields) => theirs(fields),
    )
  })
})
