import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { full, runs } from '../../runs.js'
import { right } from '../reading.js'
import { mutated, replacedEverywhere } from '../mutate.js'
import { files } from './files.js'

describe.each(files)('a file of kind $kind', ({ values, encode, decode, schema }) => {
  const holds = new Ajv2020({ strict: true, allErrors: true }).compile(schema)
  const written = values.map((value): unknown => JSON.parse(right(encode(value as never))))

  it('is read back as it was written, from text and from JSON', () => {
    fc.assert(
      fc.property(values, (value) => {
        const text = right(encode(value as never))
        expect(right(decode(text))).toEqual(value)
        expect(right(decode(JSON.parse(text)))).toEqual(value)
      }),
      { numRuns: runs(300) },
    )
  })

  it('is what its schema says', () => {
    fc.assert(
      fc.property(written, (json) => {
        expect(holds(json), JSON.stringify(holds.errors)).toBe(true)
      }),
      { numRuns: runs(300) },
    )
  })

  it('is accepted when the schema accepts it, and refused when the schema refuses it', () => {
    const samples = written.chain((json) => fc.tuple(fc.constant(json), mutated(json)))
    let refused = 0
    fc.assert(
      fc.property(samples, ([, json]) => {
        const accepted = decode(json)._tag === 'Right'
        if (!accepted) refused++
        expect({ json, accepted }).toEqual({ json, accepted: holds(json) })
      }),
      { numRuns: runs(1000) },
    )
    if (full) expect(refused).toBeGreaterThan(100)
  })

  it('agrees with its schema on every strange value in every place', () => {
    const samples = fc.sample(written, { numRuns: full ? 4 : 1, seed: 7 }).flatMap(replacedEverywhere)
    const differing = samples.filter((json) => (decode(json)._tag === 'Right') !== holds(json))
    if (full) expect(samples.length).toBeGreaterThan(1000)
    expect(differing).toEqual([])
  })
})
