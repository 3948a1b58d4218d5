/**
 * Codecs for gcplan's own files: every field is required, unknown fields are rejected, and whatever is written can be
 * read back. Writing never fails: a value without a JSON form becomes null, and reading reports its path.
 */
import { either as E, option as O } from 'fp-ts'
import type * as t from 'io-ts'

import type { Int64 } from '../../core/int64.js'
import { isInt64 } from '../../core/int64.js'
import type { Knowledge } from '../../core/knowledge.js'
import { assumed, known, unknown } from '../../core/knowledge.js'
import { isInstant } from '../../core/time.js'
import type { Decoder } from '../codec.js'
import { decoder, fields, holding, isRecord, items, mapped, moveInto, refuse, stepTo } from '../codec.js'
import { isZeroTime } from '../instant.js'
import { instantText } from '../leaf.js'

/** Plain JSON. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** Reads and writes; a field whose value is written as undefined is left out. */
export type Codec<A> = Decoder<A> & t.Encoder<A, Json | undefined>

/** A codec from its two halves. */
export const codec = <A>(reader: Decoder<A>, encode: (value: A) => Json | undefined): Codec<A> => ({
  ...reader,
  encode,
})

/** A value that is its own JSON. */
export const plain = <A extends boolean | number | string>(reader: Decoder<A>): Codec<A> =>
  codec(reader, (value) => value)

/** An instant as RFC 3339 in UTC, to the millisecond. */
export const instantCodec: Codec<Date> = codec(instantText, (date) => (isInstant(date) ? date.toISOString() : null))

/** A count of bytes, kept in the form it has. */
export const sizeCodec: Codec<Int64> = plain(
  holding(
    'an integer from 0 to 2^63 - 1, as a number below 2^53 or as decimal text',
    (value): value is Int64 => isInt64(value) && (typeof value === 'number' ? value >= 0 : !value.startsWith('-')),
  ),
)

/** An array. */
export const arrayCodec = <A>(item: Codec<A>): Codec<ReadonlyArray<A>> =>
  codec(items(item), (values) => (Array.isArray(values) ? values.map((value: A) => item.encode(value) ?? null) : null))

/** A value or null. */
export const nullable = <A>(inner: Codec<A>): Codec<O.Option<A>> =>
  codec(
    decoder(`${inner.name}, or null`, (value, context) =>
      value === null ? E.right(O.none) : E.map(O.some<A>)(inner.validate(value, context)),
    ),
    (value) => (isTagged(value) && value._tag === 'Some' ? inner.encode(value.value) : null),
  )

/** A value that is left out when it is undefined. */
export const leavable = <A>(inner: Codec<A>): Codec<A | undefined> =>
  codec(
    decoder(inner.name, (value, context) =>
      value === undefined ? E.right(undefined) : inner.validate(value, context),
    ),
    (value) => (value === undefined ? undefined : inner.encode(value)),
  )

/** A time that may be absent: null, or Go's zero time. */
export const momentCodec: Codec<O.Option<Date>> = {
  ...nullable(instantCodec),
  ...mapped(nullable(instantCodec), (date) => (O.isSome(date) && isZeroTime(date.value) ? O.none : date)),
}

const nothing: Decoder<never> = decoder('no such field', refuse)

/** An object with these fields and no others. */
export const record = <A extends object>(codecs: { readonly [K in keyof A]-?: Codec<A[K]> }): Codec<A> => {
  const entries = Object.entries(codecs) as ReadonlyArray<readonly [string, Codec<unknown>]>
  const names = new Set(entries.map(([name]) => name))
  const inner = fields(codecs as unknown as Readonly<Record<string, Decoder<unknown>>>)
  const reader = decoder('an object', (value, context): E.Either<t.Errors, A> => {
    const read = inner.validate(value, context)
    const errors: t.ValidationError[] = E.isLeft(read) ? [...read.left] : []
    for (const [name, actual] of isRecord(value) ? Object.entries(value) : [])
      if (!names.has(name))
        moveInto(errors, [{ value: actual, context: [] }], context, { step: stepTo(name), type: nothing, actual })
    if (errors.length > 0 || E.isLeft(read)) return E.left(errors)
    const held = Object.entries(read.right)
    const there = held.filter(([, field]) => field !== undefined)
    return E.right((there.length === held.length ? read.right : Object.fromEntries(there)) as unknown as A)
  })
  return codec(reader, (value) =>
    isRecord(value)
      ? Object.fromEntries(
          entries.flatMap(([name, field]) => {
            const json = field.encode(value[name])
            return json === undefined ? [] : [[name, json] as const]
          }),
        )
      : null,
  )
}

const isTagged = (value: unknown): value is { readonly _tag: unknown } => isRecord(value)

/** A fact: its plain value when it was observed, `{ assumed, because }` when it is stated, `{ unknown: true }` else. */
export const knowledge = <A>(inner: Codec<A>): Codec<Knowledge<A>> => {
  const observed = mapped(record({ known: inner }), (fact) => known(fact.known))
  const stated = mapped(record({ assumed: inner, because: textCodec }), (fact) => assumed(fact.assumed, fact.because))
  const open = mapped(
    record({ unknown: plain(holding('true', (value): value is true => value === true)) }),
    () => unknown,
  )
  const bare = mapped(inner, known)
  const formOf = (value: unknown): Decoder<Knowledge<A>> => {
    if (!isRecord(value)) return bare
    if (Object.hasOwn(value, 'assumed')) return stated
    if (Object.hasOwn(value, 'known')) return observed
    return Object.hasOwn(value, 'unknown') ? open : bare
  }
  return codec(
    decoder(`${inner.name}, or {"assumed": ..., "because": ...}, or {"unknown": true}`, (value, context) =>
      formOf(value).validate(value, context),
    ),
    (fact) => {
      if (!isTagged(fact)) return null
      if (fact._tag === 'Known') return inner.encode(fact.value)
      return fact._tag === 'Assumed'
        ? { assumed: inner.encode(fact.value) ?? null, because: textCodec.encode(fact.because) ?? null }
        : { unknown: true }
    },
  )
}

const textCodec: Codec<string> = plain(holding('a string', (value): value is string => typeof value === 'string'))
