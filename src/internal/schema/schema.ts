/**
 * One schema per type: it checks a value quickly, reports slowly what is wrong and where, and says how a document writes
 * the value. `object<Image>` takes exactly the fields of `Image`, so a schema cannot fall behind its type.
 */
import { type InvalidInput, type Problem, problemLimit, show } from '../../core/problem.js'
import { isInstant } from '../../core/time.js'

/** Problems found so far; their paths are relative to the value being checked. */
export type Problems = { path: string; readonly expected: string; readonly actual: string }[]

/** The structure of a schema as data, from which documents derive how they read and write its values. */
export type Form =
  | { readonly _tag: 'Leaf'; readonly expected: string; readonly holds: (value: unknown) => boolean }
  | { readonly _tag: 'Instant' }
  | { readonly _tag: 'List'; readonly item: AnySchema }
  | { readonly _tag: 'Object'; readonly fields: AnyFields }
  | { readonly _tag: 'Tagged'; readonly cases: Readonly<Record<string, AnyFields>> }
  | { readonly _tag: 'Option' | 'Knowledge' | 'Optional'; readonly inner: AnySchema }
  /** Null stands for nothing, in the value too. */
  | { readonly _tag: 'Nullable'; readonly inner: AnySchema }
  /** Either of two, told apart by whether the value is a text. */
  | { readonly _tag: 'TextOr'; readonly text: AnySchema; readonly other: AnySchema }
  /** Pairs of texts. */
  | { readonly _tag: 'Pairs' }
  /** A Map, a Set or a function, which no document holds. */
  | { readonly _tag: 'Opaque' }

/** Schemas by the name of a field. */
export type AnyFields = Readonly<Record<string, AnySchema>>

/** A schema whose type does not matter. */
export interface AnySchema {
  readonly form: Form
  /** True exactly when `report` adds nothing. Says no more, and costs little. */
  readonly holds: (value: unknown) => boolean
  /** Adds what is wrong with a value. */
  readonly report: (value: unknown, problems: Problems) => void
}

/** What a value of type A looks like. */
export interface Schema<in out A> extends AnySchema {
  readonly holds: (value: unknown) => value is A
}

/** A single value, by predicate. */
export const leaf = <A>(expected: string, holds: (value: unknown) => value is A): Schema<A> => ({
  form: { _tag: 'Leaf', expected, holds },
  holds,
  report: (value, problems) => {
    if (!holds(value)) refuse(problems, expected, value)
  },
})

/** A value that no document can hold, such as a function, by predicate. */
export const opaque = <A>(expected: string, holds: (value: unknown) => value is A): Schema<A> => ({
  ...leaf(expected, holds),
  form: { _tag: 'Opaque' },
})

/** What is not read, or only where it is what is looked for. No plain JSON holds NaN. */
export const unread = <A>(): Schema<A> => opaque('anything but NaN', (value): value is A => value === value)

/** A word, or else what the other schema describes. */
export const textOr = <W extends string, A extends object>(word: Schema<W>, other: Schema<A>): Schema<W | A> => ({
  form: { _tag: 'TextOr', text: word, other },
  holds: (value): value is W | A => word.holds(value) || other.holds(value),
  report: (value, problems) => {
    if (!word.holds(value)) other.report(value, problems)
  },
})

/** The same values, of which something more is true. */
export const where = <A>(schema: Schema<A>, expected: string, isSo: (value: A) => boolean): Schema<A> => ({
  form: schema.form,
  holds: (value): value is A => schema.holds(value) && isSo(value),
  report: (value, problems) => {
    if (!schema.holds(value)) schema.report(value, problems)
    else if (!isSo(value)) refuse(problems, expected, value)
  },
})

/** The same values, in which `find` finds no problem. */
export const checked = <A>(schema: Schema<A>, find: (value: A) => ReadonlyArray<Problem>): Schema<A> => ({
  form: schema.form,
  holds: (value): value is A => schema.holds(value) && find(value).length === 0,
  report: (value, problems) => {
    const before = problems.length
    schema.report(value, problems)
    if (problems.length === before && schema.holds(value))
      for (const problem of find(value)) problems.push({ ...problem })
  },
})

/** What may be left out. */
export const optional = <A>(schema: Schema<A>): Schema<A | undefined> => ({
  form: { _tag: 'Optional', inner: schema },
  holds: (value): value is A | undefined => value === undefined || schema.holds(value),
  report: (value, problems) => {
    if (value !== undefined) schema.report(value, problems)
  },
})

/** What may be null. */
export const nullable = <A>(schema: Schema<A>): Schema<A | null> => ({
  form: { _tag: 'Nullable', inner: schema },
  holds: (value): value is A | null => value === null || schema.holds(value),
  report: (value, problems) => {
    if (value !== null) schema.report(value, problems)
  },
})

/** Finds the problems of a value; null when there is none. Paths are looked for only if the quick check fails. */
export const problemsOf =
  (source: string, schema: AnySchema) =>
  (value: unknown): InvalidInput | null => {
    if (schema.holds(value)) return null
    const problems: Problems = []
    schema.report(value, problems)
    const [first, ...rest] = problems
      .slice(0, problemLimit)
      .map((problem): Problem => ({ ...problem, path: problem.path.replace(/^\./, '') }))
    return first === undefined ? null : { _tag: 'InvalidInput', source, problems: [first, ...rest] }
  }

/** Adds that the value itself is wrong. */
export const refuse = (problems: Problems, expected: string, value: unknown): void => {
  problems.push({ path: '', expected, actual: show(value) })
}

/** Adds the problems of a part of the value, found by its schema, under the step that leads there. */
export const reportAt = (problems: Problems, step: string, schema: AnySchema, value: unknown): void => {
  const before = problems.length
  schema.report(value, problems)
  for (const problem of problems.slice(before)) problem.path = step + problem.path
}

/** A number that is neither NaN nor infinite. */
export const finite: Schema<number> = leaf('a finite number', (value): value is number => Number.isFinite(value))

export const text: Schema<string> = leaf('a string', (value): value is string => typeof value === 'string')
/** A text that is not empty. */
export const name: Schema<string> = leaf(
  'text that is not empty',
  (value): value is string => typeof value === 'string' && value !== '',
)
export const flag: Schema<boolean> = leaf('a boolean', (value): value is boolean => typeof value === 'boolean')
export const safeInteger: Schema<number> = leaf('a safe integer', (value): value is number =>
  Number.isSafeInteger(value),
)
export const instant: Schema<Date> = { ...leaf('a valid Date', isInstant), form: { _tag: 'Instant' } }

/** One of a few words. */
export const oneOf = <W extends string>(...words: readonly [W, ...W[]]): Schema<W> =>
  leaf(words.map((word) => JSON.stringify(word)).join(' or '), (value): value is W =>
    words.some((word) => word === value),
  )
