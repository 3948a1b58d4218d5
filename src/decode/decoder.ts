/**
 * What a decoder is: it reads a value twice where it must, first quickly, and what is refused once more so that it is said where.
 */
import { either as E } from 'fp-ts'
import * as t from 'io-ts'

/** Reads an unknown value. Its name is what a problem says was expected. */
export interface Decoder<A> extends t.Decoder<unknown, A> {
  /** Reads the same, but does not say why it refuses. */
  readonly quick?: Quick<A>
}

/**
 * Reads a value or refuses it, without a word. Nearly all values are right: for them the place of each and an Either around it
 * are waste, which for a million objects costs more than all the checks.
 */
export type Quick<A> = (value: unknown) => A | typeof refused

/** The answer of one that refuses. */
export const refused: unique symbol = Symbol('refused')

/** A decoder from its name and its function; what it reads has no way back. */
export const decoder = <A>(
  name: string,
  validate: t.Validate<unknown, A>,
  quick: Quick<A> = quickly(validate),
): Decoder<A> => {
  const self: Decoder<A> = { name, validate, decode: (value) => readAt('', self, value), quick }
  return self
}

const quickly =
  <A>(validate: t.Validate<unknown, A>): Quick<A> =>
  (value) =>
    orRefused(validate(value, nowhere))

const orRefused: <A>(read: t.Validation<A>) => A | typeof refused = E.getOrElseW((): typeof refused => refused)

/** How a decoder reads quickly. */
export const quickOf = <A>({ quick, validate }: Decoder<A>): Quick<A> => quick ?? quickly(validate)

/** The context of a reading that does not say where. */
export const nowhere: t.Context = []

/** Reads a value that lies at a path. What is refused is read once more, so that it is said where. */
export const readAt = <A>(path: string, reader: Decoder<A>, value: unknown): t.Validation<A> => {
  const read = quickOf(reader)(value)
  return read === refused ? reader.validate(value, [{ key: path, type: reader, actual: value }]) : t.success(read)
}

/** A problem with the value itself. */
export const refuse = (value: unknown, context: t.Context): t.Validation<never> => t.failure(value, context)
