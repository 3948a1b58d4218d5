/**
 * Writes a value as plain JSON, as its schema says. Writing never fails: what has no JSON form becomes null,
 * and reading reports its path.
 */
import type { AnyFields, AnySchema } from '../../internal/schema/schema.js'
import { isInstant } from '../../core/time.js'
import { isRecord } from '../../internal/lists.js'

/** Plain JSON. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** Writes a value; what it writes as undefined is left out. */
export type Write = (value: unknown) => Json | undefined

/** A writer of what a schema describes. */
export const writerOf = ({ form }: AnySchema): Write => {
  switch (form._tag) {
    case 'Leaf':
      return ofLeaf
    case 'Instant':
      return (value) => (isInstant(value) ? value.toISOString() : null)
    case 'List':
      return ofList(writerOf(form.item))
    case 'Object':
      return ofObject(writersOf(form.fields))
    case 'Tagged':
      return ofTagged(form.cases)
    case 'Option':
      return ofOption(writerOf(form.inner))
    case 'Nullable':
      return orElse(null, writerOf(form.inner))
    case 'Knowledge':
      return ofKnowledge(writerOf(form.inner))
    case 'Optional':
      return orElse(undefined, writerOf(form.inner))
    case 'TextOr':
      return textOr(writerOf(form.other))
    case 'Pairs':
      return ofPairs
    case 'Opaque':
      return () => null
  }
}

const writersOf = (schemas: AnyFields): ReadonlyArray<readonly [string, Write]> =>
  Object.entries(schemas).map(([name, schema]) => [name, writerOf(schema)])

const ofLeaf: Write = (value) => {
  switch (typeof value) {
    case 'boolean':
    case 'number':
    case 'string':
    case 'undefined':
      return value
    default:
      return null
  }
}

const ofList =
  (item: Write): Write =>
  (value) =>
    Array.isArray(value) ? value.map((each: unknown) => item(each) ?? null) : null

const ofObject =
  (writers: ReadonlyArray<readonly [string, Write]>): Write =>
  (value) => {
    if (!isRecord(value)) return null
    const written = writers.map(([name, write]) => [name, write(value[name])] as const)
    return Object.fromEntries(
      written.flatMap(([name, json]): ReadonlyArray<readonly [string, Json]> =>
        json === undefined ? [] : [[name, json]],
      ),
    )
  }

const ofTagged = (cases: Readonly<Record<string, AnyFields>>): Write => {
  const byTag = new Map<unknown, Write>(
    Object.entries(cases).map(([tag, schemas]) => [tag, ofObject([['_tag', () => tag], ...writersOf(schemas)])]),
  )
  return (value) => (isRecord(value) ? byTag.get(value['_tag'])?.(value) : undefined) ?? null
}

const ofOption =
  (inner: Write): Write =>
  (value) =>
    isRecord(value) && value['_tag'] === 'Some' ? inner(value['value']) : null

const orElse =
  (absent: null | undefined, inner: Write): Write =>
  (value) =>
    value === absent ? absent : inner(value)

const textOr =
  (other: Write): Write =>
  (value) =>
    typeof value === 'string' ? value : other(value)

const ofKnowledge =
  (inner: Write): Write =>
  (fact) => {
    if (!isRecord(fact)) return null
    if (fact['_tag'] === 'Known') return inner(fact['value'])
    return fact['_tag'] === 'Assumed'
      ? { assumed: inner(fact['value']) ?? null, because: ofLeaf(fact['because']) ?? null }
      : { unknown: true }
  }

const ofPairs: Write = (value) => {
  if (!isPairs(value)) return null
  const object = Object.fromEntries(value)
  return value.length === 0 ? undefined : Object.keys(object).length === value.length ? object : null
}

const isPairs = (value: unknown): value is ReadonlyArray<readonly [string, string]> =>
  Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string')
