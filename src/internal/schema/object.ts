/** The schema of objects. A field counts when the object has it itself; an inherited one is refused. */
import type { AnyFields, AnySchema, Problems, Schema } from './schema.js'
import { refuse, reportAt } from './schema.js'

/** A schema for each field of A, no more and no fewer. */
export type FieldsOf<A> = { readonly [K in keyof A]-?: Schema<A[K]> }

/** True for an object whose fields can be read; arrays count. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** An object with at least these fields; others are not looked at. */
export const object = <A extends object>(fields: FieldsOf<A>): Schema<A> => {
  const all: AnyFields = fields
  const names = Object.keys(all)
  const checks = Object.values(all).map(({ holds }) => holds)
  const size = names.length
  return {
    form: { _tag: 'Object', fields: all },
    holds: (value): value is A => {
      if (!isObject(value)) return false
      for (let index = 0; index < size; index++) if (checks[index]?.(value[names[index] ?? '']) !== true) return false
      return Object.getPrototypeOf(value) === Object.prototype || names.every((name) => isOwn(value, name))
    },
    report: (value, problems) => {
      if (isObject(value)) for (const [name, schema] of Object.entries(all)) reportField(value, name, schema, problems)
      else refuse(problems, 'an object', value)
    },
  }
}

/** An object with the fields of two schemas; the problems of the first come first. */
export const both = <A extends object, B extends object>(first: Schema<A>, second: Schema<B>): Schema<A & B> => ({
  form: { _tag: 'Object', fields: { ...fieldsOf(first), ...fieldsOf(second) } },
  holds: (value): value is A & B => first.holds(value) && second.holds(value),
  report: (value, problems) => {
    first.report(value, problems)
    if (isObject(value)) second.report(value, problems)
  },
})

const fieldsOf = ({ form }: AnySchema): AnyFields => (form._tag === 'Object' ? form.fields : {})

const reportField = (
  value: Readonly<Record<string, unknown>>,
  name: string,
  schema: AnySchema,
  problems: Problems,
): void => {
  if (!isOwn(value, name)) problems.push({ path: `.${name}`, expected: 'a field of its own', actual: 'inherited' })
  else reportAt(problems, `.${name}`, schema, value[name])
}

/** False for a field that is inherited, by whatever means, and is not nothing. */
const isOwn = (value: Readonly<Record<string, unknown>>, name: string): boolean =>
  Object.hasOwn(value, name) || value[name] === undefined
