/**
 * gcplan's own files: an envelope of kind and version around what a schema describes. Whatever is written can be read
 * back.
 */
import { either as E } from 'fp-ts'

import { pipe } from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { safeJson } from '../../internal/safe-text.js'
import { object } from '../../internal/schema/object.js'
import { type AnyFields, type Schema, leaf } from '../../internal/schema/schema.js'
import { type Decoder, decoder, mapped, own, readFrom } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { parseJsonText } from '../json-text.js'
import type { ReadTag } from '../kinds.js'
import { readerOf } from './read.js'
import { writerOf } from './write.js'
import { isRecord } from '../../internal/lists.js'

/** Reads and writes one kind of file. */
export interface Document<A> {
  readonly decode: FileDecoder<A>
  /** The text of the file; fails where the value has no JSON form, such as an invalid Date. */
  readonly encode: (value: A) => E.Either<InvalidInput, string>
}

/** What a file is called: by `detect`, in the file itself, and in errors. */
interface Head {
  readonly tag?: ReadTag
  readonly kind: string
  readonly title: string
}

/** A reader of what a schema describes. */
export const reading = <A>(schema: Schema<A>): Decoder<A> => readerOf(schema) as Decoder<A>

/** A kind of file, version 1. With a tag, other files that are known are named as such. */
export const documentOf = <A extends object>({ tag, kind, title }: Head, { form }: Schema<A>): Document<A> => {
  const head: AnyFields = { kind: constant(kind), version: constant(1) }
  const whole = object<object>({ ...head, ...(form._tag === 'Object' ? form.fields : {}) })
  const reader = mapped(withoutSchema(readerOf(whole)), (value) => without(value as object, Object.keys(head)) as A)
  const write = writerOf(whole)
  return {
    decode: tag === undefined ? jsonOf(title, reader) : fileOf(tag, title, reader),
    encode: (value) => {
      const json = write({ ...value, kind, version: 1 })
      return E.map(() => `${safeJson(json, 2)}\n`)(readFrom(reader)(title)(json))
    },
  }
}

/** One value and no other. */
const constant = (value: string | number): Schema<string | number> =>
  leaf(JSON.stringify(value), (read): read is string | number => read === value)

/** Reads a text as JSON, or JSON already parsed. */
export const jsonOf =
  <A>(title: string, reader: Decoder<A>): FileDecoder<A> =>
  (input) =>
    pipe(
      typeof input === 'string' ? parseJsonText(title)(input) : E.right(input),
      E.flatMap((value) => readFrom(reader)(title)(value)),
    )

/** Drops `$schema`, which editors use and which is not part of the value. */
export const withoutSchema = <A>(whole: Decoder<A>): Decoder<A> =>
  decoder(whole.name, (value, context) =>
    whole.validate(
      isRecord(value) && typeof own(value, '$schema') === 'string' ? without(value, ['$schema']) : value,
      context,
    ),
  )

const without = (value: object, names: ReadonlyArray<string>): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
