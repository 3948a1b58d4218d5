/**
 * Parser of JSON text: one document, or several objects in a row, such as `docker ps` (one per line) and `ctr snapshots
 * info` (several lines each) print. Other text is rejected with the position of the syntax error, or by name if its
 * format is known.
 */
import { either as E, option as O } from 'fp-ts'

import { show } from '../core/problem.js'
import { describeKind } from './kinds.js'
import { identifyText } from './detect-text.js'
import type { DecodeError } from './error.js'
import { brokenAt } from './json-position.js'
import { firstPlace, placeAfter, sayPlace } from './parts/place.js'

/**
 * Reads a text as JSON; of several objects, each of which begins a line, it makes an array.
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
    if (typeof input !== 'string')
      return E.left({ _tag: 'InvalidInput', source, problems: [{ path: '', expected: 'text', actual: show(input) }] })
    const text = input.startsWith('\uFEFF') ? input.slice(1) : input
    const document = parse(text)
    if (O.isSome(document)) return E.right(document.value)
    const { documents, end, isWhole } = parseObjects(text)
    return isWhole
      ? E.right(documents)
      : E.left(refusal(source)(text, sayPlace(placeAfter(firstPlace, text.slice(0, end)), text.slice(end))))
  }

/** The document of a text that may be one; null is a document too. */
const parse = (text: string): O.Option<unknown> => O.tryCatch((): unknown => JSON.parse(text))

/** The objects at the beginning of a text, where the remainder or the broken object begins, and whether they are all of it. */
const parseObjects = (
  text: string,
): { readonly documents: ReadonlyArray<unknown>; readonly end: number; readonly isWhole: boolean } => {
  const documents: unknown[] = []
  for (let start = 0; ;) {
    const end = start + brokenAt(text.slice(start))
    const document = parse(text.slice(start, end))
    if (O.isSome(document)) documents.push(document.value)
    if (O.isNone(document) || text[start] !== '{' || !beginsLine.test(text.slice(end - 2, end + 1)))
      return { documents, end, isWhole: O.isSome(document) && end === text.length && documents.length > 1 }
    start = end
  }
}

const beginsLine = /\n\{$/

/** The refusal of a text that is broken, by name if its format is known; it needs the beginning of the text only. */
export const refusal =
  (source: string) =>
  (text: string, actual: string): DecodeError => {
    const kind = identifyText(text)
    if (kind !== 'Unrecognized')
      return { _tag: 'WrongFile', source, found: describeKind(kind).is, instead: describeKind(kind).instead }
    return { _tag: 'InvalidInput', source, problems: [{ path: '', expected: 'JSON', actual }] }
  }
