/**
 * Applies a JSON Patch: all operations in order, or none.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go applyJSPatch
 */
import type { either } from 'fp-ts'

import { flatMap, isRight, left, mapLeft, pipe, right } from '../core/fp.js'
import { isInstant, epochOfRfc3339 } from '../core/time.js'
import { canonicalJson } from '../internal/canonical-json.js'
import { type ApiError, apiError } from './answer.js'
import { isRecord } from '../internal/lists.js'

type Fields = Readonly<Record<string, unknown>>

/** What went wrong, or the value after it. */
type Edited = either.Either<string, unknown>

/** The API server takes no more operations than this. */
const mostOperations = 10_000

/** What a `replace` does where no field is: RFC 6902 refuses it, and releases up to 1.21 added the field. */
export type ReplacesAbsent = 'refused' | 'added'

/**
 * A value after a JSON Patch as RFC 6902 has it.
 *
 * Fails: `BadRequest` (400) for what is no list of objects, `RequestEntityTooLarge` (413) for too many operations, `Invalid` (422)
 * for an operation that cannot be carried out.
 */
export const jsonPatched = (
  before: unknown,
  patch: unknown,
  absentField: ReplacesAbsent = 'refused',
): either.Either<ApiError, unknown> => {
  if (!Array.isArray(patch)) return left(apiError(400, 'BadRequest', 'a JSON Patch is a list of operations'))
  if (patch.length > mostOperations)
    return left(apiError(413, 'RequestEntityTooLarge', `a JSON Patch has at most ${mostOperations} operations`))
  return (patch as ReadonlyArray<unknown>).reduce<either.Either<ApiError, unknown>>(
    (edited, operation, index) =>
      pipe(
        edited,
        flatMap((after) => carriedOut(after, operation, index, absentField)),
      ),
    right(before),
  )
}

const carriedOut = (
  before: unknown,
  given: unknown,
  index: number,
  absentField: ReplacesAbsent,
): either.Either<ApiError, unknown> =>
  pipe(
    readOperation(given),
    // What is an object is a patch that cannot be carried out, whatever it says.
    mapLeft((why) =>
      isRecord(given)
        ? apiError(422, 'Invalid', `operation ${index} of the JSON Patch: ${why}`)
        : apiError(400, 'BadRequest', `operation ${index} of the JSON Patch: ${why}`),
    ),
    flatMap((operation) =>
      pipe(
        operate(before, operation, absentField),
        mapLeft((why) => apiError(422, 'Invalid', `${operation.op} ${pointerOf(operation.path)}: ${why}`)),
      ),
    ),
  )

type Path = ReadonlyArray<string>

type Operation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: Path; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: Path }
  | { readonly op: 'move' | 'copy'; readonly path: Path; readonly from: Path }

const readOperation = (given: unknown): either.Either<string, Operation> => {
  if (!isFields(given)) return left('it is no object')
  const { op, value } = given
  const path = readPointer(given['path'])
  if (path === undefined) return left('path is no JSON pointer, such as /metadata/finalizers/0')
  switch (op) {
    case 'add':
    case 'replace':
    case 'test':
      return Object.hasOwn(given, 'value') ? right({ op, path, value }) : left(`${op} needs a value`)
    case 'remove':
      return right({ op, path })
    case 'move':
    case 'copy': {
      const from = readPointer(given['from'])
      return from === undefined ? left(`${op} needs a JSON pointer as from`) : right({ op, path, from })
    }
    default:
      return left('op is none of add, remove, replace, move, copy, test')
  }
}

const readPointer = (given: unknown): Path | undefined => {
  if (typeof given !== 'string' || (given !== '' && !given.startsWith('/'))) return undefined
  return given
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

const pointerOf = (path: Path): string =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const operate = (before: unknown, operation: Operation, absentField: ReplacesAbsent): Edited => {
  const { op, path } = operation
  switch (op) {
    case 'add':
      return edit(before, path, (place, name) => added(place, name, operation.value), operation.value)
    case 'replace':
      return edit(
        before,
        path,
        (place, name) =>
          absentField === 'added' && isFields(place)
            ? right(withField(place, name, operation.value))
            : replaced(place, name, operation.value),
        operation.value,
      )
    case 'remove':
      return edit(before, path, removed)
    case 'test':
      return pipe(
        valueAt(before, path),
        flatMap((held) => (isEqual(held, operation.value) ? right(before) : left(`it is ${canonicalJson(held)}`))),
      )
    case 'copy':
    case 'move':
      return pipe(
        valueAt(before, operation.from),
        mapLeft((why) => `from ${pointerOf(operation.from)}: ${why}`),
        flatMap((held) =>
          pipe(
            op === 'copy' ? right(before) : edit(before, operation.from, removed),
            flatMap((rest) => edit(rest, path, (place, name) => added(place, name, held), held)),
          ),
        ),
      )
  }
}

/** Times are instants in the store and text in a patch. */
const isEqual = (held: unknown, stated: unknown): boolean => {
  if (!isInstant(held) || typeof stated !== 'string') return canonicalJson(held) === canonicalJson(stated)
  return epochOfRfc3339(stated) === held.getTime()
}

const valueAt = (value: unknown, path: Path): Edited => {
  let at = value
  for (const name of path) {
    if (!has(at, name)) return left(absent)
    at = (at as Fields)[name]
  }
  return right(at)
}

/** Changes the value at a path, and copies everything above it; `whole` is the result for the empty path. */
const edit = (
  value: unknown,
  path: Path,
  change: (place: unknown, name: string) => Edited,
  whole?: unknown,
): Edited => {
  const last = path.at(-1)
  if (last === undefined) return whole === undefined ? left('the whole object cannot go') : right(whole)
  const places: unknown[] = [value]
  for (const name of path.slice(0, -1)) {
    const place = places.at(-1)
    if (!has(place, name)) return left(absent)
    places.push((place as Fields)[name])
  }
  let edited = change(places.pop(), last)
  for (let depth = places.length - 1; depth >= 0 && isRight(edited); depth--)
    edited = replaced(places[depth], path[depth] ?? '', edited.right)
  return edited
}

const added = (place: unknown, name: string, value: unknown): Edited => {
  if (!Array.isArray(place)) return isFields(place) ? right(withField(place, name, value)) : left(absent)
  const list: ReadonlyArray<unknown> = place
  const index = name === '-' ? list.length : indexOf(name)
  return index !== undefined && index <= list.length
    ? right([...list.slice(0, index), value, ...list.slice(index)])
    : left(`the list has ${list.length} entries`)
}

const replaced = (place: unknown, name: string, value: unknown): Edited => {
  if (!has(place, name)) return left(absent)
  return right(
    Array.isArray(place)
      ? place.map((entry: unknown, index) => (index === Number(name) ? value : entry))
      : withField(place as Fields, name, value),
  )
}

const removed = (place: unknown, name: string): Edited => {
  if (!has(place, name)) return left(absent)
  return right(
    Array.isArray(place)
      ? place.filter((_entry, index) => index !== Number(name))
      : Object.fromEntries(Object.entries(place as Fields).filter(([field]) => field !== name)),
  )
}

const absent = 'nothing is there'

const withField = (fields: Fields, name: string, value: unknown): Fields =>
  Object.fromEntries([...Object.entries(fields).filter(([field]) => field !== name), [name, value]])

const has = (place: unknown, name: string): boolean => {
  if (!Array.isArray(place)) return isFields(place) && Object.hasOwn(place, name) && place[name] !== undefined
  const index = indexOf(name)
  return index !== undefined && index < place.length
}

const indexOf = (name: string): number | undefined => (/^(0|[1-9]\d{0,8})$/.test(name) ? Number(name) : undefined)

const isFields = (value: unknown): value is Fields => isRecord(value) && !isInstant(value)
