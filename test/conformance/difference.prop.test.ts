import fc from 'fast-check'
import { describe, it } from 'vitest'

import { alterationsOf } from '../../conformance/alter.js'
import { firstDifference } from '../../conformance/difference.js'
import { rootRule } from '../../conformance/fields.js'
import { runs } from '../runs.js'

const json = fc.jsonValue({ maxDepth: 3, depthSize: 'small' })
const ordered = rootRule({ it: 'ordered' })
const set = rootRule({ it: 'set' })
const equal = (rule: typeof ordered, expected: unknown, actual: unknown): boolean =>
  firstDifference(rule, { it: expected }, { it: actual }) === null

describe('comparison', () => {
  it('of any value with its copy finds nothing', () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy: unknown = JSON.parse(JSON.stringify(value))
        const sound: unknown = JSON.parse(JSON.stringify(value))
        return equal(ordered, sound, copy) && equal(set, sound, copy)
      }),
    )
  })

  it('finds every alteration, whichever side is altered', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(ordered, set), fc.nat(), (value, rule, pick) => {
        const held = { it: JSON.parse(JSON.stringify(value)) as unknown }
        const alterations = alterationsOf(rule, held)
        const altered = alterations[pick % alterations.length]?.expected
        return firstDifference(rule, altered, held) !== null && firstDifference(rule, held, altered) !== null
      }),
      { numRuns: runs(500) },
    )
  })

  it('of sets finds nothing in any order, and what differs when one item is replaced', () => {
    const shuffled = fc
      .array(json, { minLength: 1, maxLength: 6 })
      .chain((items) => fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })))
    fc.assert(
      fc.property(shuffled, fc.nat(), ([items, mixed], pick) => {
        const replaced = mixed.with(pick % mixed.length, 'somebody else')
        return equal(set, items, mixed) && !equal(set, items, replaced)
      }),
      { numRuns: runs(500) },
    )
  })
})
