/**
 * Answers what a JSON value is to the runner: how a place in it is named, how it is shown, how a field is read safely.
 */

/** An object whose keys come from outside. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True for a plain object: neither null, nor an array, nor an instance of anything. */
export const isObject = (value: unknown): value is JsonObject => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The own field of this name; `undefined` when there is none. */
export const fieldOf = (value: JsonObject, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined)

/** The path of an item. */
export const itemPath = (path: string, index: number): string => `${path}[${index}]`

/** The path of a field; names that are no plain words are quoted. */
export const keyPath = (path: string, key: string): string =>
  /^[\w$-]+$/.test(key) ? (path === '' ? key : `${path}.${key}`) : `${path}[${JSON.stringify(key)}]`

/** Prints a value as JSON in at most `limit` characters, and says so where it is none. */
export const showJson = (value: unknown, limit = 200): string => {
  const text = printed(value)
  return text.length > limit ? `${text.slice(0, limit - 3)}...` : text
}

const printed = (value: unknown): string => {
  if (value === undefined) return 'absent'
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return `${value} (no JSON)`
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !isObject(value))
    return `${Object.prototype.toString.call(value)} (no JSON)`
  try {
    return JSON.stringify(value) ?? `a ${typeof value} (no JSON)`
  } catch {
    return `${Array.isArray(value) ? 'an array' : 'an object'} (no JSON)`
  }
}
