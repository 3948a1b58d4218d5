import { either as E, function as F } from 'fp-ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Keep, PartsReader } from '../../../src/decode/index.js'
import { decodeKubectlObjects, kubectlObjectsInParts } from '../../../src/decode/index.js'
import { parseJsonText } from '../../../src/decode/json-text.js'
import { jsonInParts } from '../../../src/decode/parts/json-parts.js'
import { runs } from '../../runs.js'
import { cut, lengths, texts } from './texts.js'

const readIn = <A>(parts: ReadonlyArray<string>, { add, end }: PartsReader<A>): E.Either<unknown, A> => {
  parts.forEach(add)
  return end()
}

/** What is kept of a document that is whole: of each item of its list, or of itself. */
const keptOf = (keep: Keep, document: unknown): unknown => {
  const items = (document as { readonly items?: unknown } | null)?.items
  return typeof document === 'object' && document !== null && Object.hasOwn(document, 'items') && Array.isArray(items)
    ? Object.fromEntries(
        Object.entries(document).map(([key, value]) => [key, key === 'items' ? items.map(keep) : value]),
      )
    : keep(document)
}

describe('a text that comes in parts', () => {
  it('holds what the whole text holds, or is broken at the same place', () => {
    fc.assert(
      fc.property(texts, lengths, (text, parts) => {
        const read = readIn(cut(text, parts), jsonInParts('some', F.identity))
        const whole = parseJsonText('some')(text)
        expect(read).toEqual(whole)
        // Keys are in order, and __proto__ is one.
        expect(JSON.stringify(read)).toBe(JSON.stringify(whole))
      }),
      { numRuns: runs(20_000) },
    )
  })

  it('is the same objects and problems as the whole text', () => {
    fc.assert(
      fc.property(texts, lengths, (text, parts) => {
        expect(readIn(cut(text, parts), kubectlObjectsInParts())).toStrictEqual(decodeKubectlObjects(text))
      }),
      { numRuns: runs(10_000) },
    )
  })

  it('holds of each object what is kept of it', () => {
    const keep: Keep = (object) => [object]
    fc.assert(
      fc.property(texts, lengths, (text, parts) => {
        const read = readIn(cut(text, parts), jsonInParts('some', keep))
        const whole = F.pipe(
          text,
          parseJsonText('some'),
          E.map((value) => (Array.isArray(value) ? value.map((one) => keptOf(keep, one)) : keptOf(keep, value))),
        )
        expect(JSON.stringify(read)).toBe(JSON.stringify(whole))
      }),
      { numRuns: runs(5_000) },
    )
  })
})
