import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import { parseQuantity, quantitySign, quantityValue } from '../../src/core/quantity.js'
import { recordedConfig } from './recorded.js'

const cases = recordedConfig<{ readonly text: string }, unknown>('quantity')

it('has recorded quantities', () => {
  expect(cases.length).toBe(86)
})

it.each(cases.map((recorded) => [recorded.name, recorded] as const))(
  'kubernetes 1.36.2: %s',
  (_name, { input, expected }) => {
    const parsed = parseQuantity(input.text)
    expect(
      E.isLeft(parsed)
        ? { error: parsed.left.message }
        : {
            canonical: parsed.right.canonical,
            sign: quantitySign(parsed.right),
            value: `${quantityValue(parsed.right)}`,
          },
    ).toEqual(expected)
  },
)
