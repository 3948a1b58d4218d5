/**
 * Reads text at a path of an arbitrary object. A path names fields with dots; `[]` iterates a list; `['a.b/c']` names a
 * field with dots in it.
 */
import { ownField } from '../../internal/access.js'

/** A path, taken apart once; `null` goes through a list. */
export type Path = ReadonlyArray<string | null>

/** Takes a path apart. */
export const pathOf = (text: string): Path =>
  [...text.matchAll(/\['([^']*)'\]|\[\]|([^.[\]]+)/g)].map(([whole, quoted, name]) =>
    whole === '[]' ? null : (quoted ?? name ?? ''),
  )

/** True for text that {@link pathOf} takes apart without a rest. */
export const isPathText = (text: unknown): boolean =>
  typeof text === 'string' && /^[^.[\]]+(\.[^.[\]]+|\[\]|\['[^']*'\])*$/.test(text)

/** What a walk found: a text, and the record that holds it. */
export type Found = (text: string, holder: unknown) => void

/**
 * Calls `found` for every text at a path. False when a value on the way has the wrong type: then the text is unknown.
 * What is absent or null on the way is absent, and so is empty text.
 */
export const eachText = (root: unknown, path: Path, found: Found, from = 0): boolean => {
  let value = root
  let holder: unknown = undefined
  for (let at = from; at < path.length; at++) {
    if (value === undefined || value === null) return true
    const name = path[at]
    if (name === null || name === undefined) {
      if (!Array.isArray(value)) return false
      let readable = true
      for (const item of value as ReadonlyArray<unknown>) readable = eachText(item, path, found, at + 1) && readable
      return readable
    }
    if (typeof value !== 'object' || Array.isArray(value)) return false
    holder = value
    value = ownField(value, name)
  }
  if (value === undefined || value === null || value === '') return true
  if (typeof value !== 'string') return false
  found(value, holder)
  return true
}

/** The first text at a path; null when there is none, or a value on the way has the wrong type. */
export const textAt = (root: unknown, path: Path): string | null => {
  let text: string | null = null
  eachText(root, path, (found) => {
    text ??= found
  })
  return text
}
