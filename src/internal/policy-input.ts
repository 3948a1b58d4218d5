/**
 * Completes a policy's input: stated fields, defaults for the rest, spans in milliseconds.
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import * as fp from '../core/fp.js'
import type { InvalidInput, Problem } from '../core/problem.js'
import { type Span, millisOf } from '../core/time.js'
import { isRecord } from './lists.js'

interface PolicyShape<P> {
  readonly defaults: P
  /** The fields that may be written in parts of a span. */
  readonly spans: ReadonlyArray<keyof P & string>
  readonly findProblems: (value: unknown) => InvalidInput | null
}

interface InvalidPolicyField extends Problem {
  readonly _tag: 'InvalidPolicyField'
}

/** The policy of an input, or all its problems. Fields that the default lacks are dropped. */
export const policyFrom =
  <P extends object>({ defaults, spans, findProblems }: PolicyShape<P>) =>
  (input: unknown): E.Either<RNEA.ReadonlyNonEmptyArray<InvalidPolicyField>, P> => {
    const policy: unknown = isRecord(input) ? { ...defaults, ...given(Object.keys(defaults), spans, input) } : input
    const invalid = findProblems(policy)
    if (invalid === null) return fp.right(policy as P)
    const [first, ...rest] = invalid.problems
    return fp.left([invalidField(first), ...rest.map(invalidField)])
  }

const invalidField = (problem: Problem): InvalidPolicyField => ({ _tag: 'InvalidPolicyField', ...problem })

const given = (
  fields: ReadonlyArray<string>,
  spans: ReadonlyArray<string>,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = input[field]
      return value === undefined ? [] : [[field, spans.includes(field) ? spanOf(value) : value]]
    }),
  )

/** Milliseconds of a span written in parts. Anything else, a record without parts included, is left to the check. */
const spanOf = (value: unknown): unknown => (isSpanOfParts(value) ? millisOf(value) : value)

const isSpanOfParts = (value: unknown): value is Span => isRecord(value) && Object.keys(value).length > 0
