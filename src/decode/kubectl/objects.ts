/**
 * Decoders of API objects, from kubectl output or from client libraries.
 */
import { either as E, function as F } from 'fp-ts'

import { show } from '../../core/problem.js'
import { own } from '../codec.js'
import type { DecodeError } from '../error.js'
import type { FileDecoder } from '../file.js'
import { parseJsonText } from '../json-text.js'
import { type Reading, isHopeless, noReading, pathOf, readDocument } from './document.js'
import { joinPath } from './item.js'
import type { Listing, ObjectType } from './listing.js'
import { merge } from './merge.js'
import { metadataInCommon } from './metadata.js'
import type { Keep } from '../parts/frames.js'
import { type PartsReader, jsonInParts } from '../parts/json-parts.js'
import { unlessProblems } from '../problems.js'
import { otherFile, otherText, source } from './other-file.js'
import { isRecord } from '../../internal/lists.js'

/**
 * Reads objects of an API server.
 *
 * Shape: a `List`, a typed list (`get --raw`), one object, or several of these one per line, as text or parsed; or an
 * iterable of them, such as an array or the pages of a long list. Objects of client libraries, with `Date`s, work too.
 * Metadata is decoded; the rest is kept as given. Items without a kind take that of their list; if the list has none,
 * use {@link decodeKubectlObjectsOf}. Of one object in several versions the newest counts: of equal ones the first, of
 * incomparable ones the last. Of two objects with one name the newer counts.
 * Order: of first occurrence. Times are cut to the millisecond. Fails with WrongFile for tables, YAML, audit logs and
 * the like, and with InvalidInput for incomplete objects, a uid that two objects share, and a name that two objects
 * share if it is unclear which is newer.
 *
 * @example
 * ```ts
 * import { decodeKubectlObjects } from 'gcplan/decode'
 *
 * const web = { metadata: { name: 'web', namespace: 'shop', uid: 'a1', creationTimestamp: '2026-11-21T03:00:46Z' } }
 * const decoded = decodeKubectlObjects({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [web] })
 * if (decoded._tag === 'Right') console.log(decoded.right.objects.map(({ kind }) => kind).join()) // Pod
 * ```
 */
export const decodeKubectlObjects: FileDecoder<Listing> = (input) => readObjects(input, undefined)

/**
 * Reads objects of one kind that may not name it: arrays of a client library, or a PartialObjectMetadataList.
 *
 * Shape, order and failures are those of {@link decodeKubectlObjects}; an object that names another kind is a problem.
 *
 * @example
 * ```ts
 * import { decodeKubectlObjectsOf } from 'gcplan/decode'
 *
 * const decoded = decodeKubectlObjectsOf({ apiVersion: 'v1', kind: 'ConfigMap' })([{ metadata: { name: 'a', uid: 'a1' } }])
 * if (decoded._tag === 'Right') console.log(decoded.right.objects[0]?.kind) // ConfigMap
 * ```
 */
export const decodeKubectlObjectsOf =
  (type: ObjectType): FileDecoder<Listing> =>
  (input) =>
    isType(type)
      ? readObjects(input, type)
      : E.left({
          _tag: 'InvalidInput',
          source,
          problems: [{ path: 'type', expected: 'apiVersion and kind', actual: show(type) }],
        })

/**
 * Reads a text of objects that comes in parts, such as a file that is larger than any text can be.
 *
 * Shape, order and failures are those of {@link decodeKubectlObjects} for the whole text, wherever its parts end; a single value
 * of more than 512 MiB is broken JSON. `keep` says what is held of each object while the others are read: of what it leaves out
 * nothing is known, and it is given items of lists as they are in the text.
 *
 * @example
 * ```ts
 * import { kubectlObjectsInParts } from 'gcplan/decode'
 *
 * const reader = kubectlObjectsInParts()
 * for (const part of ['{"kind": "PodList", "apiVersion": "v1", "items": [{"meta', 'data": {"name": "a", "uid": "a1"}}]}'])
 *   reader.add(part)
 * const decoded = reader.end()
 * if (decoded._tag === 'Right') console.log(decoded.right.objects.map(({ kind }) => kind).join()) // Pod
 * ```
 */
export const kubectlObjectsInParts = (keep: Keep = F.identity): PartsReader<Listing> => {
  const { add, end } = jsonInParts(source, keep)
  return {
    add,
    end: () => {
      const reading = noReading(undefined, metadataInCommon())
      return F.pipe(
        end(),
        E.match(
          (error) => located(error, ''),
          (document) => readParsed(reading, document, ''),
        ),
        (wrong) => (wrong === undefined ? answer(reading) : E.left(wrong)),
      )
    },
  }
}

const isType = (type: unknown): boolean =>
  isRecord(type) && typeof own(type, 'apiVersion') === 'string' && typeof own(type, 'kind') === 'string'

const readObjects = (input: unknown, type: ObjectType | undefined): E.Either<DecodeError, Listing> => {
  const reading = noReading(type)
  const wrong = isIterable(input) ? readPages(reading, input) : readPage(reading, input, '')
  return wrong === undefined ? answer(reading) : E.left(wrong)
}

const readPages = (reading: Reading, pages: Iterable<unknown>): DecodeError | undefined => {
  const other = Array.isArray(pages) ? otherFile(pages, reading.wanted, '') : undefined
  if (other !== undefined) return other
  let index = 0
  for (const page of pages) {
    const wrong = readPage(reading, page, `[${index++}]`)
    if (wrong !== undefined) return wrong
    if (isHopeless(reading)) return undefined
  }
  return undefined
}

/** Reads a text, a document, or an array of documents. */
const readPage = (reading: Reading, page: unknown, path: string): DecodeError | undefined =>
  F.pipe(
    typeof page === 'string' ? parseJsonText(source)(page) : E.right(page),
    E.match(
      (error) => located(error, path),
      (document) => readParsed(reading, document, path),
    ),
  )

const readParsed = (reading: Reading, document: unknown, path: string): DecodeError | undefined => {
  const wrong = otherFile(document, reading.wanted, path)
  if (wrong !== undefined || !Array.isArray(document)) {
    if (wrong === undefined) readDocument(reading, document, path)
    return wrong
  }
  for (let index = 0; index < document.length && !isHopeless(reading); index++) {
    const inner = otherFile(document[index], reading.wanted, `${path}[${index}]`)
    if (inner !== undefined) return inner
    readDocument(reading, document[index], `${path}[${index}]`)
  }
  return undefined
}

/** A string is an iterable too, and a document may be one by accident. */
const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  typeof own(value as Readonly<Record<string, unknown>>, 'kind') !== 'string' &&
  typeof (value as { readonly [Symbol.iterator]?: unknown })[Symbol.iterator] === 'function'

const located = (error: DecodeError, path: string): DecodeError => {
  if (error._tag === 'WrongFile') return otherText(error, path)
  const [first, ...rest] = error.problems
  return { ...error, problems: [{ ...first, path }, ...rest] }
}

/** What objects are to each other is asked once each of them is sound. */
const answer = (reading: Reading): E.Either<DecodeError, Listing> => {
  const { objects, lists, scopes, problems } = reading
  const merged = problems.length === 0 ? merge(objects) : undefined
  const between = merged?.problems.map(([index, problem]) => ({
    ...problem,
    path: joinPath(pathOf(reading, index), problem.path),
  }))
  return unlessProblems(source, [...problems, ...(between ?? [])])({
    objects: merged?.objects ?? [],
    lists,
    scopes: scopes.size === 0 ? [] : (merged?.objects ?? []).flatMap((object) => scopes.get(object) ?? []),
    relisted: merged?.relisted ?? 0,
    recreated: merged?.recreated ?? [],
  })
}
