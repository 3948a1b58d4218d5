/** Combines the parts of a command line so that all problems are reported at once, one line each. */
import { type semigroup, apply, either as E, option as O, readonlyArray } from 'fp-ts'

const lines: semigroup.Semigroup<string> = { concat: (one, other) => `${one}\n${other}` }

const validation = E.getApplicativeValidation(lines)

/** Reads several parts, each under its name. */
export const all = apply.sequenceS(validation)

/** Reads each of a list in the same way. */
export const each: <A, B>(
  read: (one: A) => E.Either<string, B>,
) => (list: ReadonlyArray<A>) => E.Either<string, ReadonlyArray<B>> = readonlyArray.traverse(validation)

/** Two things where both are there. */
export const both = apply.sequenceT(O.Apply)

type Present<R> = { readonly [K in keyof R]?: R[K] extends O.Option<infer A> ? A : never }

/** The fields that hold something. */
export const present = <R extends Readonly<Record<string, O.Option<unknown>>>>(fields: R): Present<R> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (O.isSome(field) ? [[name, field.value]] : [])),
  ) as Present<R>
