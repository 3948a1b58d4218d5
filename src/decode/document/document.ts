/**
 * The envelope of gcplan's own files: kind, version and value.
 */
import { either as E } from 'fp-ts'

import { pipe } from '../../core/function.js'
import type { InvalidInput } from '../../core/problem.js'
import type { Decoder } from '../codec.js'
import { decoder, holding, isRecord, mapped, own, readFrom } from '../codec.js'
import type { FileDecoder } from '../file.js'
import { fileOf } from '../file.js'
import { parseJsonText } from '../json-text.js'
import type { ReadTag } from '../kinds.js'
import type { Codec } from './codec.js'
import { plain, record } from './codec.js'

/** Reads and writes one kind of file. */
export interface Document<A> {
  readonly decode: FileDecoder<A>
  /** The text of the file; fails where the value has no JSON form, such as an invalid Date. */
  readonly encode: (value: A) => E.Either<InvalidInput, string>
}

/** One value and no other. */
export const constant = <C extends string | number>(value: C): Codec<C> =>
  plain(holding(JSON.stringify(value), (read): read is C => read === value))

/** A kind of file, version 1; `title` names it in errors. With a tag, other files that are known are named as such. */
export const documentOf = <A extends object>(
  { tag, kind, title }: { readonly tag?: ReadTag; readonly kind: string; readonly title: string },
  codecs: { readonly [K in keyof A]-?: Codec<A[K]> },
): Document<A> => {
  const head = { kind: constant(kind), version: constant(1) }
  const whole = record<{ readonly kind: string; readonly version: number } & A>({ ...head, ...codecs } as never)
  const reader: Decoder<A> = mapped(withoutSchema(whole), (value) => without(value, Object.keys(head)) as A)
  return {
    decode: tag === undefined ? jsonOf(title, reader) : fileOf(tag, title, reader),
    encode: (value) => {
      const json = whole.encode({ ...value, kind, version: 1 })
      return E.map(() => `${JSON.stringify(json, null, 2)}\n`)(readFrom(reader)(title)(json))
    },
  }
}

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
