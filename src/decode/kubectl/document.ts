/**
 * Decoder of one document of kubectl output: a list, an object, or an array of them.
 */
import { elementAt, isRecord } from '../../internal/lists.js'
import { either as E, function as F } from 'fp-ts'

import type { ObjectMeta } from '../../apiserver/object.js'
import type { Scope } from '../../apiserver/scope.js'
import { type Problem, problemLimit, show } from '../../core/problem.js'
import { type Decoder, fields, holding, own } from '../codec.js'
import { text } from '../leaf.js'
import { definedScopes, isDefinition } from './custom-resources.js'
import { isMetadataAlone, joinPath, problemsAt, readItem } from './item.js'
import type { ListedObject, ListRead, ObjectType } from './listing.js'
import { maybe, objectMeta } from './metadata.js'

/** What was read so far. */
export interface Reading {
  readonly wanted: ObjectType | undefined
  readonly objectMeta: Decoder<ObjectMeta>
  readonly objects: ListedObject[]
  /** Where objects come from: each document, and how many objects were read before it. */
  readonly origins: Origin[]
  readonly lists: ListRead[]
  /** What definitions of custom resources make served. */
  readonly scopes: Map<ListedObject, ReadonlyArray<Scope>>
  readonly problems: Problem[]
}

/** A document, and the place of its first object. */
interface Origin {
  readonly path: string
  readonly isList: boolean
  readonly first: number
}

export const noReading = (wanted: ObjectType | undefined, reader: Reading['objectMeta'] = objectMeta): Reading => ({
  wanted,
  objectMeta: reader,
  objects: [],
  origins: [],
  lists: [],
  scopes: new Map(),
  problems: [],
})

/** True once nothing more needs to be read. */
export const isHopeless = ({ problems }: Reading): boolean => problems.length >= problemLimit

/** Reads a list or an object. */
export const readDocument = (reading: Reading, value: unknown, path: string): void => {
  const origin = (isList: boolean): Origin => ({ path, isList, first: reading.objects.length })
  if (isRecord(value) && isListLike(value, reading.wanted)) {
    reading.origins.push(origin(true))
    readList(reading, value, path)
  } else {
    reading.origins.push(origin(false))
    readObject(reading, value, undefined, path)
  }
}

/** Where an object was read, while all of its list could be read. */
export const pathOf = ({ origins }: Reading, index: number): string => {
  let [low, high] = [0, origins.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (elementAt(origins, middle).first <= index) low = middle
    else high = middle - 1
  }
  const { path, isList, first } = elementAt(origins, low)
  return isList ? joinPath(path, `items[${index - first}]`) : path
}

type Fields = Readonly<Record<string, unknown>>

/** A custom kind may be called AllowList: an object has a uid of its own. */
const isListLike = (value: Fields, wanted: ObjectType | undefined): boolean => {
  const kind = own(value, 'kind')
  const listed = own(value, 'items')
  if (typeof kind !== 'string') return wanted !== undefined && Array.isArray(listed)
  const metadata = own(value, 'metadata')
  return kind.endsWith('List') && !(isRecord(metadata) && typeof own(metadata, 'uid') === 'string')
}

const readList = (reading: Reading, list: Fields, path: string): void => {
  const of = typeOfList(list) ?? reading.wanted
  const meta = listMeta.decode(own(list, 'metadata') ?? {})
  if (E.isLeft(meta)) reading.problems.push(...problemsAt(joinPath(path, 'metadata'))(meta.left))
  const listed = own(list, 'items') === null ? [] : own(list, 'items')
  if (!Array.isArray(listed)) {
    const actual = listed === undefined ? 'nothing' : show(listed)
    reading.problems.push({ path: joinPath(path, 'items'), expected: 'an array', actual })
    return
  }
  const shows = new Map<string, ObjectType>()
  for (let index = 0; index < listed.length && !isHopeless(reading); index++) {
    const type = readObject(reading, listed[index], of, path, index)
    if (type !== undefined) addType(shows, type)
  }
  if (E.isRight(meta)) {
    const { continue: token, _continue: renamed, remainingItemCount: remaining } = meta.right
    const continues = (token ?? renamed ?? '') !== ''
    reading.lists.push({ path, of, shows: [...shows.values()], count: listed.length, continues, remaining })
  }
}

const addType = (types: Map<string, ObjectType>, { apiVersion, kind }: ObjectType): void => {
  const key = `${kind} ${apiVersion}`
  if (!types.has(key)) types.set(key, { apiVersion, kind })
}

/** PodList holds Pods; List holds anything, and a list of metadata does not say what of. */
const typeOfList = (list: Fields): ObjectType | undefined => {
  const [apiVersion, kind] = [own(list, 'apiVersion'), own(list, 'kind')]
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined
  return kind === 'List' || isMetadataAlone(apiVersion, kind) ? undefined : { apiVersion, kind: kind.slice(0, -4) }
}

/** A client library renames the field that is a word of its language. */
const listMeta = fields({
  continue: maybe(text),
  _continue: maybe(text),
  remainingItemCount: maybe(
    holding('an integer of 0 or more', (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0),
  ),
})

/** Reads one object; gives its type if it could be read. */
const readObject = (
  reading: Reading,
  value: unknown,
  ofList: ObjectType | undefined,
  base: string,
  index?: number,
): ObjectType | undefined => {
  const path = (): string => (index === undefined ? base : joinPath(base, `items[${index}]`))
  return F.pipe(
    readItem(value, { ofList, wanted: reading.wanted, objectMeta: reading.objectMeta }),
    E.match(
      (problems) => {
        for (const problem of problems) reading.problems.push({ ...problem, path: joinPath(path(), problem.path) })
        return undefined
      },
      (object) => {
        reading.objects.push(object)
        if (isDefinition(object) && Object.hasOwn(object.body, 'spec')) readScopes(reading, object, path())
        return object
      },
    ),
  )
}

const readScopes = (reading: Reading, definition: ListedObject, path: string): void => {
  const scopes = definedScopes.decode(definition.body)
  if (E.isRight(scopes)) reading.scopes.set(definition, scopes.right)
  else reading.problems.push(...problemsAt(path)(scopes.left))
}
