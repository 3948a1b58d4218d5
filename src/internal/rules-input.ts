/**
 * Completes the input of a policy made of switches: each stated field if its value is allowed, defaults for the rest.
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import * as fp from '../core/fp.js'
import type { FieldsOf } from './schema/object.js'
import type { Problems } from './schema/schema.js'

interface InvalidRule<P> {
  readonly _tag: 'InvalidField'
  readonly field: keyof P
  readonly expected: string
  readonly actual: string
}

/**
 * The rules of an input, or every rule that cannot be so, in the order of the default. Each rule is a single value. Other
 * fields are left behind.
 */
export const rulesFrom =
  <P extends object>(defaults: P, rules: FieldsOf<P>) =>
  (input: object | null | undefined): E.Either<RNEA.ReadonlyNonEmptyArray<InvalidRule<P>>, P> => {
    const stated = new Map<string, unknown>(Object.entries(input ?? {}))
    const errors: InvalidRule<P>[] = []
    const taken: Record<string, unknown> = {}
    for (const field of Object.keys(defaults) as (keyof P & string)[]) {
      const value = stated.get(field)
      if (value === undefined) continue
      const problems: Problems = []
      rules[field].report(value, problems)
      if (problems.length === 0) taken[field] = value
      for (const { expected, actual } of problems) errors.push({ _tag: 'InvalidField', field, expected, actual })
    }
    const [first, ...rest] = errors
    return first === undefined ? fp.right({ ...defaults, ...taken }) : fp.left([first, ...rest])
  }
