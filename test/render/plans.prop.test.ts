import fc from 'fast-check'
import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Plan } from '../../src/core/plan.js'
import { instant } from '../../src/core/time.js'
import { planDocumentInParts, renderJson, renderTable, renderText, safeJsonInParts } from '../../src/render/index.js'
import { runs } from '../runs.js'
import { toyPlans } from './plans.js'
import type { Toy } from './toy.js'
import { explain } from './toy.js'

/** Reads a document back; what it does not name comes through as it is. */
const readBack = (text: string): Plan<Toy> => {
  const dates = new Set(['at', 'eligibleAt'])
  const options = new Set(['wakeAt', 'lastUsed'])
  const revived: unknown = JSON.parse(text, (key, value: unknown) => {
    if (dates.has(key)) return instant(Date.parse(value as string))
    if (options.has(key)) return value === null ? O.none : O.some(instant(Date.parse(value as string)))
    if (key === 'refusal') return value === null ? O.none : O.some((value as { fact: unknown }).fact)
    if (
      key === 'forms' ||
      key === 'explained' ||
      key === 'kind' ||
      key === 'version' ||
      key === 'collector' ||
      key === 'shortBy'
    )
      return undefined
    return value
  })
  return revived as Plan<Toy>
}

const spaces = (text: string): string => text.replace(/ +/g, ' ')

describe('a rendered plan', () => {
  it('holds as JSON all that the plan holds', () => {
    fc.assert(
      fc.property(toyPlans, (plan) => {
        expect(readBack(renderJson({ collector: 'toy', explain })(plan))).toEqual(plan)
      }),
      { numRuns: runs(500) },
    )
  })

  it('is as JSON the same in parts', () => {
    fc.assert(
      fc.property(toyPlans, (plan) => {
        const parts = safeJsonInParts(planDocumentInParts({ collector: 'toy', explain })(plan))
        expect(`${[...parts].join('')}\n`).toBe(renderJson({ collector: 'toy', explain })(plan))
      }),
      { numRuns: runs(500) },
    )
  })

  it('has one line per target and pass in every form, and no line that someone else wrote', () => {
    fc.assert(
      fc.property(toyPlans, fc.constantFrom('plain' as const, 'wide' as const), (plan, columns) => {
        const targets = plan.passes.flatMap((pass) => [...pass.removals, ...pass.reserve, ...pass.kept])
        const events = plan.passes.flatMap((pass) => pass.events)
        const refusals = plan.passes.filter((pass) => O.isSome(pass.refusal))
        const frame = 1 + plan.passes.length * 2 + events.length + refusals.length + 1 + plan.assumptions.length + 2
        const table = renderTable({ explain, columns, label: ({ tag }: Toy['Target']) => tag })(plan)
        const text = renderText({ explain, label: ({ tag }: Toy['Target']) => tag })(plan)
        expect(table.split(/[\n\r\u2028\u2029]/)).toHaveLength(targets.length + 2)
        expect(text.split(/[\n\r\u2028\u2029]/)).toHaveLength(targets.length + frame + 1)
      }),
      { numRuns: runs(500) },
    )
  })

  it('says every reason that acts', () => {
    fc.assert(
      fc.property(toyPlans, (plan) => {
        const text = spaces(renderText({ explain })(plan))
        for (const pass of plan.passes)
          for (const { reasons } of [...pass.removals, ...pass.reserve, ...pass.kept])
            expect(text).toContain(explain(reasons[0]))
      }),
    )
  })
})
