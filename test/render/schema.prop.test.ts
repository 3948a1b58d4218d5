import { readFileSync } from 'node:fs'

import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { planDocument } from '../../src/render/index.js'
import { toyPlans } from './plans.js'
import { explain, toyPlan } from './toy.js'

const schema: object = JSON.parse(readFileSync(new URL('../../schema/plan.json', import.meta.url), 'utf8'))
const holds = new Ajv2020({ strict: true, allErrors: true }).compile(schema)
const document = (plan: typeof toyPlan): unknown => planDocument({ collector: 'toy', explain })(plan)

/** Every place of a document that holds an object with fields. */
const objectsIn = (value: unknown): ReadonlyArray<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) ? below : [value as Record<string, unknown>, ...below]
}

describe('the published schema of a plan', () => {
  it('accepts every plan', () => {
    fc.assert(
      fc.property(toyPlans, (plan) => {
        expect(holds(document(plan)), JSON.stringify(holds.errors)).toBe(true)
      }),
    )
  })

  it('refuses a plan without any one of the fields of its own layout', () => {
    const whole = document(toyPlan)
    const forms = objectsIn(whole).indexOf((whole as { readonly forms: Record<string, unknown> }).forms)
    const fields = objectsIn(whole).flatMap((object, place) =>
      '_tag' in object || place === forms ? [] : Object.keys(object).map((field) => ({ place, field })),
    )
    expect(fields.length).toBeGreaterThan(20)
    for (const { place, field } of fields) {
      const copy = structuredClone(document(toyPlan))
      const object = objectsIn(copy)[place]
      if (object !== undefined) Reflect.deleteProperty(object, field)
      expect(holds(copy), `${field} of object ${place}`).toBe(false)
    }
  })
})
