/**
 * Combinators that build decoders from smaller ones and report every problem with its path. Paths are built only for
 * problems, so a valid file pays nothing for them.
 */
import { either as E, option as O } from 'fp-ts'
import * as t from 'io-ts'

import { pipe } from '../core/function.js'
import type { InvalidInput, Problem } from '../core/problem.js'
import { problemLimit, show } from '../core/problem.js'

/** Reads an unknown value. Its name is what a problem says was expected. */
export type Decoder<A> = t.Decoder<unknown, A>

/** A reader from its name and its function. */
export const decoder = <A>(name: string, validate: t.Validate<unknown, A>): Decoder<A> => {
  const self: Decoder<A> = {
    name,
    validate,
    decode: (value) => validate(value, [{ key: '', type: self, actual: value }]),
  }
  return self
}

/** A problem with the value itself. */
export const refuse = (value: unknown, context: t.Context): E.Either<t.Errors, never> => t.failure(value, context)

/** A reader of one value from a function that may reject it. */
export const reading = <A>(name: string, read: (value: unknown) => O.Option<A>): Decoder<A> =>
  decoder(name, (value, context) => {
    const found = read(value)
    return O.isSome(found) ? E.right(found.value) : refuse(value, context)
  })

/** A reader from a predicate. */
export const holding = <A>(name: string, is: (value: unknown) => value is A): Decoder<A> =>
  decoder(name, (value, context) => (is(value) ? E.right(value) : refuse(value, context)))

/** True for an object that is not an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Own field of an object; nothing is read off its prototype. */
export const own = (value: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined

/** Adds the findings of an inner reader, moved to where its value lies. */
export const moveInto = (
  errors: t.ValidationError[],
  inner: t.Errors,
  context: t.Context,
  { step, type, actual }: { readonly step: string; readonly type: Decoder<unknown>; readonly actual: unknown },
): void => {
  const before = [...context, { key: step, type, actual }]
  for (const error of inner) {
    if (errors.length >= problemLimit) return
    errors.push({ value: error.value, context: [...before, ...error.context] })
  }
}

/** What an object of readers reads. */
export type Read<D> = { readonly [K in keyof D]: D[K] extends t.Decoder<unknown, infer A> ? A : never }

/** An object with at least these fields; others are ignored. */
export const fields = <D extends Readonly<Record<string, Decoder<unknown>>>>(readers: D): Decoder<Read<D>> => {
  const entries = Object.entries(readers)
  return decoder('an object', (value, context) => {
    if (!isRecord(value)) return refuse(value, context)
    const found: Record<string, unknown> = {}
    const errors: t.ValidationError[] = []
    for (const [key, type] of entries) {
      const actual = own(value, key)
      const read = type.validate(actual, [])
      if (E.isRight(read)) found[key] = read.right
      else moveInto(errors, read.left, context, { step: `.${key}`, type, actual })
    }
    return errors.length > 0 ? E.left(errors) : E.right(found as Read<D>)
  })
}

/** An array; reading ends at the hundredth problem. */
export const items = <A>(type: Decoder<A>): Decoder<ReadonlyArray<A>> =>
  decoder('an array', (value, context) => {
    if (!Array.isArray(value)) return refuse(value, context)
    const found: A[] = []
    const errors: t.ValidationError[] = []
    for (let index = 0; index < value.length && errors.length < problemLimit; index++) {
      const actual: unknown = value[index]
      const read = type.validate(actual, [])
      if (E.isRight(read)) found.push(read.right)
      else moveInto(errors, read.left, context, { step: `[${index}]`, type, actual })
    }
    return errors.length > 0 ? E.left(errors) : E.right(found)
  })

/** One, or an array of them. */
export const oneOrMore = <A>(type: Decoder<A>): Decoder<ReadonlyArray<A>> => {
  const one = mapped(type, (only): ReadonlyArray<A> => [only])
  const several = items(type)
  return decoder('an object or an array', (value, context) =>
    (Array.isArray(value) ? several : one).validate(value, context),
  )
}

/** What was read, in another form. */
export const mapped = <A, B>(reader: Decoder<A>, change: (value: A) => B): Decoder<B> =>
  decoder(reader.name, (value, context) => pipe(reader.validate(value, context), E.map(change)))

/** A value that may be absent or null. */
export const optional = <A>(reader: Decoder<A>): Decoder<O.Option<A>> =>
  withDefault(
    mapped(reader, (value): O.Option<A> => O.some(value)),
    O.none,
  )

/** A value with a default when it is absent or null, as for unset fields of a message. */
export const withDefault = <A>(reader: Decoder<A>, fallback: A): Decoder<A> =>
  decoder(reader.name, (value, context) =>
    value === undefined || value === null ? E.right(fallback) : reader.validate(value, context),
  )

/** The same reader under the name by which its problems say what was expected. */
export const named = <A>(name: string, { validate }: Decoder<A>): Decoder<A> => decoder(name, validate)

/** The step of a path to a field whose name comes from outside. */
export const stepTo = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`

/** Reads from the root, or what lies at a path of it; findings become one refusal of `source`, a hundred at most. */
export const readFrom =
  <A>(reader: Decoder<A>, path: string = '') =>
  (source: string) =>
  (value: unknown): E.Either<InvalidInput, A> =>
    E.mapLeft(invalidInputOf(source))(reader.validate(value, [{ key: path, type: reader, actual: value }]))

const invalidInputOf =
  (source: string) =>
  (errors: t.Errors): InvalidInput => {
    const [first, ...rest] = errors.slice(0, problemLimit).map(problemOf)
    return { _tag: 'InvalidInput', source, problems: [first ?? unexplained, ...rest] }
  }

/** A finding as a problem; its path begins where the reader did. */
export const problemOf = ({ value, context }: t.ValidationError): Problem => ({
  path: context
    .map(({ key }) => key)
    .join('')
    .replace(/^\./, ''),
  expected: context.at(-1)?.type.name ?? unexplained.expected,
  actual: value === undefined ? 'nothing' : show(value),
})

/** Stands where a reader fails without saying why; none here does. */
const unexplained: Problem = { path: '', expected: 'a readable value', actual: 'something else' }
