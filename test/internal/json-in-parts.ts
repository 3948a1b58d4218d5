/** Arbitrary documents in which some lists are made item by item, each with the same document as plain JSON. */
import fc from 'fast-check'

import type { Json, JsonInParts } from '../../src/render/index.js'

/** A document in two forms. */
export interface InBothForms {
  readonly inParts: { readonly [key: string]: JsonInParts }
  readonly plain: { readonly [key: string]: Json }
}

interface Both {
  readonly inParts: JsonInParts
  readonly plain: Json
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ' a\n\n b\n', 'a\nb', 'yes', '- x', '\u202e', '\n', 'a: b', '# no'),
)

const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, 7, -0.5, 1e21),
    text,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
})).value

const key = fc.constantFrom('kind', 'passes', 'kept', 'a b', '7', 'null', '')

const both = fc.letrec<{ value: Both; document: InBothForms }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    json.map((plain) => ({ inParts: plain, plain })),
    fc.array(json, { maxLength: 4 }).map((plain) => ({ inParts: () => plain, plain })),
    fc
      .array(tie('document'), { maxLength: 3 })
      .map((items) => ({ inParts: items.map(({ inParts }) => inParts), plain: items.map(({ plain }) => plain) })),
    tie('document'),
  ),
  document: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }).map((fields) => ({
    inParts: Object.fromEntries(Object.entries(fields).map(([name, { inParts }]) => [name, inParts])),
    plain: Object.fromEntries(Object.entries(fields).map(([name, { plain }]) => [name, plain])),
  })),
}))

/** Documents in both forms. */
export const documentsInBothForms: fc.Arbitrary<InBothForms> = both.document
