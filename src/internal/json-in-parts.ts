/** JSON whose long lists are made item by item, so that neither it nor its text is ever held whole. */
import type { Json } from './fact-forms.js'
import { isRecord } from './lists.js'
import { safeJson } from './safe-text.js'

/** What JSON is with lists of another form among its own. */
export type JsonWith<L> = Json | L | ReadonlyArray<JsonWith<L>> | { readonly [key: string]: JsonWith<L> }

/** JSON in which a function gives the items of a list, each time anew. */
export type JsonInParts = JsonWith<() => Iterable<Json>>

/**
 * JSON text in parts, of two spaces of indentation: joined, they are what {@link safeJson} writes of the same value.
 *
 * @example
 * ```ts
 * import { safeJson, safeJsonInParts } from 'gcplan/render'
 *
 * const text = [...safeJsonInParts({ kept: () => ['a', 'b'] })].join('')
 * console.log(text === safeJson({ kept: ['a', 'b'] }, 2)) // true
 * ```
 */
export const safeJsonInParts = (value: JsonInParts): Iterable<string> => together(partsOf(value, ''))

/**
 * True where some list in it is made item by item.
 *
 * @example
 * ```ts
 * import { hasLongLists } from 'gcplan/render'
 *
 * console.log(hasLongLists({ passes: [{ kept: () => ['a'] }] }), hasLongLists({ passes: [] })) // true false
 * ```
 */
export const hasLongLists = (value: JsonInParts): boolean => {
  if (typeof value === 'function') return true
  return isList(value) ? value.some(hasLongLists) : isRecord(value) && Object.values(value).some(hasLongLists)
}

const isWhole = (value: JsonInParts): value is Json => !hasLongLists(value)

const isList = (value: JsonInParts): value is ReadonlyArray<JsonInParts> => Array.isArray(value)

function* partsOf(value: JsonInParts, margin: string): Iterable<string> {
  if (typeof value === 'function') yield* enclosed(['[', ']'], margin, value(), whole)
  else if (isWhole(value)) yield* whole(value, margin)
  else if (isList(value)) yield* enclosed(['[', ']'], margin, value, partsOf)
  else yield* enclosed(['{', '}'], margin, Object.entries(value), field)
}

const whole = (value: Json, margin: string): Iterable<string> => [safeJson(value, 2).replaceAll('\n', `\n${margin}`)]

function* field([name, value]: readonly [string, JsonInParts], margin: string): Iterable<string> {
  yield `${safeJson(name)}: `
  yield* partsOf(value, margin)
}

function* enclosed<A>(
  [open, close]: readonly [string, string],
  margin: string,
  items: Iterable<A>,
  write: (item: A, margin: string) => Iterable<string>,
): Iterable<string> {
  const inner = `${margin}  `
  let isEmpty = true
  for (const item of items) {
    yield `${isEmpty ? open : ','}\n${inner}`
    yield* write(item, inner)
    isEmpty = false
  }
  yield isEmpty ? `${open}${close}` : `\n${margin}${close}`
}

/** Fewer and longer parts, for whoever pays for each. */
export function* together(parts: Iterable<string>, length: number = 2 ** 18): Iterable<string> {
  let gathered = ''
  for (const part of parts) {
    gathered += part
    if (gathered.length < length) continue
    yield gathered
    gathered = ''
  }
  if (gathered !== '') yield gathered
}
