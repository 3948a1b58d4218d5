/**
 * Answers how the leaves of a kubelet document are read, and turns the findings of io-ts into {@link InvalidInput}.
 */
import { either as E } from 'fp-ts'
import * as t from 'io-ts'

import type { GoDuration } from '../../core/go-duration.js'
import { goDuration, parseGoDuration } from '../../core/go-duration.js'
import type { InvalidInput, Problem } from '../../core/problem.js'
import { problemLimit, show } from '../../core/problem.js'

/** A reader of one kind of leaf. */
export type Leaf<A> = t.Type<A, unknown>

/** A leaf by predicate; `expected` is what a problem says was expected. */
export const leaf = <A>(expected: string, is: t.Is<A>): Leaf<A> =>
  new t.Type<A, unknown, unknown>(
    expected,
    is,
    (value, context) => (is(value) ? t.success(value) : t.failure(value, context)),
    (value) => value,
  )

/** True for an object that is no array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text. */
export const text: Leaf<string> = leaf('a string', (value) => typeof value === 'string')

/** A boolean. */
export const flag: Leaf<boolean> = leaf('a boolean', (value) => typeof value === 'boolean')

/** True for an integer that Go's int32 holds. */
export const isInt32 = (value: unknown): value is number => typeof value === 'number' && value === (value | 0)

/** An integer of 32 bits. */
export const int32: Leaf<number> = leaf('an integer of 32 bits', isInt32)

/** The text of a Go duration, brought into the form in which Go prints it. */
export const duration: Leaf<GoDuration> = new t.Type<GoDuration, unknown, unknown>(
  'a Go duration such as "2m0s"',
  (value): value is GoDuration => typeof value === 'string' && E.isRight(parseGoDuration(value)),
  (value, context) => {
    const parsed = typeof value === 'string' ? parseGoDuration(value) : null
    return parsed !== null && E.isRight(parsed) ? t.success(goDuration(parsed.right)) : t.failure(value, context)
  },
  (value) => value,
)

/** An object whose values are texts, as a Map, so that any key is safe. */
export const texts: Leaf<ReadonlyMap<string, string>> = new t.Type<ReadonlyMap<string, string>, unknown, unknown>(
  'an object of strings',
  (value): value is ReadonlyMap<string, string> => value instanceof Map,
  (value, context) => {
    if (!isRecord(value)) return t.failure(value, context)
    const errors = Object.entries(value)
      .filter(([, held]) => typeof held !== 'string')
      .slice(0, problemLimit)
      .map(([key, held]) => ({ value: held, context: t.appendContext(context, key, text, held) }))
    return errors.length > 0 ? t.failures(errors) : t.success(new Map(Object.entries(value as Record<string, string>)))
  },
  (value) => Object.fromEntries(value),
)

/** The findings of io-ts as one refusal of `source`; `root` is the path of what was read. */
export const invalidInputOf =
  (source: string, root: string) =>
  (errors: t.Errors): InvalidInput => {
    const [first, ...rest] = errors.slice(0, problemLimit).map(problemOf(root))
    return { _tag: 'InvalidInput', source, problems: [first ?? unexplained, ...rest] }
  }

const problemOf =
  (root: string) =>
  ({ context, value }: t.ValidationError): Problem => ({
    path: context.reduce((path, { key }) => path + stepOf(key, path), root),
    expected: context.at(-1)?.type.name ?? unexplained.expected,
    actual: show(value),
  })

/** The step of a path to a key; the key of the root is empty. */
const stepOf = (key: string, path: string): string => {
  if (key === '') return ''
  if (/^\d+$/.test(key)) return `[${key}]`
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `[${JSON.stringify(key)}]`
  return path === '' ? key : `.${key}`
}

/** Stands where a codec fails without saying why; io-ts's own codecs never do. */
const unexplained: Problem = { path: '', expected: 'a readable value', actual: 'something else' }
