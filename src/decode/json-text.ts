/**
 * Answers what a text holds: one JSON document, or one JSON document on each line as `docker ps` prints them. A text that
 * holds neither is refused with the place where it stops being JSON, or by name if it is known for something else.
 */
import { either as E, option as O } from 'fp-ts'

import { show } from '../core/problem.js'
import { describeKind } from './kinds.js'
import { identifyText } from './detect-text.js'
import type { DecodeError } from './error.js'
import { brokenAt } from './json-position.js'

/**
 * Reads a text as JSON; of several documents, one a line, it makes an array.
 *
 * A byte order mark in front is skipped. Of a key that comes twice the later value counts, as in Go. Keys such as
 * `__proto__` are ordinary.
 * Fails with WrongFile for a table, a log, YAML and the like, and with InvalidInput, naming line and column, for broken
 * JSON. `source` is what was to be read, for the error.
 *
 * @example
 * ```ts
 * import { linesOf, parseJsonText } from 'gcplan/decode'
 *
 * const parsed = parseJsonText('crictl images -o json')('{"images": [}')
 * if (parsed._tag === 'Left') console.log(linesOf(parsed.left)[0]) // expected JSON, got "}" at line 1, column 13
 * ```
 */
export const parseJsonText =
  (source: string) =>
  (input: string): E.Either<DecodeError, unknown> => {
    const text = input.startsWith('\uFEFF') ? input.slice(1) : input
    const document = parse(text)
    if (O.isSome(document)) return E.right(document.value)
    const documents = parseLines(text)
    return O.isSome(documents) ? E.right(documents.value) : E.left(refusal(source, text))
  }

/** The document of a text that may be one; null is a document too. */
export const parse = (text: string): O.Option<unknown> => O.tryCatch((): unknown => JSON.parse(text))

const parseLines = (text: string): O.Option<ReadonlyArray<unknown>> => {
  if (!text.startsWith('{')) return O.none
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.length < 2 || !lines.every((line) => line.startsWith('{'))) return O.none
  const documents = lines.map(parse)
  return documents.every(O.isSome) ? O.some(documents.map(({ value }) => value)) : O.none
}

const refusal = (source: string, text: string): DecodeError => {
  const kind = identifyText(text)
  if (kind !== 'Unrecognized')
    return { _tag: 'WrongFile', source, found: describeKind(kind).is, instead: describeKind(kind).instead }
  return { _tag: 'InvalidInput', source, problems: [{ path: '', expected: 'JSON', actual: placeOf(text) }] }
}

const placeOf = (text: string): string => {
  const position = brokenAt(text)
  const lines = text.slice(0, position).split('\n')
  const rest = text.slice(position, position + 60).split('\n')[0] ?? ''
  const found = position >= text.length ? 'the end of the text' : rest.trim() === '' ? 'the end of a line' : show(rest)
  return `${found} at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}
