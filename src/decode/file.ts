/**
 * Decoders of whole files: parse the text, reject other kinds of file by name, decode the rest.
 */
import { either as E } from 'fp-ts'

import { pipe } from '../core/fp.js'
import { type Decoder, readFrom } from './codec.js'
import { identifyJson } from './detect.js'
import type { DecodeError } from './error.js'
import { parseJsonText } from './json-text.js'
import { type ReadTag, describeKind } from './kinds.js'

/** Reads one file: its text, or its JSON already parsed. */
export type FileDecoder<A> = (input: unknown) => E.Either<DecodeError, A>

/** A reader of files of one kind; `source` says what is to be read. A file without any mark is read as if it were one. */
export const fileOf =
  <A>(wanted: ReadTag, source: string, reader: Decoder<A>): FileDecoder<A> =>
  (input) => {
    const { instead } = describeKind(wanted)
    return pipe(
      typeof input === 'string' ? parseJsonText(source)(input) : E.right(input),
      E.mapLeft((error: DecodeError) => (error._tag === 'WrongFile' ? { ...error, instead } : error)),
      E.flatMap((value): E.Either<DecodeError, A> => {
        const kind = identifyJson(value)
        return kind === wanted || kind === 'Unrecognized'
          ? readFrom(reader)(source)(value)
          : E.left({ _tag: 'WrongFile', source, found: describeKind(kind).is, instead })
      }),
    )
  }
