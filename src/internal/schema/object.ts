/** Schemas of objects, arrays and unions. A field counts when the object has it itself; an inherited one is refused. */
import type { option as O } from 'fp-ts'

import type { Knowledge } from '../../core/knowledge.js'
import { type Problem, problemLimit, show } from '../../core/problem.js'
import { numbering, ownField } from '../lists.js'
import {
  type AnyFields,
  type AnySchema,
  type Problems,
  type Schema,
  checked,
  refuse,
  reportAt,
  text,
} from './schema.js'

/** A schema for each field of A, no more and no fewer. */
export type FieldsOf<A> = { readonly [K in keyof A]-?: Schema<A[K]> }

/** True for an object whose fields can be read; arrays count. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** True for an object that inherits nothing but what every object does. */
export const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && Object.getPrototypeOf(value) === Object.prototype

/** An object with at least these fields; others are not looked at. */
export const object = <A extends object>(fields: FieldsOf<A>): Schema<A> => {
  const all: AnyFields = fields
  const holds = holdsFields(all)
  return {
    form: { _tag: 'Object', fields: all },
    holds: (value): value is A => holds(value),
    report: (value, problems) => {
      if (isObject(value)) for (const [name, schema] of Object.entries(all)) reportField(value, name, schema, problems)
      else refuse(problems, 'an object', value)
    },
  }
}

/** The quick check of an object. What may be absent often is, and costs no call then. */
const holdsFields = (all: AnyFields): AnySchema['holds'] => {
  const names = Object.keys(all)
  const fields = Object.entries(all).map(([name, { holds }]) => ({ name, holds, mayLack: holds(undefined) }))
  return (value) => {
    if (!isObject(value)) return false
    for (const { name, holds, mayLack } of fields) {
      const field = value[name]
      if (field === undefined ? !mayLack : !holds(field)) return false
    }
    return Object.getPrototypeOf(value) === Object.prototype || names.every((name) => isOwn(value, name))
  }
}

/**
 * The same objects, whose quick check is written out: it reads each field by its name, in half the time. What it passes
 * must be right; what it does not pass is looked at field by field. For the lists of hundreds of thousands.
 */
export const readByName = <A extends object>(
  schema: Schema<A>,
  passes: (value: { readonly [K in keyof A]?: unknown }) => boolean,
): Schema<A> => ({
  ...schema,
  holds: (value): value is A =>
    (isObject(value) && passes(value) && Object.getPrototypeOf(value) === Object.prototype) || schema.holds(value),
})

/** An object with the fields of two schemas; the problems of the first come first, and one for each path. */
export const both = <A extends object, B extends object>(first: Schema<A>, second: Schema<B>): Schema<A & B> => ({
  form: { _tag: 'Object', fields: { ...fieldsOf(first), ...fieldsOf(second) } },
  holds: (value): value is A & B => first.holds(value) && second.holds(value),
  report: (value, problems) => {
    const [own, more]: [Problems, Problems] = [[], []]
    first.report(value, own)
    second.report(value, more)
    const told = new Set(own.map(({ path }) => path))
    problems.push(...own, ...more.filter(({ path }) => !told.has(path)))
  },
})

const fieldsOf = ({ form }: AnySchema): AnyFields => (form._tag === 'Object' ? form.fields : {})

const reportField = (
  value: Readonly<Record<string, unknown>>,
  name: string,
  schema: AnySchema,
  problems: Problems,
): void => {
  if (!isOwn(value, name)) problems.push({ path: `.${name}`, expected: 'an own property', actual: 'an inherited one' })
  else reportAt(problems, `.${name}`, schema, value[name])
}

/** False for a field that is inherited, by whatever means, and is not nothing. */
const isOwn = (value: Readonly<Record<string, unknown>>, name: string): boolean =>
  Object.hasOwn(value, name) || value[name] === undefined

/** An array; every item is checked. */
export const list = <A>(item: Schema<A>): Schema<ReadonlyArray<A>> => ({
  form: { _tag: 'List', item },
  holds: (value): value is ReadonlyArray<A> => {
    if (!Array.isArray(value)) return false
    for (let index = 0; index < value.length; index++) if (!item.holds(value[index])) return false
    return true
  },
  report: (value, problems) => {
    if (!Array.isArray(value)) refuse(problems, 'an array', value)
    else
      for (let index = 0; index < value.length && problems.length < problemLimit; index++)
        reportAt(problems, `[${index}]`, item, value[index])
  },
})

/** What tells the items of a list apart, and how a second item with one key is reported. */
export interface Distinct<A> {
  readonly keyOf: (item: A) => string
  /** The group in which a key comes once; all items are one group by default. */
  readonly groupOf?: (item: A) => string
  /** The step from the item to what comes twice; the item itself by default. */
  readonly path?: string
  readonly expected?: string
}

/** A list of which no two items have one key; the second one is the problem. */
export const distinct = <A>(
  schema: Schema<ReadonlyArray<A>>,
  { keyOf, groupOf, path = '', expected = 'a unique value' }: Distinct<A>,
): Schema<ReadonlyArray<A>> => {
  const wholeKeyOf = groupOf === undefined ? keyOf : (item: A) => JSON.stringify([groupOf(item), keyOf(item)])
  const repeated = (items: ReadonlyArray<A>): ReadonlyArray<Problem> => {
    const seen = new Set<string>()
    const problems: Problem[] = []
    items.forEach((item, index) => {
      const key = wholeKeyOf(item)
      if (seen.has(key) && problems.length < problemLimit)
        problems.push({ path: `[${index}]${path}`, expected, actual: show(keyOf(item)) })
      seen.add(key)
    })
    return problems
  }
  const differ = (items: ReadonlyArray<A>, key: (item: A) => string): boolean => numbering(items.map(key)).distinct
  return {
    ...checked(schema, repeated),
    // Most keys come once in all groups: only where one does not, it is put together with its group.
    holds: (value): value is ReadonlyArray<A> =>
      schema.holds(value) && (differ(value, keyOf) || (groupOf !== undefined && differ(value, wholeKeyOf))),
  }
}

/** A list of objects, of which no two have the same text in a field. */
export const distinctBy = <K extends string, A extends { readonly [F in K]: string }>(
  field: K,
  schema: Schema<ReadonlyArray<A>>,
): Schema<ReadonlyArray<A>> => distinct(schema, { keyOf: (item) => item[field], path: `.${field}` })

/** The fields of every case, but for its tag. */
export type CasesOf<A extends { readonly _tag: string }> = {
  readonly [T in A['_tag']]: FieldsOf<Omit<Extract<A, { readonly _tag: T }>, '_tag'>>
}

/** One of several cases, each with its fields. What else there is, is reported as not `expected`. */
export const tagged = <A extends { readonly _tag: string }>(
  cases: CasesOf<A>,
  expected: string = `an object with _tag ${Object.keys(cases).join(' or ')}`,
): Schema<A> => {
  const all: Readonly<Record<string, AnyFields>> = cases
  const byTag = new Map<unknown, AnySchema>(Object.entries(all).map(([tag, fields]) => [tag, object<object>(fields)]))
  const caseOf = (value: unknown): AnySchema | undefined => byTag.get(ownField(value, '_tag'))
  return {
    form: { _tag: 'Tagged', cases: all },
    holds: (value): value is A => caseOf(value)?.holds(value) === true,
    report: (value, problems) => {
      const schema = caseOf(value)
      if (schema === undefined) refuse(problems, expected, value)
      else schema.report(value, problems)
    },
  }
}

/** An fp-ts Option. */
export const option = <A>(inner: Schema<A>): Schema<O.Option<A>> => ({
  ...tagged<O.Option<A>>({ None: {}, Some: { value: inner } }),
  form: { _tag: 'Option', inner },
})

/** A {@link Knowledge}. */
export const knowledge = <A>(inner: Schema<A>): Schema<Knowledge<A>> => ({
  ...tagged<Knowledge<A>>({ Known: { value: inner }, Assumed: { value: inner, because: text }, Unknown: {} }),
  form: { _tag: 'Knowledge', inner },
})
