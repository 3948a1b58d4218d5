import { readFileSync } from 'node:fs'

import { Ajv2020 } from 'ajv/dist/2020.js'
import { either as E } from 'fp-ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { linesOf } from '../../src/decode/index.js'
import { decodeMeasuredGrowth, encodeMeasuredGrowth } from '../../src/document/index.js'
import type { MeasuredGrowth } from '../../src/simulate/node/index.js'
import { runs } from '../runs.js'

const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)

const growths: fc.Arbitrary<MeasuredGrowth> = fc.record({
  bytes: finite,
  millis: finite.map(Math.abs),
  last: fc.option(fc.record({ at: fc.maxSafeInteger(), used: finite, images: fc.string({ unit: 'binary' }) }), {
    nil: undefined,
  }),
})

const said = (value: object): ReadonlyArray<string> =>
  E.match(linesOf, () => [])(decodeMeasuredGrowth({ kind: 'gcplan/measured-growth', version: 1, ...value }))

describe('measured growth as a file', () => {
  it('is read as it was written, and is of the published schema', () => {
    const schema = JSON.parse(
      readFileSync(new URL('../../schema/measured-growth.json', import.meta.url), 'utf8'),
    ) as object
    const holds = new Ajv2020({ strict: true, allErrors: true }).compile(schema)
    fc.assert(
      fc.property(growths, (growth) => {
        const written = encodeMeasuredGrowth(growth)
        expect(E.flatMap(decodeMeasuredGrowth)(written)).toEqual(E.right(growth))
        expect(
          E.match(
            () => false,
            (text: string) => holds(JSON.parse(text)),
          )(written),
        ).toBe(true)
      }),
      { numRuns: runs(300) },
    )
  })

  it('is refused with each path where it is none', () => {
    expect(said({ bytes: null, millis: -1, last: { at: 0.5, used: 1, images: [] } })).toEqual([
      'bytes: expected a finite number, got null',
      'millis: expected a finite number, 0 or more, got -1',
      'last.at: expected a safe integer, got 0.5',
      'last.images: expected a string, got an array of 0',
    ])
    expect(said({ bytes: 1 })).toEqual(['millis: expected a finite number, 0 or more, got nothing'])
    expect(E.isLeft(encodeMeasuredGrowth({ bytes: NaN, millis: 0, last: undefined }))).toBe(true)
  })
})
