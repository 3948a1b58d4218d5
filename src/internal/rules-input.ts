/**
 * Completes the input of a policy made of switches: each stated field if its value is allowed, defaults for the rest.
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import * as either from '../core/either.js'
import { show } from '../core/problem.js'
import type { Check } from './check.js'
import { expecting, fields } from './check.js'

/** What a rule may be set to, and how that is said. */
export interface Setting {
  readonly expected: string
  readonly holds: (value: unknown) => boolean
}

/** One rule that is set to something it cannot be. */
interface InvalidRule<P> {
  readonly _tag: 'InvalidField'
  readonly field: keyof P
  readonly expected: string
  readonly actual: string
}

/** One of a few words. */
export const oneOfWords = (...words: ReadonlyArray<string>): Setting => ({
  expected: words.map((word) => JSON.stringify(word)).join(' or '),
  holds: (value) => words.some((word) => word === value),
})

/** The rules of an input, or every rule that cannot be so, in the order of the default. Other fields are left behind. */
export const rulesFrom =
  <P extends object>(defaults: P, settings: { readonly [F in keyof P]: Setting }) =>
  (input: object | null | undefined): E.Either<RNEA.ReadonlyNonEmptyArray<InvalidRule<P>>, P> => {
    const stated = new Map<string, unknown>(Object.entries(input ?? {}))
    const errors: InvalidRule<P>[] = []
    const taken: Record<string, unknown> = {}
    for (const field of Object.keys(defaults) as (keyof P & string)[]) {
      const value = stated.get(field)
      if (value === undefined) continue
      const { expected, holds } = settings[field]
      if (holds(value)) taken[field] = value
      else errors.push({ _tag: 'InvalidField', field, expected, actual: show(value) })
    }
    const [first, ...rest] = errors
    return first === undefined ? either.right({ ...defaults, ...taken }) : either.left([first, ...rest])
  }

/** A whole policy of such rules. */
export const allRules = (settings: Readonly<Record<string, Setting>>): Check =>
  fields(
    Object.fromEntries(
      Object.entries(settings).map(([rule, { expected, holds }]) => [rule, expecting(expected, holds)]),
    ),
  )
