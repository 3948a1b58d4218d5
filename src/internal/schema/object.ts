/** The schema of objects. A field counts when the object has it itself; an inherited one is refused. */
import type { Form, Forms } from './form.js'
import type { AnySchema, Problems, Schema } from './schema.js'
import { refuse, reportAt } from './schema.js'

/** A schema for each field of A, no more and no fewer. */
export type FieldsOf<A> = { readonly [K in keyof A]-?: Schema<A[K]> }

/** Schemas by the name of a field. */
export type AnyFields = Readonly<Record<string, AnySchema>>

/** True for an object whose fields can be read; arrays count. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The forms of some fields. */
export const formsOf = (fields: AnyFields): Forms =>
  Object.fromEntries(Object.entries(fields).map(([name, { form }]): [string, Form] => [name, form]))

/** An object with at least these fields; others are not looked at. */
export const object = <A extends object>(fields: FieldsOf<A>): Schema<A> => {
  const all: AnyFields = fields
  const names = Object.keys(all)
  const checks = Object.values(all).map(({ holds }) => holds)
  const size = names.length
  return {
    form: { _tag: 'Object', fields: formsOf(all) },
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
  form: { _tag: 'Object', fields: { ...fieldForms(first.form), ...fieldForms(second.form) } },
  holds: (value): value is A & B => first.holds(value) && second.holds(value),
  report: (value, problems) => {
    first.report(value, problems)
    if (isObject(value)) second.report(value, problems)
  },
})

const fieldForms = (form: Form): Forms => (form._tag === 'Object' ? form.fields : {})

const reportField = (
  value: Readonly<Record<string, unknown>>,
  name: string,
  schema: AnySchema,
  problems: Problems,
): void => {
  if (Object.getPrototypeOf(value) !== Object.prototype && !isOwn(value, name))
    problems.push({ path: `.${name}`, expected: 'a field of the object itself', actual: 'an inherited one' })
  else reportAt(problems, `.${name}`, schema, value[name])
}

/** False for a field that is inherited, by whatever means, and is not nothing. */
const isOwn = (value: Readonly<Record<string, unknown>>, name: string): boolean =>
  Object.hasOwn(value, name) || value[name] === undefined
