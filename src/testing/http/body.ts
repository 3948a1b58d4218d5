/**
 * Bodies of objects: JSON as clients send and get it, with all that they say. The rules of the API server are about objects
 * with instants and without null; what they change of such an object is changed in its body, and nothing else of it.
 */
import { either as E, function as F } from 'fp-ts'

import type { WholeObject } from '../../apiserver/object.js'
import { isInstant } from '../../core/time.js'
import { isRecord } from '../../internal/lists.js'
import { decodeKubectlObjects, kubernetesClusterSnapshot, linesOf } from '../../decode/index.js'
import { noon } from '../when.js'

/** Fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/** True for a JSON object. */
export const isFields = (value: unknown): value is Fields => isRecord(value) && !isInstant(value)

/** A field that is a JSON object; the empty one where it is none. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : nothing)

const nothing: Fields = {}

/** An object of a body that has a name and a uid, or what is wrong with it. */
export const objectOf = (body: Fields): E.Either<string, WholeObject> =>
  F.pipe(
    decodeKubectlObjects([body]),
    E.flatMap((listing) => kubernetesClusterSnapshot({ at: noon, listings: [listing], scopes: [], covers: [] })),
    E.mapLeft((error) => linesOf(error).slice(0, 3).join('; ')),
    E.flatMap(({ objects: [object] }) => (object === undefined ? E.left('it is no object') : E.right(object))),
  )

/** An instant as the API server writes it. */
export const textOfInstant = (at: Date): string => at.toISOString().replace('.000Z', 'Z')

/** A value as JSON: instants are text, and fields that are undefined are left out. */
export const encoded = (value: unknown): unknown => {
  if (isInstant(value)) return textOfInstant(value)
  if (Array.isArray(value)) return value.map(encoded)
  if (!isFields(value)) return value
  const fields: [string, unknown][] = []
  for (const [name, field] of Object.entries(value)) if (field !== undefined) fields.push([name, encoded(field)])
  return Object.fromEntries(fields)
}

/** A body after a change of what it was decoded to. */
export const rebased = (body: Fields, before: WholeObject, after: WholeObject): Fields =>
  fieldsOf(rebasedValue(body, before, after))

const rebasedValue = (json: unknown, before: unknown, after: unknown): unknown => {
  if (before === after) return json
  if (isInstant(before) && isInstant(after)) return before.getTime() === after.getTime() ? json : encoded(after)
  if (Array.isArray(before) && Array.isArray(after) && Array.isArray(json)) return rebasedList(json, before, after)
  return isFields(before) && isFields(after) && isFields(json) ? rebasedFields(json, before, after) : encoded(after)
}

const rebasedList = (
  json: ReadonlyArray<unknown>,
  before: ReadonlyArray<unknown>,
  after: ReadonlyArray<unknown>,
): unknown =>
  before.length === json.length && before.length === after.length
    ? after.map((item, index) => rebasedValue(json[index], before[index], item))
    : encoded(after)

/** What the body has and the object was not decoded to stays. */
const rebasedFields = (json: Fields, before: Fields, after: Fields): Fields => {
  const fields: [string, unknown][] = []
  for (const [name, value] of Object.entries(json)) {
    if (Object.hasOwn(after, name) && after[name] !== undefined)
      fields.push([
        name,
        Object.hasOwn(before, name) ? rebasedValue(value, before[name], after[name]) : encoded(after[name]),
      ])
    else if (before[name] === undefined) fields.push([name, value])
  }
  for (const [name, value] of Object.entries(after))
    if (value !== undefined && !Object.hasOwn(json, name)) fields.push([name, encoded(value)])
  return Object.fromEntries(fields)
}
