import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import { formatGoDuration, parseGoDuration } from '../../src/core/go-duration.js'
import { recordedConfig } from './recorded.js'

const cases = recordedConfig<{ readonly text: string }, unknown>('go-duration')

it('has recorded durations', () => {
  expect(cases.length).toBe(90)
})

it.each(cases.map((recorded) => [recorded.name, recorded] as const))('Go 1.26: %s', (_name, { input, expected }) => {
  const parsed = parseGoDuration(input.text)
  expect(
    E.isLeft(parsed)
      ? { error: parsed.left.message }
      : { nanoseconds: `${parsed.right}`, string: formatGoDuration(parsed.right) },
  ).toEqual(expected)
})
