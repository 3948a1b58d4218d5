/** Schemas of arrays. */
import type { Problem } from '../../core/problem.js'
import { problemLimit, show } from '../../core/problem.js'
import type { Schema } from './schema.js'
import { checked, refuse, reportAt } from './schema.js'

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
  /** The step from the item to what comes twice; the item itself by default. */
  readonly path?: string
  readonly expected?: string
  /** What is shown of the item; its key by default. */
  readonly actual?: (item: A) => unknown
}

/** A list of which no two items have one key; the second one is the problem. */
export const distinct = <A>(
  schema: Schema<ReadonlyArray<A>>,
  { keyOf, path = '', expected = 'no second item with the same value', actual = keyOf }: Distinct<A>,
): Schema<ReadonlyArray<A>> =>
  checked(schema, (items) => {
    const seen = new Set<string>()
    const problems: Problem[] = []
    items.forEach((item, index) => {
      const key = keyOf(item)
      if (seen.has(key) && problems.length < problemLimit)
        problems.push({ path: `[${index}]${path}`, expected, actual: show(actual(item)) })
      seen.add(key)
    })
    return problems
  })

/** A list of objects, of which no two have the same text in a field. */
export const distinctBy = <K extends string, A extends { readonly [F in K]: string }>(
  field: K,
  schema: Schema<ReadonlyArray<A>>,
): Schema<ReadonlyArray<A>> => distinct(schema, { keyOf: (item) => item[field], path: `.${field}` })
