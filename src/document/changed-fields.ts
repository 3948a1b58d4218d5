/** Which fields of two values differ, as text for a sentence. */
import { canonicalJson } from '../internal/canonical-json.js'

/** So many fields are named; of the others it is said how many there are. */
const named = 3

/** The fields that differ, as `a.b is 2 instead of 1`; empty where none does. */
export const changedFields = (before: unknown, after: unknown): string => {
  const changed = changesIn('', before, after)
  const more = changed.length - named
  return [...changed.slice(0, named), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

const changesIn = (path: string, before: unknown, after: unknown): ReadonlyArray<string> => {
  if (canonicalJson(before) === canonicalJson(after)) return []
  if (!isOpen(before) || !isOpen(after)) return [`${path} is ${said(after)} instead of ${said(before)}`]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) =>
    changesIn(path === '' ? field : `${path}.${field}`, before[field], after[field]),
  )
}

const isOpen = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !(value instanceof Date)

const said = (value: unknown): string => (value === undefined ? 'nothing' : canonicalJson(value))
