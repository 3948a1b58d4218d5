/**
 * What decoders add to io-ts. An object is read like by `t.type`, but by its own fields only; an array like by `t.array`, but
 * no further than to the hundredth problem; the name of a codec is what a problem says was expected.
 */
import { either as E, function as F, option as O } from 'fp-ts'
import * as t from 'io-ts'

import { type InvalidInput, type Problem, problemLimit, show } from '../core/problem.js'
import { type Decoder, type Quick, decoder, nowhere, quickOf, readAt, refuse, refused } from './decoder.js'
import { refusalOf, unexplained } from './problems.js'
import { elementAt, isRecord } from '../internal/lists.js'

export { type Decoder, decoder, refuse } from './decoder.js'

const within = (context: t.Context, key: () => string, type: Decoder<unknown>, actual: unknown): t.Context =>
  context === nowhere ? nowhere : t.appendContext(context, key(), type, actual)

/** A decoder from a function that may reject the value. */
export const reading = <A>(name: string, read: (value: unknown) => O.Option<A>): Decoder<A> =>
  decoder(
    name,
    (value, context) =>
      F.pipe(
        read(value),
        O.match(() => refuse(value, context), t.success),
      ),
    (value) => {
      const found = read(value)
      return O.isSome(found) ? found.value : refused
    },
  )

/** The codec of the values for which a predicate holds; they are read and written as they are. */
export const holding = <A>(name: string, is: t.Is<A>): t.Type<A, A> & Decoder<A> => {
  const quick: Quick<A> = (value) => (is(value) ? value : refused)
  const type = new t.Type<A, A>(
    name,
    is,
    (value, context) => (is(value) ? t.success(value) : refuse(value, context)),
    t.identity,
  )
  return Object.assign(type, { quick })
}

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

/** What a reader reads. */
export type Of<D> = D extends t.Decoder<unknown, infer A> ? A : never

/** What an object of readers reads. */
export type Read<D> = { readonly [K in keyof D]: Of<D[K]> }

/** An object with at least these fields; others are ignored. */
export const fields = <D extends Readonly<Record<string, Decoder<unknown>>>>(readers: D): Decoder<Read<D>> =>
  placedFields(Object.entries(readers).map(([key, reader]): Place => [key, key, reader]))

/** The reader of a field, with the name that it has in the file if that is another one. */
type Placed = Decoder<unknown> | readonly [field: string, reader: Decoder<unknown>]

/** What a record of placed readers reads. */
type ReadRecord<D> = Read<{ readonly [K in keyof D]: D[K] extends readonly [string, infer R] ? R : D[K] }>

/** An object with at least these fields; renamed ones are given with their name in the file. */
export const record = <D extends Readonly<Record<string, Placed>>>(placed: D): Decoder<ReadRecord<D>> =>
  placedFields(Object.entries(placed).map(([key, one]): Place => ('validate' in one ? [key, key, one] : [key, ...one])))

type Place = readonly [key: string, field: string, reader: Decoder<unknown>]

/** Reads an object's own fields in one walk; `t.type` would read a prototype too, and copy the object first. */
const placedFields = <A>(places: ReadonlyArray<Place>): Decoder<A> => {
  const readers = places.map(([, , reader]) => quickOf(reader))
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries(places.map(([key]) => [key, undefined]))
  const validate: t.Validate<unknown, A> = (value, context) => {
    if (!isRecord(value)) return refuse(value, context)
    const found: Record<string, unknown> = {}
    const errors: t.ValidationError[] = []
    for (const [key, field, reader] of places) {
      const actual = own(value, field)
      const read = reader.validate(
        actual,
        within(context, () => field, reader, actual),
      )
      if (E.isRight(read)) found[key] = read.right
      else errors.push(...read.left)
    }
    return errors.length > 0 ? t.failures(errors) : t.success(found as A)
  }
  return decoder('an object', validate, (value) => {
    if (!isRecord(value)) return refused
    // One that has its fields from the beginning is made at once, and need not grow.
    const found: Record<string, unknown> = { ...blank }
    for (let place = 0; place < places.length; place++) {
      const [key, field] = elementAt(places, place)
      const read = elementAt(readers, place)(own(value, field))
      if (read === refused) return refused
      found[key] = read
    }
    return found as A
  })
}

/** What lies in one field of an object. */
export const inside = <A>(field: string, reader: Decoder<A>): Decoder<A> =>
  mapped(record({ inner: [field, reader] }), ({ inner }) => inner)

/** An array; reading ends at the hundredth problem, where `t.array` would collect those of a million items. */
export const items = <A>(item: Decoder<A>): Decoder<ReadonlyArray<A>> => {
  const one = quickOf(item)
  const validate: t.Validate<unknown, ReadonlyArray<A>> = (value, context) => {
    if (!Array.isArray(value)) return refuse(value, context)
    const found: A[] = []
    const errors: t.ValidationError[] = []
    for (let index = 0; index < value.length && errors.length < problemLimit; index++) {
      const actual: unknown = value[index]
      const read = item.validate(
        actual,
        within(context, () => String(index), item, actual),
      )
      if (E.isRight(read)) found.push(read.right)
      else errors.push(...read.left.slice(0, problemLimit - errors.length))
    }
    return errors.length > 0 ? t.failures(errors) : t.success(found)
  }
  return decoder('an array', validate, (value) => {
    if (!Array.isArray(value)) return refused
    const found: A[] = []
    for (const actual of value) {
      const read = one(actual)
      if (read === refused) return refused
      found.push(read)
    }
    // One that grows item by item takes the room of seventeen.
    return found.slice()
  })
}

/** An object of any keys, each with such a value; as a Map, so that any key is safe. */
export const entries = <A>(type: Decoder<A>): Decoder<ReadonlyMap<string, A>> =>
  decoder('an object', (value, context) => {
    if (!isRecord(value)) return refuse(value, context)
    const found = new Map<string, A>()
    const errors: t.ValidationError[] = []
    for (const [key, actual] of Object.entries(value)) {
      const read = type.validate(
        actual,
        within(context, () => stepTo(key), type, actual),
      )
      if (E.isRight(read)) found.set(key, read.right)
      else errors.push(...read.left)
    }
    return errors.length > 0 ? t.failures(errors.slice(0, problemLimit)) : t.success(found)
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
export const mapped = <A, B>(reader: Decoder<A>, change: (value: A) => B): Decoder<B> => {
  const quick = quickOf(reader)
  return decoder(reader.name, F.flow(reader.validate, E.map(change)), (value) => {
    const read = quick(value)
    return read === refused ? refused : change(read)
  })
}

/**
 * The same reader, which reads a value that it has just read as the same result. It is for one reading of values that nobody
 * changes meanwhile: it remembers the last one.
 */
export const remembering = <A>(reader: Decoder<A>): Decoder<A> => {
  const quick = quickOf(reader)
  let last: { readonly value: unknown; readonly read: A | typeof refused } | undefined
  return decoder(reader.name, reader.validate, (value) => {
    if (last === undefined || last.value !== value) last = { value, read: quick(value) }
    return last.read
  })
}

/** A value that may be absent or null. */
export const optional = <A>(reader: Decoder<A>): Decoder<O.Option<A>> =>
  withDefault(
    mapped(reader, (value): O.Option<A> => O.some(value)),
    O.none,
  )

/** A value with a default when it is absent or null, as for unset fields of a message. */
export const withDefault = <A>(reader: Decoder<A>, fallback: A): Decoder<A> => {
  const quick = quickOf(reader)
  return decoder(
    reader.name,
    (value, context) => (value === undefined || value === null ? E.right(fallback) : reader.validate(value, context)),
    (value) => (value === undefined || value === null ? fallback : quick(value)),
  )
}

/** The same reader under the name by which its problems say what was expected. */
export const named = <A>(name: string, { validate, quick }: Decoder<A>): Decoder<A> => decoder(name, validate, quick)

/** The step of a path to a field whose name comes from outside. */
export const stepTo = (name: string): string => (isWord(name) ? `.${name}` : `[${JSON.stringify(name)}]`)

const isWord = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name)

/** Reads from the root, or what lies at a path of it; findings become one refusal of `source`, a hundred at most. */
export const readFrom =
  <A>(reader: Decoder<A>, path: string = '') =>
  (source: string) =>
  (value: unknown): E.Either<InvalidInput, A> =>
    F.pipe(readAt(path, reader, value), E.mapLeft(problemsOf), E.mapLeft(refusalOf(source)))

const problemsOf = (errors: t.Errors): ReadonlyArray<Problem> => errors.slice(0, problemLimit).map(problemOf)

/** A finding as a problem; its path begins where the reader did. */
export const problemOf = ({ value, context }: t.ValidationError): Problem => ({
  path: context
    .map(({ key }) => stepOf(key))
    .join('')
    .replace(/^\./, ''),
  expected: context.at(-1)?.type.name ?? unexplained.expected,
  actual: value === undefined ? 'nothing' : show(value),
})

/** A key of io-ts is the name of a field or an index; other steps, such as those of {@link stepTo}, are written out. */
const stepOf = (key: string): string => (isWord(key) ? `.${key}` : /^\d+$/.test(key) ? `[${key}]` : key)
