/** Reads and writes the facts of a plan by the list of forms in its document. */
import { either as E } from 'fp-ts'
import type * as t from 'io-ts'

import { type Decoder, decoder, moveInto, refuse } from '../decode/codec.js'
import { problemLimit } from '../core/problem.js'
import { type Form, type Forms, instantOf, readFact } from '../internal/fact-forms.js'
import { isRecord } from '../internal/lists.js'

const words: ReadonlyArray<Form> = ['instant', 'option', 'option-of-instant', 'each-as-it-says']

/** The list of forms. */
export const formsReader: Decoder<Forms> = decoder('an object of forms', (value, context) => {
  if (!isRecord(value)) return refuse(value, context)
  const errors: t.ValidationError[] = []
  for (const [slot, form] of Object.entries(value))
    if (!words.some((word) => word === form))
      moveInto(errors, [{ value: form, context: [] }], context, {
        step: `[${JSON.stringify(slot)}]`,
        type: aForm,
        actual: form,
      })
  return errors.length > 0 ? E.left(errors) : E.right(new Map(Object.entries(value)) as unknown as Forms)
})

const aForm: Decoder<never> = decoder(words.map((word) => JSON.stringify(word)).join(' or '), refuse)

/** The fields that all facts and targets share. */
type Facts = 'fact' | 'target' | 'record'

const expected: Readonly<Record<Facts, string>> = {
  fact: 'an object with a _tag',
  target: 'an object with a _tag and an id',
  record: 'an object',
}

const holds = (kind: Facts, value: unknown): boolean =>
  isRecord(value) &&
  (kind === 'record' || (Object.hasOwn(value, '_tag') && typeof value['_tag'] === 'string')) &&
  (kind !== 'target' || (Object.hasOwn(value, 'id') && typeof value['id'] === 'string'))

/** A fact of a collector. Its tags and fields are up to the collector. */
export const factReader =
  (forms: Forms) =>
  <A>(kind: Facts): Decoder<A> =>
    decoder(expected[kind], (value, context) => {
      if (!holds(kind, value)) return refuse(value, context)
      const errors: t.ValidationError[] = []
      const complain = (path: string, wanted: string, actual: unknown): void => {
        if (errors.length >= problemLimit) return
        const type: Decoder<never> = decoder(wanted, refuse)
        moveInto(errors, [{ value: actual, context: [] }], context, { step: path, type, actual })
      }
      const fact = readFact(forms, complain)(value)
      return errors.length > 0 ? E.left(errors) : E.right(fact as A)
    })

/** An instant; years beyond 9999 have a sign and six figures. */
export const instantReader: Decoder<Date> = decoder(
  'RFC 3339 text such as "2026-01-01T12:00:00Z"',
  (value, context) => {
    const read = typeof value === 'string' ? instantOf(value) : null
    return read === null ? refuse(value, context) : E.right(read)
  },
)
