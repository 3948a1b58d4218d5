import fc from 'fast-check'
import { describe, it } from 'vitest'

import { brokenAt } from '../../src/decode/json-position.js'
import { runs } from '../runs.js'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const documents = fc.json({ maxDepth: 4 })

/** A document with a few characters replaced, dropped or put in. */
const mangled = fc
  .tuple(
    documents,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('', ...Array.from('{}[],:"\\0-.eEtfn \n\tx'))), { maxLength: 3 }),
  )
  .map(([text, edits]) =>
    edits.reduce((sofar, [at, put]) => {
      const place = at % (sofar.length + 1)
      return sofar.slice(0, place) + put + sofar.slice(place + (put === '' ? 1 : at % 2))
    }, text),
  )

describe('the place where a text stops being JSON', () => {
  it('is the end of every text that is JSON', () => {
    fc.assert(fc.property(documents, (text) => brokenAt(text) === text.length))
  })

  it('lies inside every text that is not, or is its end where something is missing', () => {
    fc.assert(
      fc.property(mangled, (text) => {
        const place = brokenAt(text)
        return isJson(text) ? place === text.length : place >= 0 && place <= text.length
      }),
      { numRuns: runs(1000) },
    )
  })

  it('lies behind a text that is sound as far as it goes', () => {
    fc.assert(
      fc.property(mangled, (text) => {
        const place = brokenAt(text)
        return brokenAt(text.slice(0, place)) === place
      }),
      { numRuns: runs(1000) },
    )
  })
})
