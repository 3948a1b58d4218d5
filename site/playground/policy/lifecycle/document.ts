/** The policy of the lifecycle as a document that a form changes: fields by their path, everything else left as it is. */
import { either as E } from 'fp-ts'

import { yaml } from '../../../../src/cli/yaml.js'

/** A mapping of the document. */
export type Fields = Readonly<Record<string, unknown>>

/** Where a field is: names, and places in lists. */
export type Path = ReadonlyArray<string | number>

export const policyKind = 'gcplan/lifecycle-policy'

/** What a policy begins with that somebody adds: it acts, on nothing yet. */
export const newPolicy = `kind: ${policyKind}
version: 1
period:
  _tag: Enabled
  epoch: first
kinds: []
namespaces: []
`

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a policy; the error says why it is no mapping. */
export const policyIn = (text: string): E.Either<string, Fields> => {
  const parsed = yaml.parse(text)
  if (E.isLeft(parsed)) return parsed
  return isFields(parsed.right) ? E.right(parsed.right) : E.left(`expected a mapping with kind: ${policyKind}`)
}

/** Writes a policy. */
export const textOfPolicy = (policy: Fields): string => yaml.print(policy)

/** The value at a path; undefined where there is none. */
export const at = (value: unknown, [first, ...rest]: Path): unknown => {
  if (first === undefined) return value
  if (Array.isArray(value)) return typeof first === 'number' ? at(value[first], rest) : undefined
  return isFields(value) && Object.hasOwn(value, first) ? at(value[first], rest) : undefined
}

/** The list at a path; empty where there is none. */
export const listAt = (value: unknown, path: Path): ReadonlyArray<unknown> => {
  const found = at(value, path)
  return Array.isArray(found) ? found : []
}

/** The same with another value at a path; undefined takes the field, or the item, away. */
export const changed = (value: unknown, [first, ...rest]: Path, to: unknown): unknown => {
  if (first === undefined) return to
  if (typeof first === 'number') {
    const items: ReadonlyArray<unknown> = Array.isArray(value) ? value : []
    const item = changed(items[first], rest, to)
    return item === undefined
      ? items.filter((_, place) => place !== first)
      : [...items.slice(0, first), item, ...items.slice(first + 1)]
  }
  const { [first]: before, ...others } = isFields(value) ? value : {}
  const field = changed(before, rest, to)
  if (field === undefined) return others
  // A field that is there keeps its place.
  return isFields(value) && Object.hasOwn(value, first) ? { ...value, [first]: field } : { ...others, [first]: field }
}
