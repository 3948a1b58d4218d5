/**
 * Reads what a document holds, as its schema says: every field is required, unknown fields are rejected.
 */
import { either as E, option as O } from 'fp-ts'
import type * as t from 'io-ts'

import { assumed, known, unknown } from '../../core/knowledge.js'
import type { AnyFields, AnySchema } from '../../internal/schema/schema.js'
import { type Decoder, decoder, fields, holding, items, mapped, moveInto, own, refuse, stepTo } from '../codec.js'
import { isZeroTime } from '../instant.js'
import { instantText, text } from '../leaf.js'
import { isRecord } from '../../internal/lists.js'

/** Readers by the name of a field. */
type Readers = Readonly<Record<string, Decoder<unknown>>>

/** A reader of what a schema describes. */
export const readerOf = ({ form }: AnySchema): Decoder<unknown> => {
  switch (form._tag) {
    case 'Leaf':
      return holding(form.expected, (value): value is unknown => form.holds(value))
    case 'Instant':
      return instantText
    case 'List':
      return items(readerOf(form.item))
    case 'Object':
      return exactly(readersOf(form.fields))
    case 'Tagged':
      return tagged(form.cases)
    case 'Option':
      return form.inner.form._tag === 'Instant' ? moment : orNull(readerOf(form.inner))
    case 'Nullable':
      return mapped(orNull(readerOf(form.inner)), O.toNullable)
    case 'Knowledge':
      return knowledge(readerOf(form.inner))
    case 'Optional':
      return optional(readerOf(form.inner))
    case 'TextOr':
      return textOr(readerOf(form.text), readerOf(form.other))
    case 'Pairs':
      return pairs
    case 'Opaque':
      return decoder('nothing that a file can hold', refuse)
  }
}

const readersOf = (schemas: AnyFields): Readers =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, readerOf(schema)]))

/** An object with these fields and no others; a field that is read as undefined is left out. */
export const exactly = (readers: Readers): Decoder<Readonly<Record<string, unknown>>> => {
  const inner = fields(readers)
  return decoder('an object', (value, context) => {
    const read = inner.validate(value, context)
    const errors: t.ValidationError[] = E.isLeft(read) ? [...read.left] : []
    for (const [name, actual] of isRecord(value) ? Object.entries(value) : [])
      if (!Object.hasOwn(readers, name))
        moveInto(errors, [{ value: actual, context: [] }], context, { step: stepTo(name), type: nothing, actual })
    if (errors.length > 0 || E.isLeft(read)) return E.left(errors)
    const held = Object.entries(read.right)
    const there = held.filter(([, field]) => field !== undefined)
    return E.right(there.length === held.length ? read.right : Object.fromEntries(there))
  })
}

const nothing: Decoder<never> = decoder('no such field', refuse)

/** One value and no other. */
export const constant = <C extends string | number>(value: C): Decoder<C> =>
  holding(JSON.stringify(value), (read): read is C => read === value)

/** Cases with something that no file can hold are left out. */
const tagged = (cases: Readonly<Record<string, AnyFields>>): Decoder<unknown> => {
  const entries = Object.entries(cases).filter(([, schemas]) =>
    Object.values(schemas).every(({ form }) => form._tag !== 'Opaque'),
  )
  const byTag = new Map<unknown, Decoder<unknown>>(
    entries.map(([tag, schemas]) => [tag, exactly({ _tag: constant(tag), ...readersOf(schemas) })]),
  )
  const tags = entries.map(([tag]) => JSON.stringify(tag))
  return decoder(`an object with _tag ${tags.join(' or ')}`, (value, context) => {
    const reader = isRecord(value) ? byTag.get(own(value, '_tag')) : undefined
    return reader === undefined ? refuse(value, context) : reader.validate(value, context)
  })
}

const orNull = <A>(inner: Decoder<A>): Decoder<O.Option<A>> =>
  decoder(`${inner.name}, or null`, (value, context) =>
    value === null ? E.right(O.none) : E.map(O.some<A>)(inner.validate(value, context)),
  )

/** A time that may be absent: null, or Go's zero time. */
const moment: Decoder<O.Option<Date>> = mapped(
  orNull(instantText),
  O.filter((date) => !isZeroTime(date)),
)

const optional = <A>(inner: Decoder<A>): Decoder<A | undefined> =>
  decoder(inner.name, (value, context) => (value === undefined ? E.right(undefined) : inner.validate(value, context)))

/** Either of two, told apart by whether the value is a text. */
const textOr = (word: Decoder<unknown>, other: Decoder<unknown>): Decoder<unknown> =>
  decoder(`${word.name}, or ${other.name}`, (value, context) =>
    (typeof value === 'string' ? word : other).validate(value, context),
  )

const stated = holding('true', (value): value is true => value === true)

/** A fact: its plain value when it was observed, `{ assumed, because }` when it is stated, `{ unknown: true }` else. */
const knowledge = (inner: Decoder<unknown>): Decoder<unknown> => {
  const forms: Readers = {
    assumed: mapped(exactly({ assumed: inner, because: text }), (fact) =>
      assumed(fact['assumed'], String(fact['because'])),
    ),
    known: mapped(exactly({ known: inner }), (fact) => known(fact['known'])),
    unknown: mapped(exactly({ unknown: stated }), () => unknown),
  }
  const bare = mapped(inner, known)
  const formOf = (value: unknown): Decoder<unknown> => {
    const word = isRecord(value) ? Object.keys(forms).find((name) => Object.hasOwn(value, name)) : undefined
    return (word === undefined ? undefined : forms[word]) ?? bare
  }
  return decoder(`${inner.name}, or {"assumed": ..., "because": ...}, or {"unknown": true}`, (value, context) =>
    formOf(value).validate(value, context),
  )
}

/** Pairs of texts as an object; any key is safe, `__proto__` too. Nothing stands for none. */
export const pairs: Decoder<ReadonlyArray<readonly [string, string]>> = decoder(
  'an object of strings',
  (value, context) => {
    if (value === undefined) return E.right([])
    if (!isRecord(value)) return refuse(value, context)
    const found: (readonly [string, string])[] = []
    const errors: t.ValidationError[] = []
    for (const [key, actual] of Object.entries(value))
      if (typeof actual === 'string') found.push([key, actual])
      else moveInto(errors, [{ value: actual, context: [] }], context, { step: stepTo(key), type: text, actual })
    return errors.length > 0 ? E.left(errors) : E.right(found)
  },
)
