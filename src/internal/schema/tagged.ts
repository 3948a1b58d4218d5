/** Schemas of unions told apart by `_tag`. */
import type { option as O } from 'fp-ts'

import type { Knowledge } from '../../core/knowledge.js'
import { ownField } from '../access.js'
import { text } from './leaf.js'
import type { FieldsOf } from './object.js'
import { object } from './object.js'
import type { AnyFields, AnySchema, Schema } from './schema.js'
import { refuse } from './schema.js'

/** The fields of every case, but for its tag. */
export type CasesOf<A extends { readonly _tag: string }> = {
  readonly [T in A['_tag']]: FieldsOf<Omit<Extract<A, { readonly _tag: T }>, '_tag'>>
}

/** One of several cases, each with its fields. */
export const tagged = <A extends { readonly _tag: string }>(cases: CasesOf<A>): Schema<A> => {
  const all: Readonly<Record<string, AnyFields>> = cases
  const byTag = new Map<unknown, AnySchema>(Object.entries(all).map(([tag, fields]) => [tag, object<object>(fields)]))
  const caseOf = (value: unknown): AnySchema | undefined => byTag.get(ownField(value, '_tag'))
  return {
    form: { _tag: 'Tagged', cases: all },
    holds: (value): value is A => caseOf(value)?.holds(value) === true,
    report: (value, problems) => {
      const schema = caseOf(value)
      if (schema === undefined) refuse(problems, `an object with _tag ${[...byTag.keys()].join(' or ')}`, value)
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
