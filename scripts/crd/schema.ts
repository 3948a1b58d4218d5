/**
 * The schema of the lifecycle controller's custom resource, made from the one by which its spec is read. It is structural, so that an API
 * server takes it, prunes what it does not know, and refuses most of what the controller could not read.
 */
import { dump, load } from 'js-yaml'

import { lifecycleSpec } from '../../src/decode/document/lifecycle-spec.js'
import { isRecord, ownField } from '../../src/internal/lists.js'
import type { AnyFields, AnySchema } from '../../src/internal/schema/schema.js'

/** A part of an OpenAPI schema. */
type Json = Readonly<Record<string, unknown>>

const whole = (minimum: number): Json => ({ type: 'integer', minimum, maximum: Number.MAX_SAFE_INTEGER })

/** Single values by what is expected of them. */
const leaves: Readonly<Record<string, Json>> = {
  'a string': { type: 'string' },
  'text that is not empty': { type: 'string', minLength: 1 },
  'a boolean': { type: 'boolean' },
  'a path of fields': { type: 'string', minLength: 1 },
  'whole seconds, zero or more': whole(0),
  'a safe integer, zero or more': whole(0),
  'a safe integer, one or more': whole(1),
}

const isWords = /^"[^"]*"( or "[^"]*")*$/

const leafOf = (expected: string): Json => {
  const words = expected.match(/"[^"]*"/g)
  if (isWords.test(expected) && words !== null)
    return { type: 'string', enum: words.map((word): unknown => JSON.parse(word)) }
  const known = leaves[expected]
  if (known === undefined) throw new Error(`no schema of an API server is known for ${expected}`)
  return known
}

const objectOf = (fields: AnyFields): Json => {
  const names = Object.entries(fields).filter(([, { form }]) => form._tag !== 'Opaque')
  const required = names.flatMap(([name, { form }]) => (form._tag === 'Optional' ? [] : [name]))
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(names.map(([name, schema]) => [name, schemaOf(schema)])),
  }
}

/** A structural schema states each field once; which of them a case has is a condition beside it. */
const taggedOf = (cases: Readonly<Record<string, AnyFields>>): Json => {
  // What holds a function cannot be written.
  const stated = Object.entries(cases).filter(([, fields]) =>
    Object.values(fields).every(({ form }) => form._tag !== 'Opaque'),
  )
  const properties: Record<string, unknown> = { _tag: { type: 'string', enum: stated.map(([tag]) => tag) } }
  for (const [name, schema] of stated.flatMap(([, fields]) => Object.entries(fields))) {
    const made = schemaOf(schema)
    if (properties[name] !== undefined && JSON.stringify(properties[name]) !== JSON.stringify(made))
      throw new Error(`${name} is not the same in all cases, which no structural schema can say`)
    properties[name] = made
  }
  return {
    type: 'object',
    required: ['_tag'],
    properties,
    oneOf: stated.map(([tag, fields]) => {
      const needed = Object.entries(fields).flatMap(([name, { form }]) => (form._tag === 'Optional' ? [] : [name]))
      return {
        properties: { _tag: { enum: [tag] } },
        ...(needed.length === 0 ? {} : { required: needed }),
      }
    }),
  }
}

/** The schema of an API server for one of ours. */
const schemaOf = ({ form }: AnySchema): Json => {
  switch (form._tag) {
    case 'Leaf':
      return leafOf(form.expected)
    case 'List':
      return { type: 'array', items: schemaOf(form.item) }
    case 'Object':
      return objectOf(form.fields)
    case 'Tagged':
      return taggedOf(form.cases)
    case 'Optional':
      return schemaOf(form.inner)
    case 'TextOr':
      // A text or an object has no type that a structural schema knows; the controller checks it.
      return { 'x-kubernetes-preserve-unknown-fields': true }
    case 'Instant':
    case 'Option':
    case 'Knowledge':
    case 'Nullable':
    case 'Pairs':
    case 'Opaque':
      throw new Error(`a custom resource holds no ${form._tag}`)
  }
}

/** The schema of the spec; fields of the policy are described as in the schema of its files. */
export const specSchema = (policyFile: unknown): Json => {
  const spec = schemaOf(lifecycleSpec)
  const described = (value: unknown, path: ReadonlyArray<string>): unknown => {
    const description = path.reduce<unknown>((holder, step) => ownField(holder, step), policyFile)
    return typeof description === 'string' && isRecord(value) ? { description, ...value } : value
  }
  const fields = ownField(ownField(ownField(spec, 'properties'), 'policy'), 'properties')
  const withWords = Object.entries(isRecord(fields) ? fields : {}).map(([name, value]) => [
    name,
    described(value, ['properties', name, 'description']),
  ])
  return inPlace(spec, ['properties', 'policy', 'properties'], Object.fromEntries(withWords))
}

/** A value with another one in its place; of lists, in each item. */
const inPlace = (value: unknown, [first, ...rest]: ReadonlyArray<string>, part: unknown): Json => {
  const fields = isRecord(value) ? value : {}
  if (first === undefined) return fields
  const old = fields[first]
  const made = (item: unknown): unknown => (rest.length === 0 ? part : inPlace(item, rest, part))
  return { ...fields, [first]: Array.isArray(old) ? old.map(made) : made(old) }
}

/** The text of a definition with this schema of its spec. */
export const definitionWith = (text: string, spec: Json): string => {
  const heading = /^(#[^\n]*\n)*/.exec(text)?.[0] ?? ''
  const place = ['spec', 'versions', 'schema', 'openAPIV3Schema', 'properties', 'spec']
  return heading + dump(inPlace(load(text), place, spec), { lineWidth: 120, noRefs: true })
}
