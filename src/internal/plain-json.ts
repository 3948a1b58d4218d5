/** Whether a value is plain JSON, so that writing and reading it gives the same value. */
import { type Problem, show } from '../core/problem.js'
import { isInstant } from '../core/time.js'

/**
 * The first part of a value that is not plain JSON: NaN or infinity, a bigint, a function, a symbol, an instance of a class other
 * than `Date`, a hole, a value within itself, or an object with a getter or a symbol for a key. Instants are plain; fields that are undefined are absent. Depth is bounded by
 * memory alone.
 */
export const notPlainJson = (value: unknown): Problem | null => {
  const within = new Set<object>()
  const left: Piece[] = [{ _tag: 'Value', value, path: '' }]
  for (let piece = left.pop(); piece !== undefined; piece = left.pop()) {
    if (piece._tag === 'End') {
      within.delete(piece.of)
      continue
    }
    const held = piece.value
    const problem = problemOf(held, piece.path, within)
    if (problem !== null) return problem
    if (typeof held !== 'object' || held === null || held instanceof Date) continue
    within.add(held)
    left.push({ _tag: 'End', of: held })
    const parts = partsOf(held, piece.path)
    for (let place = parts.length - 1; place >= 0; place--) left.push(...parts.slice(place, place + 1))
  }
  return null
}

type Piece =
  | { readonly _tag: 'Value'; readonly value: unknown; readonly path: string }
  | { readonly _tag: 'End'; readonly of: object }

const problemOf = (held: unknown, path: string, within: ReadonlySet<object>): Problem | null => {
  switch (typeof held) {
    case 'string':
    case 'boolean':
      return null
    case 'number':
      return Number.isFinite(held) ? null : { path, expected: 'a number that JSON has', actual: show(held) }
    case 'object':
      if (held === null || isInstant(held)) return null
      if (within.has(held)) return { path, expected: plain, actual: 'a value within itself' }
      if (!Array.isArray(held) && !isRecord(held)) return { path, expected: plain, actual: nameOf(held) }
      return Reflect.ownKeys(held).some((key) => isHidden(held, key))
        ? { path, expected: plain, actual: 'an object with a getter or a symbol' }
        : null
    default:
      return { path, expected: plain, actual: show(held) }
  }
}

const plain = 'plain JSON'

/** From this realm or another one. */
const isRecord = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return (
    prototype === null ||
    (Object.prototype.toString.call(value) === '[object Object]' && Object.getPrototypeOf(prototype) === null)
  )
}

/** What the text would not tell, or what may read differently the next time. */
const isHidden = (value: object, key: string | symbol): boolean =>
  typeof key === 'symbol' || Object.getOwnPropertyDescriptor(value, key)?.get !== undefined

const nameOf = (value: object): string =>
  value instanceof Date ? 'Invalid Date' : `an object of ${Object.prototype.toString.call(value).slice(8, -1)}`

const partsOf = (value: object, path: string): ReadonlyArray<Piece> =>
  Array.isArray(value)
    ? Array.from(value, (item: unknown, index) => ({ _tag: 'Value', value: item, path: `${path}[${index}]` }))
    : Object.entries(value).flatMap(([key, item]): ReadonlyArray<Piece> =>
        item === undefined ? [] : [{ _tag: 'Value', value: item, path: path === '' ? key : `${path}.${key}` }],
      )
